import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'

/** An account and its workspaces that the user is in. `isOwn`: the user owns it; otherwise it has no other name to them. */
export type CompanyAccount = {
  accountId: string
  name: string
  isOwn: boolean
  workspaces: readonly Wire.Workspace[]
}

const COMPANY = ['account', 'company']

export const companyKey = (accountId: string, ...which: readonly string[]) => [...COMPANY, accountId, ...which]

/** A change of one part shows in others: every change is in the log. */
export const renewCompany = (accountId: string) => queries.invalidateQueries({ queryKey: companyKey(accountId) })

/** Accounts that the user owns, the default one first, then those of others in whose workspaces they are. */
export const companyAccountsQuery = queryOptions({
  queryKey: [...COMPANY, 'accounts'],
  queryFn: async (): Promise<CompanyAccount[]> => {
    const [{ accounts }, workspaces] = await Promise.all([client.api.listAccounts(), listEveryWorkspace()])
    const within = (id: string) => workspaces.filter(({ account_id }) => account_id === id)
    const own = accounts
      .toSorted((a, b) => Number(b.kind === 'default') - Number(a.kind === 'default'))
      .map(({ account_id, name }) => ({
        accountId: account_id,
        name,
        isOwn: true,
        workspaces: within(account_id).toSorted(managedFirst),
      }))
    const owned = new Set(own.map(({ accountId }) => accountId))
    const others = [...new Set(workspaces.map(({ account_id }) => account_id))]
      .filter((id) => !owned.has(id))
      .map((id) => ({ accountId: id, name: '', isOwn: false, workspaces: within(id) }))
    return [...own, ...others]
  },
})

/** Groups are rarely about a personal workspace. */
const managedFirst = (a: Wire.Workspace, b: Wire.Workspace) =>
  Number(a.kind === 'personal') - Number(b.kind === 'personal')

async function listEveryWorkspace(): Promise<Wire.Workspace[]> {
  const all: Wire.Workspace[] = []
  let cursor: string | undefined
  do {
    const page = await client.api.listWorkspaces({ limit: 200, cursor })
    all.push(...page.workspaces)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

export const domainsQuery = (accountId: string) =>
  queryOptions({
    queryKey: companyKey(accountId, 'domains'),
    queryFn: async () => (await client.api.listDomains({ account_id: accountId })).domains,
  })

export const keysQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', 'keys', accountId],
    queryFn: async () => (await client.api.listKeys({ account_id: accountId })).keys,
  })
