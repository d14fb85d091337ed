import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { CopyText } from '../../../parts/controls/copy-text.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { CredentialTable } from '../credentials/credential-table.tsx'
import { SecretOnce } from '../credentials/secret-once.tsx'
import { domainsQuery, keysQuery } from './company-account.ts'
import { CompanySection } from './company-section.tsx'
import { companyWords } from './company-words.ts'

const PROTOCOL = 'SCIM 2.0'
const ADDRESS = `${client.url}/scim/v2`
const SCOPE = 'scim'

/** Where the provider sends people and groups, and the keys it does so with. */
export function Provider({ accountId }: { accountId: string }) {
  const w = useWords(companyWords)
  const [isMaking, setMaking] = useState(false)
  const { data: domains } = useQuery(domainsQuery(accountId))
  const hasDomain = domains?.some(({ verified_at }) => verified_at !== null) ?? true
  return (
    <CompanySection title={w.provider} lead={w.providerLead(PROTOCOL)}>
      {hasDomain ? null : <p className="soft company-text">{w.noDomainYet}</p>}
      <Entered />
      <Asked query={useQuery(keysQuery(accountId))}>
        {(all) => {
          const keys = all.filter(({ scopes }) => scopes.includes(SCOPE))
          return keys.length === 0 ? (
            <p className="soft company-text">{w.noKeys}</p>
          ) : (
            <CredentialTable
              caption={w.keys}
              credentials={keys.map((key) => ({ ...key, id: key.key_id }))}
              queryKey={['account', 'keys']}
              revoke={(key_id) => client.api.revokeKey({ key_id })}
            />
          )
        }}
      </Asked>
      <div>
        <Button icon="plus" onClick={() => setMaking(true)}>
          {w.newKey}
        </Button>
      </div>
      {isMaking ? <NewProviderKey accountId={accountId} onClose={() => setMaking(false)} /> : null}
    </CompanySection>
  )
}

/** What is entered at the provider; its key only while it is shown. */
function Entered({ secret }: { secret?: string }) {
  const w = useWords(companyWords)
  return (
    <dl className="company-record">
      <dt>{w.address}</dt>
      <dd>
        <CopyText label={w.address} text={ADDRESS} />
      </dd>
      {secret ? (
        <>
          <dt>{w.key}</dt>
          <dd>
            <CopyText label={w.key} text={secret} />
          </dd>
        </>
      ) : null}
    </dl>
  )
}

function NewProviderKey({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const w = useWords(companyWords)
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: () =>
      client.api.createKey({ body: { name: name.trim(), scopes: [SCOPE], account_id: accountId, workspace_id: null } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account', 'keys'] }),
  })
  if (make.data)
    return (
      <SecretOnce secret={make.data.key} onClose={onClose}>
        <Entered secret={make.data.key} />
      </SecretOnce>
    )
  return (
    <FormDialog
      title={w.newKey}
      action={w.create}
      className="settings-form"
      sending={make}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <p className="soft">{w.keyText}</p>
      <TextField
        label={w.keyName}
        hint={w.keyNameHint}
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
