import { afterAll, describe, expect, test } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import type { Call } from '../../../test/client.ts'
import { insertCompany } from '../../../test/company.ts'
import {
  newDeveloperAccount,
  newKey,
  newMember,
  newTokenCall,
  newWorkbook,
  personalWorkspace,
  tokenIn,
} from '../../../test/control-plane.ts'
import { newIdentity, startIdentityProvider } from '../../../test/identity-provider.ts'
import type { Person } from '../../../test/person.ts'
import { ownersLink, proveByReset } from '../../../test/prove-address.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const BASE = 'http://bindery.test'
const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }

const acme = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
afterAll(() => acme.close())

const oidcProviders = [{ name: 'acme', issuer: acme.issuer, ...CLIENT }]
const service = startService({ settings: { oidcProviders } })

/** The owner of an address comes through a provider that vouches for it. */
async function proveByProvider(email: string, url = service.url()) {
  const tab = newBrowser({ [BASE]: url })
  const start = `${BASE}/api/auth/oidc/acme/start?return_to=/somewhere`
  const done = await tab.get(await acme.sendBack(tab, start, newIdentity({ email })))
  const response = await fetch(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { cookie: `svc_refresh=${tab.cookie('svc_refresh')}`, origin: BASE },
  })
  // Safe: the shape of a login.
  const { access_token } = (await response.json()) as { access_token: string }
  return { call: service.as(access_token), session: access_token, tab, done }
}

const statusOf = async (call: Call, path = '/api/v1/me') => (await call('GET', path)).status

/** An attacker registers the address and invites it from an account of theirs: the answer shows the link. */
async function acceptOwnInvitation(squatter: Person) {
  const attacker = await service.newPerson('Mallory')
  const invited = await attacker.call(
    'POST',
    `/api/control/workspaces/${await personalWorkspace(attacker)}/invitations`,
    { email: squatter.email, base_role: 'viewer' },
  )
  await squatter.call('POST', `/api/auth/invitations/${tokenIn(invited.body.url)}/accept`, {})
}

