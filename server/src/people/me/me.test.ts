import { expect, test } from 'vitest'
import {
  defaultAccount,
  newDeveloperAccount,
  newKey,
  newMember,
  newTokenCall,
  newWorkspace,
  personalWorkspace,
} from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'
import { SCOPES } from '../../platform/caller.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()

type Named = { workspace_id: string; name: string; is_default: boolean }

test('a session sees who it is: the user, the default account, and every scope', async () => {
  const person = await service.newPerson('Aiko')

  const me = await person.call('GET', '/api/v1/me')

  expect(me.status).toBe(200)
  expect(me.body).toEqual({
    user_id: person.userId,
    email: person.email,
    name: 'Aiko',
    account_id: await defaultAccount(person),
    account_name: 'Aiko',
    workspace_id: expect.stringMatching(/^ws_/),
    workspace_name: 'Personal',
    credential: {
      kind: 'session',
      id: expect.stringMatching(/^sess_/),
      scopes: [...SCOPES],
      resource: 'account',
      expires_at: expect.any(String),
    },
    plan: 'self_hosted',
    credits: { monthly: 0, prepaid: 0, used: 0, remaining: 0, period_end: null },
    capabilities: expect.any(Object),
  })
})

test('a user changes their name, and no credential does it for them', async () => {
  const person = await service.newPerson('Aiko')
  const token = await newTokenCall(service, person, { scopes: ['workbooks:write'] })
  const rename = (call: typeof person.call, name: unknown) => call('PATCH', '/api/v1/me', { name })

  const changed = await rename(person.call, ' Aiko Tanaka ')
  const refused = await rename(token, 'Another')
  const wrong = [await rename(person.call, '   '), await rename(person.call, 'a\nb'), await rename(person.call, null)]

  expect(changed).toMatchObject({ status: 200, body: { user_id: person.userId, name: 'Aiko Tanaka' } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'session_required' } })
  expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422])
  expect((await person.call('GET', '/api/v1/me')).body.name).toBe('Aiko Tanaka')
})

test('a token sees its scopes, its resource and the account it is bound to', async () => {
  const person = await service.newPerson()
  const developer = await newDeveloperAccount(person, 'Lab')
  const workspace = await newWorkspace(person, { account_id: developer, name: 'Lab work' })
  const resource = `workspace:${workspace}`
  const token = await newTokenCall(service, person, { scopes: ['workbooks:write'], account_id: developer, resource })

  const { body } = await token('GET', '/api/v1/me')

  expect(body).toMatchObject({
    user_id: person.userId,
    account_id: developer,
    account_name: 'Lab',
    workspace_id: workspace,
    workspace_name: 'Lab work',
    credential: { kind: 'pat', id: expect.stringMatching(/^tok_/), scopes: ['workbooks:write'], resource },
  })
})

test('a key sees the buckets of its own account, and acts for its owner', async () => {
  const person = await service.newPerson('Aiko')
  const developer = await newDeveloperAccount(person, 'Lab')
  const key = await newKey(service, person, { scopes: ['account:read'], account_id: developer })
  await service.running.admin.query(
    'insert into ledger_balance (account_id, prepaid, monthly, spent, issued) values ($1, 700, 40, 260, -1000)',
    [fromWireId('acc', developer)],
  )

  const { body } = await key('GET', '/api/v1/me')

  expect(body).toMatchObject({
    email: person.email,
    account_id: developer,
    credential: { kind: 'key', id: expect.stringMatching(/^key_/), resource: 'account', expires_at: null },
    credits: { monthly: 40, prepaid: 700, used: 260, remaining: 740 },
  })
})

test('workspace_id is the oldest workspace the account funds, and null when it funds none', async () => {
  const person = await service.newPerson()
  const developer = await newDeveloperAccount(person)
  const key = await newKey(service, person, { scopes: ['account:read'], account_id: developer })
  const before = await key('GET', '/api/v1/me')
  const [oldest] = [
    await newWorkspace(person, { account_id: developer, name: 'Zoo' }),
    await newWorkspace(person, { account_id: developer, name: 'Ark' }),
  ]

  const after = await key('GET', '/api/v1/me')

  expect(before.body).toMatchObject({ workspace_id: null, workspace_name: null })
  expect(after.body).toMatchObject({ workspace_id: oldest, workspace_name: 'Zoo' })
})

test('no one without a credential learns anything', async () => {
  const refused = await service.as(null)('GET', '/api/v1/me')

  expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a session reaches its own workspaces and those it is a member of, by name', async () => {
  const owner = await service.newPerson()
  const shared = await newWorkspace(owner, { name: 'Shared' })
  const member = await newMember(service, owner, shared, 'viewer')
  const own = await newWorkspace(member, { name: 'Ark' })

  const { body } = await member.call('GET', '/api/v1/me/workspaces')

  expect(body.workspaces).toEqual([
    { workspace_id: own, name: 'Ark', is_default: false },
    { workspace_id: await personalWorkspace(member), name: 'Personal', is_default: true },
    { workspace_id: shared, name: 'Shared', is_default: false },
  ])
})

test('a token reaches the workspaces of its account, a pinned one its pin, one for a workbook none', async () => {
  const { id: workbook, owner: person } = await service.newWorkbook()
  const pinned = await newWorkspace(person, { name: 'Pinned' })
  const developer = await newDeveloperAccount(person)
  await newWorkspace(person, { name: 'Elsewhere', account_id: developer })
  const resources = ['account', `workspace:${pinned}`, `workbook:${workbook}`]

  const seen = await Promise.all(
    resources.map(async (resource) => {
      const token = await newTokenCall(service, person, { resource })
      return (await token('GET', '/api/v1/me/workspaces')).body.workspaces.map(({ name }: Named) => name)
    }),
  )

  expect(seen).toEqual([['Personal', 'Pinned'], ['Pinned'], []])
})

test('whatever is listed can be opened, and what is not listed cannot', async () => {
  const owner = await service.newPerson()
  const [shared, hidden] = [await newWorkspace(owner), await newWorkspace(owner)]
  const member = await newMember(service, owner, shared, 'viewer')
  const own = await newWorkspace(member)
  const scopes = ['workspaces:read']
  const callers = [
    member.call,
    await newTokenCall(service, member, { scopes }),
    await newTokenCall(service, member, { scopes, resource: `workspace:${shared}` }),
    await newKey(service, member, { scopes }),
    await newKey(service, member, { scopes, workspace_id: own }),
  ]

  for (const call of callers) {
    const { body } = await call('GET', '/api/v1/me/workspaces')
    const listed = new Set(body.workspaces.map(({ workspace_id }: Named) => workspace_id))
    for (const id of [shared, hidden, own, await personalWorkspace(member), await personalWorkspace(owner)]) {
      const opened = await call('GET', `/api/control/workspaces/${id}`)
      expect(opened.status === 200).toBe(listed.has(id))
    }
  }
})

test('the capabilities say what this installation has, as the calls that need it answer', async () => {
  const person = await service.newPerson()

  const { body } = await person.call('GET', '/api/v1/me')
  const drive = await person.call('GET', '/api/v1/cloud-files/google_drive')
  const portal = await person.call('POST', '/api/control/account/billing/portal', {})

  expect(body.capabilities).toMatchObject({ billing: false, adviser: false, reader: false, drives: [] })
  expect(Object.keys(body.capabilities)).toEqual(expect.arrayContaining(['python', 'sandbox', 'structuring']))
  expect([drive.status, portal.status]).toEqual([501, 501])
})
