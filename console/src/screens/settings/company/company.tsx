import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { useWords } from '../../../words/words.ts'
import { AccountLog } from './account-log.tsx'
import { type CompanyAccount, companyAccountsQuery, domainsQuery } from './company-account.ts'
import { companyWords } from './company-words.ts'
import { Domains } from './domains.tsx'
import { GroupRoles } from './group-roles.tsx'
import { Provider } from './provider.tsx'
import { SessionPolicy } from './session-policy.tsx'
import './company.css'

/** What an identity provider may say about an account, for its owner; others see whose it is. */
export function Company() {
  return <Asked query={useQuery(companyAccountsQuery)}>{(accounts) => <Chosen accounts={accounts} />}</Asked>
}

function Chosen({ accounts }: { accounts: readonly CompanyAccount[] }) {
  const w = useWords(companyWords)
  const [own] = accounts
  const other = accounts.find(({ isOwn }) => !isOwn)
  const [chosenId, choose] = useState<string | null>(null)
  const domains = useQuery({ ...domainsQuery(own?.accountId ?? ''), enabled: own !== undefined && other !== undefined })
  const chosen = accounts.find(({ accountId }) => accountId === chosenId)
  // Who is in a company of another person, and has none, came to ask about that one.
  const account = chosen ?? (other && domains.data?.length === 0 ? other : own)
  if (!account || (!chosen && other && domains.isPending)) return null
  return (
    <div className="settings-part company">
      <header>
        <p className="soft">{w.lead}</p>
        {accounts.length > 1 ? (
          <SelectField
            label={w.account}
            value={account.accountId}
            onChange={(event) => choose(event.target.value)}
            options={accounts.map(({ accountId, name, isOwn, workspaces }) => ({
              value: accountId,
              name: isOwn ? name : w.ofOthers(workspaces.map((each) => each.name)),
            }))}
          />
        ) : null}
      </header>
      {account.isOwn ? (
        <Own key={account.accountId} account={account} />
      ) : (
        <OfAnother
          key={account.accountId}
          account={account}
          onOwn={own?.isOwn ? () => choose(own.accountId) : undefined}
        />
      )}
    </div>
  )
}

function Own({ account }: { account: CompanyAccount }) {
  const { accountId } = account
  return (
    <>
      <Domains accountId={accountId} />
      <GroupRoles account={account} />
      <Provider accountId={accountId} />
      <SessionPolicy accountId={accountId} />
      <AccountLog account={account} />
    </>
  )
}

/** An admin who is not the owner still says what groups are in the workspace. */
function OfAnother({ account, onOwn }: { account: CompanyAccount; onOwn: (() => void) | undefined }) {
  const w = useWords(companyWords)
  const names = account.workspaces.map(({ name }) => name)
  return (
    <>
      <EmptyState icon="people" title={w.notOwner} text={w.notOwnerText(names)}>
        {onOwn ? <Button onClick={onOwn}>{w.ownInstead}</Button> : null}
      </EmptyState>
      <GroupRoles account={account} />
    </>
  )
}