describe('the first proof of an address', () => {
  test('ends the attacker’s session, token, key and password, although the attacker had accepted an invitation', async () => {
    const squatter = await service.newPerson()
    await acceptOwnInvitation(squatter)
    const token = await newTokenCall(service, squatter, {})
    const key = await newKey(service, squatter, { scopes: ['workbooks:read'] })

    const owner = await proveByProvider(squatter.email)

    expect(await statusOf(owner.call)).toBe(200)
    expect([await statusOf(squatter.call), await statusOf(token), await statusOf(key)]).toEqual([401, 401, 401])
    const { email, password } = squatter
    expect((await service.as(null)('POST', '/api/auth/login', { email, password })).status).toBe(401)
  })

  test('a reset link proves it as well: token and key of before end', async () => {
    const squatter = await service.newPerson()
    const token = await newTokenCall(service, squatter, {})
    const key = await newKey(service, squatter, { scopes: ['workbooks:read'] })

    await proveByReset(service.running, squatter.email)

    expect([await statusOf(squatter.call), await statusOf(token), await statusOf(key)]).toEqual([401, 401, 401])
  })

  test('ends the membership of an accomplice and webhooks made before: neither learns of new workbooks', async () => {
    const squatter = await service.newPerson()
    const accomplice = await newMember(service, squatter, await personalWorkspace(squatter), 'admin', 'Mallory')
    await squatter.call('POST', '/api/v1/me/webhooks', { url: 'http://127.0.0.1:9/hook' })

    const owner = await proveByProvider(squatter.email)
    const made = await owner.call('POST', '/api/v1/workbooks', { title: 'Salaries' })

    expect(await statusOf(accomplice.call, `/api/v1/workbooks/${made.body.workbook_id}`)).toBe(404)
    expect((await owner.call('GET', '/api/v1/me/webhooks')).body.webhooks).toEqual([])
  })

  test('lets the accomplice accept no invitation that was open', async () => {
    const squatter = await service.newPerson()
    const accomplice = await service.newPerson('Mallory')
    const invited = await squatter.call(
      'POST',
      `/api/control/workspaces/${await personalWorkspace(squatter)}/invitations`,
      { email: accomplice.email, base_role: 'admin' },
    )

    await proveByReset(service.running, squatter.email)
    const late = await accomplice.call('POST', `/api/auth/invitations/${tokenIn(invited.body.url)}/accept`, {})

    expect(late).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('hides what the account contained from everyone, and leaves the owner an empty workspace', async () => {
    const squatter = await service.newPerson()
    const before = await personalWorkspace(squatter)
    const workbook = await newWorkbook(squatter, before)
    const account = await newDeveloperAccount(squatter, 'Shop')

    const owner = await proveByProvider(squatter.email)
    const me = await owner.call('GET', '/api/v1/me')

    expect(owner.done.location).toBe('/api/auth/held-content?return_to=%2Fsomewhere')
    expect(me.body.workspace_id).not.toBe(before)
    expect(await statusOf(owner.call, `/api/v1/workbooks/${workbook}`)).toBe(404)
    expect((await owner.call('GET', '/api/v1/me/workbooks')).body.workbooks).toEqual([])
    expect((await owner.call('GET', '/api/control/accounts')).body.accounts).toHaveLength(1)
    expect((await owner.call('GET', '/api/v1/me/held-content')).body.held).toMatchObject([
      { kind: 'default', workbooks: [{ title: 'Ledger', tables: 0 }] },
      { kind: 'developer', account_id: account, name: 'Shop' },
    ])
  })

  test('happens once: a second proof ends nothing', async () => {
    const squatter = await service.newPerson()
    const owner = await proveByProvider(squatter.email)
    const token = await newTokenCall(service, { ...squatter, call: owner.call }, {})

    await proveByProvider(squatter.email)

    expect(await statusOf(token)).toBe(200)
  })
})

describe('a new password for a proven address', () => {
  test('ends sessions, tokens, keys and webhooks, except those that are kept', async () => {
    const person = await service.newPerson()
    const owner = { ...person, call: (await proveByReset(service.running, person.email)).call }
    const [kept, lost] = [await newTokenCall(service, owner, { name: 'kept' }), await newTokenCall(service, owner, {})]
    const key = await newKey(service, owner, { scopes: ['workbooks:read'], name: 'nightly' })
    await owner.call('POST', '/api/v1/me/webhooks', { url: 'http://127.0.0.1:9/hook' })
    const stranger = service.as(null)
    const token = await ownersLink(service.running, person.email)

    const review = await stranger('POST', '/api/auth/password/review', { token })
    const keep = review.body.access.filter(({ name }: { name: string }) => name === 'kept')
    const password = 'a third one for good luck'
    const ids = keep.map(({ id }: { id: string }) => id)
    const reset = await stranger('POST', '/api/auth/password/reset', { token, password, keep: ids })

    const kinds = review.body.access.map(({ kind }: { kind: string }) => kind)
    expect(review.body.first_proof).toBe(false)
    expect(kinds.toSorted()).toEqual(['key', 'token', 'token', 'webhook'])
    expect(reset.status).toBe(204)
    expect([await statusOf(kept), await statusOf(lost), await statusOf(key)]).toEqual([200, 401, 401])
    expect(await statusOf(owner.call)).toBe(401)
    const { body } = await stranger('POST', '/api/auth/login', { email: person.email, password })
    expect((await service.as(body.access_token)('GET', '/api/v1/me/webhooks')).body.webhooks).toEqual([])
  })

  test('the page behind the link lists them with empty boxes, and what is ticked is kept', async () => {
    const person = await service.newPerson()
    const owner = { ...person, call: (await proveByReset(service.running, person.email)).call }
    const [kept, lost] = [await newTokenCall(service, owner, { name: 'kept' }), await newTokenCall(service, owner, {})]
    const tab = newBrowser({ [BASE]: service.url() }, 'ja')
    const token = await ownersLink(service.running, person.email)

    const page = await tab.get(`${BASE}/reset-password?token=${token}`)
    const keep = /value="(tok_\w+)"><span>kept/.exec(page.text)?.[1] ?? ''
    const fields = { token, password: 'a third one for good luck', keep }
    const done = await tab.post(`${BASE}/api/auth/forms/new-password`, fields)

    expect(page.text).toContain('引き続き使うもの')
    expect(page.text).not.toContain('checked')
    expect([done.status, done.location]).toEqual([303, '/login?notice=password_changed'])
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 401])
  })
})

/**
 * Every table that names a user, an account, a workspace or a credential. `ended`: rows that still let anyone in after the
 * claim, of which there must be none. `held`: out of reach until the owner keeps it. `harmless`: why it lets no one in.
 */
