import { createHash } from 'node:crypto'
import { type Call, type Called, callAs } from '../../server/test/client.ts'
import { tokenIn } from '../../server/test/control-plane.ts'
import type { Person } from '../../server/test/person.ts'
import type { Stage } from './stage.ts'

/** Somewhere an attacker got in, and whether that still leads to these workbooks of the owner. */
export type Door = { kind: string; leadsTo: (workbooks: readonly string[]) => Promise<boolean> }

export type Squat = { stage: Stage; squatter: Person & { ticket: string }; workspace: string; workbook: string }

const BASE = 'http://bindery.test'
const CALLBACK = 'http://127.0.0.1:9/callback'
const VERIFIER = 'v'.repeat(43)
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** What an attacker does here is allowed, or done already: a door that was never open would prove nothing. */
export async function allowed(answer: Promise<Called>): Promise<Called['body']> {
  const { status, body } = await answer
  if (status >= 400 && status !== 409) throw new Error(`an attacker was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Can this caller read, or even list, one of them? */
export const reads = (call: Call) => async (workbooks: readonly string[]) => {
  for (const id of workbooks) if ((await call('GET', `/api/v1/workbooks/${id}`)).status === 200) return true
  const { body } = await call('GET', '/api/v1/me/workbooks?limit=100')
  return (body?.workbooks ?? []).some(({ workbook_id }: { workbook_id: string }) => workbooks.includes(workbook_id))
}

const readsWith = (stage: Stage, credential: string) => reads(callAs(stage.url, credential))

/** Gets a login from an answer, if there is one, and tries it. */
const readsAfter = (stage: Stage, ask: () => ReturnType<Call>) => async (workbooks: readonly string[]) => {
  const { body } = await ask()
  return body?.access_token ? readsWith(stage, body.access_token)(workbooks) : false
}

const invite = (admin: Person, workspace: string, email: string) =>
  allowed(admin.call('POST', `/api/control/workspaces/${workspace}/invitations`, { email, base_role: 'admin' }))

/** Where mail is sent the link is not shown. */
const accept = async (person: Person, url: string | null) =>
  url ? person.call('POST', `/api/auth/invitations/${tokenIn(url)}/accept`, {}) : null

const acceptAtOnce = async (person: Person, url: string | null) => {
  const accepted = await accept(person, url)
  if (accepted && accepted.status >= 400) throw new Error(`accepting answered ${accepted.status}`)
}

const asForm = (stage: Stage, path: string, fields: Record<string, string>, cookie?: string) =>
  fetch(`${stage.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { ...OWN_PAGE, ...(cookie ? { cookie: `svc_refresh=${cookie}` } : {}) },
  })

/** A code of an agent that the squatter has agreed to. */
async function agentCode({ stage, squatter }: Squat) {
  const client = { client_name: 'P', redirect_uris: [CALLBACK], grant_types: ['authorization_code', 'refresh_token'] }
  const { client_id } = await allowed(callAs(stage.url, null)('POST', '/api/auth/oauth/register', client))
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x',
    scope: 'workbooks:read',
    resource: `${BASE}/mcp`,
    answer: 'read',
  }
  const consented = await asForm(stage, '/api/auth/oauth/consent', asked, squatter.ticket)
  const code = new URL(consented.headers.get('location') ?? CALLBACK).searchParams.get('code')
  if (!code) throw new Error(`the consent of an attacker was answered ${consented.status} without a code`)
  const exchange = async () => {
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }
    return (await (await asForm(stage, '/api/auth/oauth/token', fields)).json()) as Issued
  }
  const renew = async (refresh_token: string) =>
    (await (
      await asForm(stage, '/api/auth/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id })
    ).json()) as Issued
  return { exchange, renew }
}

type Issued = { access_token?: string; refresh_token?: string }

async function device({ stage, squatter }: Squat) {
  const body = await allowed(callAs(stage.url, null)('POST', '/api/auth/device', {}))
  const consent = { user_code: body.user_code, answer: 'allow' }
  const { status } = await asForm(stage, '/api/auth/forms/consent', consent, squatter.ticket)
  if (status >= 400) throw new Error(`the approval of a device was answered ${status}`)
  return () => callAs(stage.url, null)('POST', '/api/auth/device/token', { device_code: body.device_code })
}

