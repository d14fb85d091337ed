import { describe, expect, test } from 'vitest'
import { credentialsAt } from '../../../test/credentials.ts'
import { startService } from '../../../test/service.ts'

/** The rules of authentication, one test per sentence: planes, scopes, accounts. */
const service = startService()
const { newAccount, newKey, newToken, newWorkbook } = credentialsAt(() => service.url())

describe('planes and credentials', () => {
  test('the data plane takes a personal access token as a bearer', async () => {
    const person = await service.newPerson()
    const token = await newToken(person)

    expect(token.body.token).toMatch(/^svc_pat_[0-9A-Za-z]{44}$/)
    expect((await token.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await service.as(null)('GET', '/api/v1/me')).status).toBe(401)
  })

  test('a logged-in session may mint tokens too', async () => {
    const person = await service.newPerson()

    expect((await person.call('POST', '/api/v1/me/tokens', { name: 'laptop' })).status).toBe(201)
  })

  test('the control plane takes an account key', async () => {
    const key = await newKey((await service.newPerson()).call)

    expect((await key.call('GET', '/api/control/account')).status).toBe(200)
    expect(key.body.key).toMatch(/^svc_key_[0-9A-Za-z]{44}$/)
  })

  test("the control plane takes the owner's session", async () => {
    const person = await service.newPerson()

    expect((await person.call('GET', '/api/control/account')).status).toBe(200)
  })

  test('a key may be sent as X-API-Key on the control plane, and only there', async () => {
    const key = await newKey((await service.newPerson()).call)
    const stranger = service.as(null)

    expect((await stranger('GET', '/api/control/account', undefined, { 'x-api-key': key.body.key })).status).toBe(200)
    expect((await stranger('GET', '/api/v1/me', undefined, { 'x-api-key': key.body.key })).status).toBe(401)
  })

  test('account keys with workbook scopes work on the data plane', async () => {
    const key = await newKey((await service.newPerson()).call)

    expect((await key.call('POST', '/api/v1/workbooks', { title: 'By a key' })).status).toBe(201)
  })

  test('a credential in the query string is not read', async () => {
    const token = await newToken(await service.newPerson())

    expect((await service.as(null)('GET', `/api/v1/me?access_token=${token.body.token}`)).status).toBe(401)
  })

  test('only a keyed hash of a secret is stored', async () => {
    const token = await newToken(await service.newPerson())

    const { rows } = await service.running.admin.query('select * from credential where prefix = $1', [
      token.body.prefix,
    ])

    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token.body.token.slice(-30))
    expect(token.body.token.startsWith(token.body.prefix)).toBe(true)
  })

  test('a token with a wrong checksum is refused', async () => {
    const token = await newToken(await service.newPerson())
    const last = token.body.token.endsWith('A') ? 'B' : 'A'

    const refused = await service.as(`${token.body.token.slice(0, -1)}${last}`)('GET', '/api/v1/me')

    expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="svc", error="invalid_token"')
  })
})