const OF_USER = {
  accounts: '(select account_id from account where owner_id = $1)',
  workspaces: '(select workspace_id from workspace s join account a using (account_id) where a.owner_id = $1)',
}
const TABLES: Record<string, { ended: string } | { held: string } | { harmless: string }> = {
  account: { held: 'developer accounts belong to a keeper; the default account is the owner’s' },
  account_billing: { harmless: 'how an account pays: opens nothing' },
  account_domain: { ended: `account_id in ${OF_USER.accounts}` },
  account_log: { harmless: 'what was done' },
  account_ops: { harmless: 'a count' },
  account_policy: { harmless: 'only shortens what others may do' },
  account_requests: { harmless: 'a count' },
  account_stock: { harmless: 'a count' },
  account_tombstone: { harmless: 'a closed account' },
  app_user: { ended: 'user_id = $1 and password_hash is not null' },
  credential: {
    ended: `revoked_at is null and (user_id = $1 or created_by = $1 or account_id in ${OF_USER.accounts})`,
  },
  credential_usage: { harmless: 'a count' },
  dashboard: { harmless: 'lies in a workbook' },
  link_share: { harmless: 'says what a credential shows, which has ended with the others' },
  delivery: { harmless: 'goes with its webhook' },
  device_grant: { ended: 'user_id = $1' },
  drive_grant: { ended: 'user_id = $1' },
  file_link: { harmless: 'is read with the drive grant of the caller who asks, never by itself' },
  file_link_version: { harmless: 'an edition of a file link' },
  group_role: { ended: `workspace_id in ${OF_USER.workspaces}` },
  held_content: { harmless: 'names the owner who may keep it' },
  idempotency: { harmless: 'an answer is replayed to a live credential of the same user or key only' },
  invitation: { ended: `accepted_at is null and (invited_by = $1 or workspace_id in ${OF_USER.workspaces})` },
  job: { ended: `status in ('pending', 'running') and user_id = $1` },
  ledger_balance: { harmless: 'books' },
  ledger_entry: { harmless: 'books' },
  ledger_hold: { harmless: 'books' },
  ledger_posting: { harmless: 'books' },
  login_group: { ended: `account_id in ${OF_USER.accounts}` },
  member_origin: { harmless: 'goes with its membership' },
  notification: { harmless: 'ids; shown only where the user still sees what they name' },
  notification_setting: { harmless: 'where notifications go: opens nothing' },
  oauth_grant: { ended: 'user_id = $1' },
  oauth_ticket: {
    ended: 'credential_id in (select credential_id from credential where user_id = $1 or created_by = $1)',
  },
  oidc_identity: { harmless: 'exists only where a provider vouched for the address: then nothing is claimed' },
  password_reset: { ended: 'user_id = $1 and used_at is null' },
  proposal_review: { harmless: 'lies in a workbook' },
  question: { harmless: 'lies in a workbook' },
  refresh_token: {
    ended: 'session_id in (select session_id from session where user_id = $1 and revoked_at is null)',
  },
  result: { harmless: 'is read by a live credential that may read the workbook' },
  result_other: { harmless: 'part of result' },
  saved_view: { harmless: 'lies in a workbook' },
  scim_group: { ended: `account_id in ${OF_USER.accounts}` },
  scim_group_member: { ended: `account_id in ${OF_USER.accounts}` },
  scim_user: { ended: `account_id in ${OF_USER.accounts}` },
  search_entry: { held: 'moves with its workspace' },
  session: { ended: 'user_id = $1 and revoked_at is null' },
  source: { harmless: 'lies in a workbook' },
  source_revision: { harmless: 'lies in a workbook' },
  structuring: { harmless: 'what was found about a file: a cache' },
  template: { held: 'labels of a form; goes where its workspace goes' },
  topup: { harmless: 'books' },
  transform: { harmless: 'runs for the caller who may edit its workbook' },
  upload: { ended: `created_by = $1 and status <> 'ingested' and expires_at > now()` },
  webhook: { ended: `user_id = $1 or account_id in ${OF_USER.accounts}` },
  workbook: { held: 'lies in a workspace' },
  workbook_member: {
    ended: `user_id = $1 or workbook_id in (select workbook_id from workbook where workspace_id in ${OF_USER.workspaces})`,
  },
  workbook_tombstone: { harmless: 'a purged workbook' },
  workspace: { held: 'moves to the account of a keeper' },
  workspace_guest: { harmless: 'what policies hide from a user whom a workbook is shared with: opens nothing' },
  workspace_member: {
    ended: `(user_id = $1) <> (workspace_id in ${OF_USER.workspaces})`,
  },
}