/** What an attacker does with an address of another before its owner comes. Each leaves the doors it opened. */
export const ATTACKS: Record<string, (squat: Squat) => Promise<Door[]>> = {
  token: async ({ stage, squatter }) => {
    const request = { name: 't', scopes: ['workbooks:write'] }
    const { token } = await allowed(squatter.call('POST', '/api/v1/me/tokens', request))
    return [{ kind: 'tokens and keys', leadsTo: readsWith(stage, token) }]
  },
  key: async ({ stage, squatter }) => {
    const request = { scopes: ['workbooks:read'] }
    const { key } = await allowed(squatter.call('POST', '/api/control/account/keys', request))
    return [{ kind: 'tokens and keys', leadsTo: readsWith(stage, key) }]
  },
  login: async ({ stage, squatter: { email, password } }) => {
    const login = () => callAs(stage.url, null)('POST', '/api/auth/login', { email, password })
    const body = await allowed(login())
    const renew = () => callAs(stage.url, null)('POST', '/api/auth/refresh', { refresh_token: body.refresh_token })
    return [
      { kind: 'sessions', leadsTo: readsWith(stage, body.access_token) },
      { kind: 'sessions', leadsTo: readsAfter(stage, renew) },
      { kind: 'password', leadsTo: readsAfter(stage, login) },
    ]
  },
  webhook: async ({ stage, squatter }) => {
    await allowed(squatter.call('POST', '/api/v1/me/webhooks', { url: 'http://127.0.0.1:9/hook' }))
    return [{ kind: 'webhooks', leadsTo: (workbooks) => isDelivered(stage, workbooks) }]
  },
  member: async ({ stage, squatter, workspace }) => {
    const { accomplice } = stage
    await acceptAtOnce(accomplice, (await invite(squatter, workspace, accomplice.email)).url)
    return [{ kind: 'members', leadsTo: reads(accomplice.call) }]
  },
  pendingInvitation: async ({ stage, squatter, workspace }) => {
    const { attacker } = stage
    const { url } = await invite(squatter, workspace, attacker.email)
    const late = async (workbooks: readonly string[]) => {
      await accept(attacker, url)
      return reads(attacker.call)(workbooks)
    }
    return [{ kind: 'invitations', leadsTo: late }]
  },
  share: async ({ stage, squatter, workbook }) => {
    const { accomplice } = stage
    const path = `/api/v1/workbooks/${workbook}/members/${accomplice.userId}`
    await allowed(squatter.call('PUT', path, { role: 'editor' }))
    return [{ kind: 'shares', leadsTo: reads(accomplice.call) }]
  },
  ownInvitation: async ({ stage, squatter }) => {
    const { attacker } = stage
    const { workspace_id } = (await attacker.call('GET', '/api/v1/me')).body
    await acceptAtOnce(squatter, (await invite(attacker, workspace_id, squatter.email)).url)
    return []
  },
  device: async (squat) => [{ kind: 'device grants', leadsTo: readsAfter(squat.stage, await device(squat)) }],
  agentCode: async (squat) => {
    const { exchange } = await agentCode(squat)
    const late = async () => ({ status: 0, body: await exchange(), headers: new Headers() })
    return [{ kind: 'agent codes', leadsTo: readsAfter(squat.stage, late) }]
  },
  agent: async (squat) => {
    const { exchange, renew } = await agentCode(squat)
    const { access_token = '', refresh_token = '' } = await exchange()
    const late = async () => ({ status: 0, body: await renew(refresh_token), headers: new Headers() })
    return [
      { kind: 'tokens and keys', leadsTo: readsWith(squat.stage, access_token) },
      { kind: 'tokens and keys', leadsTo: readsAfter(squat.stage, late) },
    ]
  },
  uploadSlot: async ({ stage, squatter, workbook }) => {
    const path = `/api/v1/workbooks/${workbook}/uploads`
    const { upload_url } = await allowed(squatter.call('POST', path, { filename: 'a.csv' }))
    const put = async () => {
      const address = String(upload_url).replace(BASE, stage.url)
      return (await fetch(address, { method: 'PUT', body: 'a,b\n1,2\n' })).ok
    }
    return [{ kind: 'upload slots', leadsTo: put }]
  },
  developerAccount: async ({ stage, squatter }) => {
    const { account_id } = await allowed(squatter.call('POST', '/api/control/accounts', { name: 'Shop' }))
    const request = { scopes: ['workbooks:read'], account_id }
    const { key } = await allowed(squatter.call('POST', '/api/control/account/keys', request))
    return [{ kind: 'tokens and keys', leadsTo: readsWith(stage, key) }]
  },
  providerWithoutProof: async ({ stage, squatter: { email } }) => {
    const session = await stage.logInAtProvider(email, false)
    return session ? [{ kind: 'provider logins', leadsTo: readsWith(stage, session) }] : []
  },
  resetRequest: async ({ stage, squatter: { email } }) => {
    // Its link goes to the owner alone.
    await callAs(stage.url, null)('POST', '/api/auth/password/forgot', { email })
    return []
  },
}

async function isDelivered({ service }: Stage, workbooks: readonly string[]): Promise<boolean> {
  const { rows } = await service.admin.query(
    `select count(*)::int as n from delivery where workbook_id in
     (select workbook_id from workbook where wire_id('wb', workbook_id) = any ($1))`,
    [workbooks],
  )
  return rows[0].n > 0
}