describe('scopes', () => {
  test('scopes are independent: no scope stands for another', async () => {
    const person = await service.newPerson()
    const key = await newKey(person.call, {
      scopes: ['workspaces:create', 'workspaces:configure', 'workspaces:delete'],
    })

    expect(await key.call('GET', '/api/control/workspaces')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['workspaces:read'] },
    })
  })

  test('within one resource write implies read', async () => {
    const person = await service.newPerson()
    const token = await newToken(person, { scopes: ['workbooks:write'] })
    const workbook = await newWorkbook(token.call)

    expect((await token.call('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(200)
    expect((await token.call('GET', '/api/control/workspaces')).status).toBe(403)
  })

  test('deleting a workbook needs workbooks:delete', async () => {
    const person = await service.newPerson()
    const workbook = await newWorkbook(person.call)
    const writer = await newToken(person, { scopes: ['workbooks:write'] })
    const deleter = await newToken(person, { scopes: ['workbooks:delete'] })

    expect((await writer.call('DELETE', `/api/v1/workbooks/${workbook}`)).status).toBe(403)
    expect((await deleter.call('DELETE', `/api/v1/workbooks/${workbook}`)).status).toBe(204)
  })

  test('restoring a snapshot and reverting a version need workbooks:delete', async () => {
    const person = await service.newPerson()
    const at = `/api/v1/workbooks/${await newWorkbook(person.call)}`
    const { body: version } = await person.call('POST', `${at}/versions`, { label: 'then' })
    const paths = [`${at}/snapshots/${version.snapshot_id}/restore`, `${at}/versions/then/revert`]
    const writer = await newToken(person, { scopes: ['workbooks:write'] })
    const deleter = await newToken(person, { scopes: ['workbooks:delete'] })

    for (const path of paths) {
      expect((await writer.call('POST', path)).body.code).toBe('insufficient_scope')
      expect((await deleter.call('POST', path)).status).toBe(200)
    }
  })

  test('cloud-files:read is on for logins and must be explicit on tokens', async () => {
    const person = await service.newPerson()
    const plain = await newToken(person, { scopes: ['workbooks:write'] })
    const explicit = await newToken(person, { scopes: ['cloud-files:read'] })

    expect((await person.call('GET', '/api/v1/me')).body.credential.scopes).toContain('cloud-files:read')
    expect((await plain.call('GET', '/api/v1/me')).body.credential.scopes).not.toContain('cloud-files:read')
    expect((await explicit.call('GET', '/api/v1/me')).body.credential.scopes).toEqual(['cloud-files:read'])
  })

  test('workspace provisioning needs workspaces:create', async () => {
    const person = await service.newPerson()
    const without = await newKey(person.call, { scopes: ['workspaces:read', 'workspaces:configure'] })
    const holder = await newKey(person.call, { scopes: ['workspaces:create'] })

    expect((await without.call('POST', '/api/control/workspaces', { name: 'No' })).status).toBe(403)
    expect((await holder.call('POST', '/api/control/workspaces', { name: 'Yes' })).status).toBe(201)
  })

  test('key minting needs keys:mint', async () => {
    const person = await service.newPerson()
    const without = await newKey(person.call, { scopes: ['keys:read', 'keys:revoke', 'account:read'] })

    expect(await without.call('POST', '/api/control/account/keys', { scopes: ['keys:read'] })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['keys:mint'] },
    })
  })
})

describe('one account', () => {
  test('a token is bound to exactly one account', async () => {
    const person = await service.newPerson()
    const developer = await newAccount(person)
    const token = await newToken(person, { account_id: developer, scopes: ['account:read'] })
    const { body: own } = await person.call('GET', '/api/control/account')

    expect((await token.call('GET', '/api/control/account')).body.account_id).toBe(developer)
    expect(await token.call('GET', `/api/control/account?account_id=${own.account_id}`)).toMatchObject({
      status: 403,
      body: { code: 'out_of_reach' },
    })
  })

  test('minting from a session targets the default account unless account_id names a developer account of the user', async () => {
    const person = await service.newPerson()
    const developer = await newAccount(person)
    const { body: own } = await person.call('GET', '/api/control/account')

    expect((await newToken(person)).body.account_id).toBe(own.account_id)
    expect((await newToken(person, { account_id: developer })).body.account_id).toBe(developer)
    expect((await newKey(person.call, { account_id: developer })).body.account_id).toBe(developer)
  })

  test('the account of another user is not there', async () => {
    const [person, other] = [await service.newPerson(), await service.newPerson()]
    const { body } = await other.call('GET', '/api/control/account')

    expect((await person.call('POST', '/api/v1/me/tokens', { name: 'x', account_id: body.account_id })).status).toBe(
      404,
    )
    expect(
      (await person.call('POST', '/api/control/account/keys', { scopes: ['keys:read'], account_id: body.account_id }))
        .status,
    ).toBe(404)
  })

  test('GET /api/v1/me reports account_id and account_name', async () => {
    const person = await service.newPerson('Haruka')
    const developer = await newAccount(person)
    const token = await newToken(person, { account_id: developer })

    expect((await token.call('GET', '/api/v1/me')).body).toMatchObject({ account_id: developer, account_name: 'Acme' })
  })
})
