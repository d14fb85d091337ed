import { describe, expect, test } from 'vitest'
import { defaultAccount, newDeveloperAccount, newKey, newTokenCall, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()
const UNKNOWN = 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'

describe('one account', () => {
  test('a new user has a default account with one workspace and no credits', async () => {
    const person = await service.newPerson('Aiko')

    const account = await person.call('GET', '/api/control/account')

    expect(account.status).toBe(200)
    expect(account.body).toEqual({
      account_id: expect.stringMatching(/^acc_/),
      name: 'Aiko',
      kind: 'default',
      plan: 'self_hosted',
      status: 'active',
      credits: { monthly: 0, prepaid: 0, used: 0, remaining: 0, period_end: null },
      owner_id: person.userId,
      workspace_count: 1,
      key_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('a session may name any account its user owns', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person, 'Lab')

    const account = await person.call('GET', `/api/control/account?account_id=${developer}`)

    expect(account).toMatchObject({ status: 200, body: { account_id: developer, name: 'Lab', kind: 'developer' } })
  })

  test('an account of another user is not found, and neither is one that does not exist', async () => {
    const person = await service.newPerson()
    const other = await defaultAccount(await service.newPerson())

    const answers = await Promise.all(
      [other, UNKNOWN, 'nonsense'].map((id) => person.call('GET', `/api/control/account?account_id=${id}`)),
    )

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']))
  })

  test('a token or key is bound to exactly one account: it reads its own without naming it', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person)
    const scopes = ['account:read']
    const key = await newKey(service, person, { scopes, account_id: developer })
    const token = await newTokenCall(service, person, { scopes, account_id: developer })

    const answers = await Promise.all([key('GET', '/api/control/account'), token('GET', '/api/control/account')])

    expect(answers.map(({ body }) => body.account_id)).toEqual([developer, developer])
  })

  test('a key that names another account of its owner is out of reach; one of another user is not found', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person)
    const foreign = await defaultAccount(await service.newPerson())
    const key = await newKey(service, person, { scopes: ['account:read'] })

    const sibling = await key('GET', `/api/control/account?account_id=${developer}`)
    const other = await key('GET', `/api/control/account?account_id=${foreign}`)

    expect(sibling).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
    expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('a key pinned to a workspace reaches that workspace alone, not the account', async () => {
    const person = await service.newPerson()
    const key = await newKey(service, person, { scopes: ['account:read'], workspace_id: await newWorkspace(person) })

    const one = await key('GET', '/api/control/account')
    const list = await key('GET', '/api/control/accounts')

    expect([one.body.code, list.body.code]).toEqual(['out_of_reach', 'out_of_reach'])
  })

  test('reading an account takes account:read, whatever else the key may do', async () => {
    const person = await service.newPerson()
    const key = await newKey(service, person, { scopes: ['billing:manage', 'workspaces:read', 'keys:read'] })

    const refused = await key('GET', '/api/control/account')

    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['account:read'] },
    })
  })

  test('it counts its workspaces, and of its keys those that still work', async () => {
    const person = await service.newPerson()
    await newWorkspace(person)
    await newKey(service, person, { scopes: ['account:read'] })
    const { body: gone } = await person.call('POST', '/api/control/account/keys', { scopes: ['account:read'] })
    await person.call('DELETE', `/api/control/account/keys/${gone.key_id}`)

    const { body } = await person.call('GET', '/api/control/account')

    expect(body).toMatchObject({ workspace_count: 2, key_count: 1 })
  })
})

describe('all accounts', () => {
  test('the default account comes first, then developer accounts, oldest first', async () => {
    const person = await service.newPerson('Aiko')
    await newDeveloperAccount(person, 'First')
    await newDeveloperAccount(person, 'Second')

    const { body } = await person.call('GET', '/api/control/accounts?provision=false')

    expect(body.accounts.map(({ name }: { name: string }) => name)).toEqual(['Aiko', 'First', 'Second'])
  })

  test('account keys and tokens see only their own account', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person)
    const own = await defaultAccount(person)
    const key = await newKey(service, person, { scopes: ['account:read'], account_id: developer })
    const token = await newTokenCall(service, person, { scopes: ['account:read'] })

    const seen = await Promise.all([key('GET', '/api/control/accounts'), token('GET', '/api/control/accounts')])

    expect(seen.map(({ body }) => body.accounts.map((account: { account_id: string }) => account.account_id))).toEqual([
      [developer],
      [own],
    ])
  })
})

describe('a developer account', () => {
  test('begins without a workspace', async () => {
    const person = await service.newPerson()

    const made = await person.call('POST', '/api/control/accounts', { name: 'Lab' })

    expect(made).toMatchObject({ status: 201, body: { name: 'Lab', kind: 'developer', workspace_count: 0 } })
  })

  test('needs the session of its owner: no token or key may create one, whatever its scopes', async () => {
    const person = await service.newPerson()
    const scopes = ['account:read', 'billing:manage', 'workspaces:create', 'keys:mint']
    const key = await newKey(service, person, { scopes })
    const token = await newTokenCall(service, person, { scopes })

    const refused = await Promise.all(
      [key, token].map((call) => call('POST', '/api/control/accounts', { name: 'Lab' })),
    )

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, 'session_required']))
    expect((await person.call('GET', '/api/control/accounts')).body.accounts).toHaveLength(1)
  })

  test('has a name of 1 to 120 characters on one line', async () => {
    const person = await service.newPerson()
    const names = ['', 'x'.repeat(121), 'two\nlines', 'nul\u0000', undefined]

    const refused = await Promise.all(names.map((name) => person.call('POST', '/api/control/accounts', { name })))
    const longest = await person.call('POST', '/api/control/accounts', { name: '名'.repeat(120) })

    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422))
    expect(longest.status).toBe(201)
  })

  test('sent twice under one Idempotency-Key, is created once', async () => {
    const person = await service.newPerson()
    const create = () => person.call('POST', '/api/control/accounts', { name: 'Lab' }, { 'idempotency-key': 'once' })

    const [first, second] = [await create(), await create()]

    expect(second.body.account_id).toBe(first.body.account_id)
    expect((await person.call('GET', '/api/control/accounts')).body.accounts).toHaveLength(2)
  })
})
