import { type Body, type Call, callAs } from './client.ts'
import type { Person } from './person.ts'

/** A credential, with a way to call the API with it. */
export type Held = { id: string; call: Call; body: Body }

export const KEY_SCOPES = [
  'workbooks:write',
  'workbooks:delete',
  'workspaces:read',
  'workspaces:create',
  'workspaces:configure',
  'workspaces:delete',
  'keys:read',
  'keys:mint',
  'keys:revoke',
  'account:read',
]

/** Ways to make what tests of credentials need, on the service at `url()`. */
export function credentialsAt(url: () => string) {
  const must = async (call: Call, path: string, request: Record<string, unknown>) => {
    const { status, body } = await call('POST', path, request)
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    newKey: async (call: Call, request: Record<string, unknown> = {}): Promise<Held> => {
      const body = await must(call, '/api/control/account/keys', { scopes: KEY_SCOPES, ...request })
      return { id: body.key_id, call: callAs(url(), body.key), body }
    },
    newToken: async (person: Person, request: Record<string, unknown> = {}): Promise<Held> => {
      const body = await must(person.call, '/api/v1/me/tokens', { name: 'test', ...request })
      return { id: body.token_id, call: callAs(url(), body.token), body }
    },
    newAccount: async (person: Person): Promise<string> =>
      (await must(person.call, '/api/control/accounts', { name: 'Acme' })).account_id,
    newWorkspace: async (person: Person): Promise<string> =>
      (await must(person.call, '/api/control/workspaces', { name: 'Finance' })).workspace_id,
    newWorkbook: async (call: Call, request: Record<string, unknown> = {}): Promise<string> =>
      (await must(call, '/api/v1/workbooks', { title: 'Ledger', ...request })).workbook_id,
  }
}