test('every table that can let anyone in is ended or held, and a new one is noticed', async () => {
  const { rows } = await service.running.admin.query(`
    select distinct c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name !~ '_[0-9]+$'
      and (c.column_name ~ '^(user|owner|account|workspace|credential|session|webhook|keeper)_id$'
        or c.column_name ~ '_by$' and c.data_type = 'uuid' or c.column_name in ('principal', 'caller')
        or exists (select from pg_constraint k where k.conrelid = to_regclass(quote_ident(c.table_name)) and k.contype = 'f'
          and k.confrelid in ('app_user'::regclass, 'account'::regclass, 'workspace'::regclass, 'credential'::regclass)))
    order by 1`)

  expect(rows.map(({ table_name }) => table_name)).toEqual(Object.keys(TABLES).toSorted())
})

test('after the claim no row of any of these tables lets anyone in', async () => {
  const squatter = await service.newPerson()
  const { admin } = service.running
  const userId = fromWireId('usr', squatter.userId)
  const home = await personalWorkspace(squatter)
  const workbook = await newWorkbook(squatter, home)
  const accomplice = await newMember(service, squatter, home, 'admin', 'Mallory')
  await acceptOwnInvitation(squatter)
  await newTokenCall(service, squatter, {})
  await newKey(service, squatter, { scopes: ['workbooks:read'] })
  await squatter.call('POST', '/api/v1/me/webhooks', { url: 'http://127.0.0.1:9/hook' })
  await squatter.call('POST', `/api/control/workspaces/${home}/invitations`, {
    email: 'third@example.org',
    base_role: 'admin',
  })
  await squatter.call('PUT', `/api/v1/workbooks/${workbook}/members/${accomplice.userId}`, { role: 'editor' })
  await squatter.call('POST', `/api/v1/workbooks/${workbook}/uploads`, { filename: 'a.csv' })
  const hash = () => Buffer.from(crypto.randomUUID())
  const later = new Date(Date.now() + 600_000)
  await admin.query(
    `insert into device_grant (device_code_hash, user_code_hash, status, client_name, user_id, interval_seconds, expires_at)
     values ($1, $2, 'approved', 'cli', $3, 5, $4)`,
    [hash(), hash(), userId, later],
  )
  await admin.query(
    `insert into oauth_grant (code_hash, user_id, client_hash, client_name, redirect_uri, code_challenge, scopes, expires_at)
     values ($1, $2, $3, 'agent', 'https://a.example', $4, '{workbooks:read}', $5)`,
    [hash(), userId, hash(), 'c'.repeat(43), later],
  )
  await admin.query(`insert into drive_grant (user_id, account, tokens) values ($1, 'google', $2)`, [userId, hash()])
  await admin.query(
    `insert into oauth_ticket (ticket_hash, credential_id, client_hash, expires_at)
     select $1, credential_id, $2, $3 from credential where user_id = $4 limit 1`,
    [hash(), hash(), later, userId],
  )
  await admin.query(
    `insert into job (workbook_id, job_id, kind, status, account_id, workspace_id, user_id, caller, request)
     select workbook_id, new_id(), 'review', 'pending', $1, workspace_id, $1, '{}', '{}' from workbook where workbook_id = $2`,
    [userId, fromWireId('wb', workbook)],
  )
  await insertCompany(admin, userId, fromWireId('ws', home))
  const letIn = async () => {
    const open: string[] = []
    for (const [table, what] of Object.entries(TABLES)) {
      if (!('ended' in what)) continue
      const { rowCount } = await admin.query(`select from ${table} where ${what.ended}`, [userId])
      if (rowCount) open.push(table)
    }
    return open
  }
  await service.running.admin.query(
    `insert into password_reset (token_hash, user_id, expires_at) values ($1, $2, $3)`,
    [hash(), userId, later],
  )

  const before = await letIn()
  await admin.query('select claim_address($1)', [userId])
  const after = await letIn()

  const ended = Object.entries(TABLES).flatMap(([table, what]) => ('ended' in what ? [table] : []))
  expect(before).toEqual(ended)
  expect(after).toEqual([])
})
