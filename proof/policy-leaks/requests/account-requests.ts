import { newDeveloperAccount, newWorkspace, tokenIn } from '../../../server/test/control-plane.ts'
import { newPerson } from '../../../server/test/person.ts'
import { mint } from '../callers.ts'
import type { Caller } from '../recorder.ts'
import { OWNER, type Stage } from '../stage.ts'
import { fresh, type GoodRequest } from './good-request.ts'

const KEY = 'key account'
const SESSION = 'owner session'

/** A person as a caller: not in the workbook, and so without anything to see. */
export const asCaller = (name: string, credential: string | null): Caller => ({
  name,
  credential,
  governs: false,
  isExempt: false,
})

export const ANONYMOUS = asCaller('without a credential', null)

const address = () => `${fresh('guest')}.${Date.now()}@example.org`

export async function invite({ world }: Stage, email = address()) {
  const at = `/api/control/workspaces/${world.workspace}/invitations`
  const { body } = await world.owner.call('POST', at, { email, base_role: 'viewer' })
  return { id: body.invitation_id as string, token: tokenIn(body.url), email }
}

export async function newWebhookOf({ world }: Stage): Promise<string> {
  const made = { url: 'http://127.0.0.1:9/hook' }
  return (await world.people.editor.call('POST', '/api/v1/me/webhooks', made)).body.webhook_id
}

const withWebhook = async (stage: Stage) => ({
  by: 'editor session',
  names: { webhook_id: await newWebhookOf(stage) },
})

export const ACCOUNT_REQUESTS: Record<string, GoodRequest> = {
  getAccount: () => ({ by: KEY }),
  changeMe: () => ({ by: SESSION, json: { name: 'Owner' } }),
  listAccounts: () => ({ by: SESSION }),
  createAccount: () => ({ by: SESSION, json: { name: fresh('Account') } }),
  listWorkspaces: () => ({ by: KEY }),
  provisionWorkspace: () => ({ by: KEY, json: { name: fresh('Workspace') } }),
  getWorkspace: () => ({ by: KEY }),
  configureWorkspace: () => ({ by: KEY, json: { name: 'Finance' } }),
  listWorkspaceUsers: () => ({ by: KEY }),
  setWorkspaceUserRoles: ({ world }) => ({
    by: KEY,
    names: { user_id: world.people.custom.userId },
    json: { roles: ['custom'] },
  }),
  setWorkspaceUserAttributes: ({ world }) => ({
    by: KEY,
    names: { user_id: world.people.custom.userId },
    json: { attributes: { team: ['custom'] } },
  }),
  removeWorkspaceUser: async ({ world }) => {
    const person = await newPerson(world.url)
    const at = `/api/control/workspaces/${world.workspace}/invitations`
    const { body } = await world.owner.call('POST', at, { email: person.email, base_role: 'viewer' })
    await person.call('POST', `/api/auth/invitations/${tokenIn(body.url)}/accept`, {})
    return { by: KEY, names: { user_id: person.userId } }
  },
  inviteToWorkspace: () => ({ by: KEY, json: { email: address(), base_role: 'viewer' } }),
  listInvitations: () => ({ by: KEY }),
  withdrawInvitation: async (stage) => ({ by: KEY, names: { invitation_id: (await invite(stage)).id } }),
  acceptInvitation: async (stage) => ({
    by: ANONYMOUS,
    names: { token: (await invite(stage)).token },
    json: { name: 'Guest', password: 'correct horse battery' },
  }),
  deleteWorkspace: async ({ world }) => ({ by: KEY, names: { workspace_id: await newWorkspace(world.owner) } }),
  listTokens: () => ({ by: SESSION }),
  createToken: () => ({ by: SESSION, json: { name: fresh('token') } }),
  revokeToken: async ({ world }) => ({
    by: SESSION,
    names: { token_id: (await mint(world.owner, '/api/v1/me/tokens', { resource: 'account' })).token_id },
  }),
  listKeys: () => ({ by: SESSION }),
  createKey: () => ({ by: SESSION, json: { scopes: ['workbooks:read'] } }),
  revokeKey: async ({ world }) => ({
    by: SESSION,
    names: { key_id: (await mint(world.owner, '/api/control/account/keys', {})).key_id },
  }),
  readUsage: () => ({ by: SESSION }),
  readUsageSeries: () => ({ by: SESSION }),
  getBilling: () => ({ by: SESSION }),
  listWebhooks: () => ({ by: 'editor session' }),
  createWebhook: () => ({ by: 'editor session', json: { url: 'http://127.0.0.1:9/hook' } }),
  changeWebhook: async (stage) => ({ ...(await withWebhook(stage)), json: { status: 'paused' } }),
  deleteWebhook: withWebhook,
  rotateWebhookSecret: withWebhook,
  listWebhookDeliveries: withWebhook,
  testWebhook: withWebhook,
  deleteAccount: async ({ world }) => {
    const account = await newDeveloperAccount(world.owner)
    return { by: SESSION, json: { account_id: account, confirm: 'Developer' } }
  },
  health: () => ({ by: ANONYMOUS }),
  readiness: () => ({ by: ANONYMOUS }),
  describeDataPlane: () => ({ by: ANONYMOUS }),
  describeControlPlane: () => ({ by: ANONYMOUS }),
  findReference: () => ({ by: ANONYMOUS }),
  showReference: () => ({ by: ANONYMOUS }),
  showReferenceScript: () => ({ by: ANONYMOUS }),
  explainProblem: () => ({ by: ANONYMOUS, names: { code: 'undo_conflict' } }),
  describeResource: () => ({ by: ANONYMOUS }),
  describeMcpResource: () => ({ by: ANONYMOUS }),
  describeAuthorizationServer: () => ({ by: ANONYMOUS }),
  readIcebergConfig: () => ({ by: OWNER }),
  listIcebergNamespaces: () => ({}),
  readIcebergNamespace: () => ({}),
  listIcebergTables: () => ({}),
}
