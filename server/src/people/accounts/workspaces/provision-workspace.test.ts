import { expect, test } from 'vitest'
import {
  defaultAccount,
  newDeveloperAccount,
  newKey,
  newTokenCall,
  newWorkspace,
  personalWorkspace,
} from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

test('provisioning creates a managed workspace whose owner is its admin', async () => {
  const person = await service.newPerson()
  const request = {
    name: 'Finance',
    residency: 'jp',
    preprocess_rules: 'ignore sheet tmp*\nnull "-"',
    idp_config: { issuer: 'https://idp.example.org', groupMap: { some_group: ['hr'] } },
  }

  const made = await person.call('POST', '/api/control/workspaces', request)

  expect(made).toMatchObject({
    status: 201,
    body: {
      ...request,
      kind: 'managed',
      account_id: await defaultAccount(person),
      workbook_count: 0,
      member_count: 1,
    },
  })
  const users = await person.call('GET', `/api/control/workspaces/${made.body.workspace_id}/users`)
  expect(users.body.users).toMatchObject([{ user_id: person.userId, base_role: 'admin' }])
})

test("provisioning does not change the owner's default workspace", async () => {
  const person = await service.newPerson()
  const before = await personalWorkspace(person)

  const made = await newWorkspace(person)

  expect(await personalWorkspace(person)).toBe(before)
  expect((await person.call('GET', `/api/control/workspaces/${made}`)).body.is_default).toBe(false)
})

test('provisioning takes workspaces:create', async () => {
  const person = await service.newPerson()
  const key = await newKey(service, person, {
    scopes: ['workspaces:read', 'workspaces:configure', 'workspaces:delete'],
  })

  const refused = await key('POST', '/api/control/workspaces', { name: 'Finance' })

  expect(refused).toMatchObject({ status: 403, body: { required_scopes: ['workspaces:create'] } })
})

test('an account-scoped key provisions in its own account, for its owner', async () => {
  const person = await service.newPerson()
  const developer = await newDeveloperAccount(person)
  const key = await newKey(service, person, {
    scopes: ['workspaces:create', 'workspaces:read'],
    account_id: developer,
  })

  const made = await key('POST', '/api/control/workspaces', { name: 'Finance' })

  expect(made).toMatchObject({ status: 201, body: { account_id: developer, is_default: true } })
  expect((await person.call('GET', `/api/control/workspaces/${made.body.workspace_id}`)).status).toBe(200)
})

test('a credential pinned to a workspace cannot provision one', async () => {
  const person = await service.newPerson()
  const workspace_id = await newWorkspace(person)
  const key = await newKey(service, person, { scopes: ['workspaces:create'], workspace_id })
  const token = await newTokenCall(service, person, {
    scopes: ['workspaces:create'],
    resource: `workspace:${workspace_id}`,
  })

  const refused = await Promise.all(
    [key, token].map((call) => call('POST', '/api/control/workspaces', { name: 'More' })),
  )

  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, 'out_of_reach']))
})

test('a key cannot provision in another account of its owner, and no one in an account of another user', async () => {
  const person = await service.newPerson()
  const developer = await newDeveloperAccount(person)
  const foreign = await defaultAccount(await service.newPerson())
  const key = await newKey(service, person, { scopes: ['workspaces:create'] })
  const provision = { name: 'Finance' }

  const sibling = await key('POST', '/api/control/workspaces', { ...provision, account_id: developer })
  const other = await person.call('POST', '/api/control/workspaces', { ...provision, account_id: foreign })

  expect(sibling).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
  expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('provisioning holds to the limits of each field', async () => {
  const person = await service.newPerson()
  const bad = [
    { name: '' },
    { name: 'x'.repeat(121) },
    { name: 'ok', residency: 'x'.repeat(61) },
    { name: 'ok', preprocess_rules: 'x'.repeat(2001) },
    { name: 'ok', idp_config: 'text' },
    { name: 'ok', idp_config: [] },
    { name: 'ok', idp_config: { issuer: 'nul\u0000' } },
    {},
  ]

  const refused = await Promise.all(bad.map((body) => person.call('POST', '/api/control/workspaces', body)))

  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(bad.map(() => [422, 'validation_error']))
})
