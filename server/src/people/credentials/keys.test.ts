import { describe, expect, test } from 'vitest'
import { credentialsAt } from '../../../test/credentials.ts'
import { startService } from '../../../test/service.ts'

/** The rules of authentication, one test per sentence: account keys. */
const service = startService()
const { newKey, newToken, newWorkbook, newWorkspace } = credentialsAt(() => service.url())

describe('minting keys', () => {
  test("a key minted by a key cannot exceed the issuer's scopes", async () => {
    const issuer = await newKey((await service.newPerson()).call, { scopes: ['keys:mint', 'workbooks:write'] })

    expect(await issuer.call('POST', '/api/control/account/keys', { scopes: ['keys:revoke'] })).toMatchObject({
      status: 403,
      body: { code: 'scope_exceeds_issuer' },
    })
    expect((await issuer.call('POST', '/api/control/account/keys', { scopes: ['workbooks:read'] })).status).toBe(201)
  })

  test("a key minted by a key cannot reach outside the issuer's resource", async () => {
    const person = await service.newPerson()
    const [finance, sales] = [await newWorkspace(person), await newWorkspace(person)]
    const pinned = await newKey(person.call, { workspace_id: finance })

    expect(await pinned.call('POST', '/api/control/account/keys', { scopes: ['keys:read'] })).toMatchObject({
      status: 201,
      body: { workspace_id: finance },
    })
    expect(
      (await pinned.call('POST', '/api/control/account/keys', { scopes: ['keys:read'], workspace_id: sales })).status,
    ).toBe(403)
    expect(
      await pinned.call('POST', '/api/control/account/keys', { scopes: ['keys:read'], workspace_id: finance }),
    ).toMatchObject({ status: 201, body: { workspace_id: finance } })
  })

  test('a token that expires mints keys that expire no later', async () => {
    const person = await service.newPerson()
    const token = await newToken(person, { scopes: ['keys:mint', 'workbooks:read'], expires_in_days: 10 })
    const mint = (more: object) =>
      token.call('POST', '/api/control/account/keys', { scopes: ['workbooks:read'], rate_limit_per_minute: 1, ...more })

    const [usual, shorter, longer] = [
      await mint({}),
      await mint({ expires_in_days: 3 }),
      await mint({ expires_in_days: 11 }),
    ]

    expect(usual).toMatchObject({ status: 201, body: { expires_at: token.body.expires_at } })
    expect(shorter.status).toBe(201)
    expect(Date.parse(shorter.body.expires_at)).toBeLessThan(Date.parse(token.body.expires_at))
    expect(longer).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
  })

  test("a key minted by the owner's session expires when its minter says so, or not at all", async () => {
    const { call } = await service.newPerson()
    const mint = (more: object) => call('POST', '/api/control/account/keys', { scopes: ['workbooks:read'], ...more })

    const [endless, ending] = [await mint({}), await mint({ expires_in_days: 1 })]

    expect(endless.body.expires_at).toBeNull()
    // The database dates the key, the node its end.
    const lifeMs = Date.parse(ending.body.expires_at) - Date.parse(ending.body.created_at)
    expect(Math.abs(lifeMs - 24 * 3600 * 1000)).toBeLessThan(5_000)
  })

  test("the owner's session may mint anything", async () => {
    const person = await service.newPerson()
    const { body } = await person.call('GET', '/api/v1/me')

    expect(
      (
        await person.call('POST', '/api/control/account/keys', {
          scopes: body.credential.scopes,
          rate_limit_per_minute: 10_000,
        })
      ).status,
    ).toBe(201)
  })

  test("workspace_id pins a key: on the data plane to that workspace's workbooks", async () => {
    const person = await service.newPerson()
    const finance = await newWorkspace(person)
    const outside = await newWorkbook(person.call)
    const pinned = await newKey(person.call, { workspace_id: finance })

    expect(pinned.body.resource).toBe(`workspace:${finance}`)
    const created = await pinned.call('POST', '/api/v1/workbooks', { title: 'Inside' })
    expect(created).toMatchObject({ status: 201, body: { workspace_id: finance } })
    expect((await pinned.call('GET', `/api/v1/workbooks/${outside}`)).status).toBe(403)
  })

  test('a pinned key sees that workspace alone on the control plane', async () => {
    const person = await service.newPerson()
    const [finance, sales] = [await newWorkspace(person), await newWorkspace(person)]
    const pinned = await newKey(person.call, { workspace_id: finance })

    expect((await pinned.call('GET', '/api/control/workspaces')).body.workspaces).toMatchObject([
      { workspace_id: finance },
    ])
    expect((await pinned.call('GET', `/api/control/workspaces/${finance}`)).status).toBe(200)
    expect(await pinned.call('GET', `/api/control/workspaces/${sales}`)).toMatchObject({
      status: 403,
      body: { code: 'out_of_reach' },
    })
  })

  test("the owner's session and account-wide keys manage every key of the account", async () => {
    const person = await service.newPerson()
    const finance = await newWorkspace(person)
    const [wide, pinned, another] = [
      await newKey(person.call),
      await newKey(person.call, { workspace_id: finance }),
      await newKey(person.call),
    ]

    expect((await wide.call('GET', '/api/control/account/keys')).body.keys).toHaveLength(3)
    expect((await wide.call('DELETE', `/api/control/account/keys/${pinned.id}`)).status).toBe(204)
    expect((await person.call('DELETE', `/api/control/account/keys/${another.id}`)).status).toBe(204)
    expect((await pinned.call('GET', '/api/v1/me')).status).toBe(401)
  })

  test('a pinned key manages only keys pinned the same way, plus itself', async () => {
    const person = await service.newPerson()
    const [finance, sales] = [await newWorkspace(person), await newWorkspace(person)]
    const [wide, mine, twin, other] = [
      await newKey(person.call),
      await newKey(person.call, { workspace_id: finance }),
      await newKey(person.call, { workspace_id: finance }),
      await newKey(person.call, { workspace_id: sales }),
    ]

    expect(
      (await mine.call('GET', '/api/control/account/keys')).body.keys
        .map(({ key_id }: { key_id: string }) => key_id)
        .toSorted(),
    ).toEqual([mine.id, twin.id].toSorted())
    for (const outside of [wide, other])
      expect((await mine.call('DELETE', `/api/control/account/keys/${outside.id}`)).status).toBe(403)
    expect((await mine.call('DELETE', `/api/control/account/keys/${twin.id}`)).status).toBe(204)
    expect((await mine.call('DELETE', `/api/control/account/keys/${mine.id}`)).status).toBe(204)
  })

  test('creating sibling accounts needs the session of the owner', async () => {
    const person = await service.newPerson()
    const key = await newKey(person.call)
    const token = await newToken(person, { scopes: ['account:read'] })

    for (const call of [key.call, token.call]) {
      expect(await call('POST', '/api/control/accounts', { name: 'Sibling' })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      })
    }
    expect((await person.call('POST', '/api/control/accounts', { name: 'Sibling' })).status).toBe(201)
  })

  test("provisioning a workspace needs an account-scoped credential or the owner's session; a pinned key cannot", async () => {
    const person = await service.newPerson()
    const finance = await newWorkspace(person)
    const [wide, pinned] = [await newKey(person.call), await newKey(person.call, { workspace_id: finance })]

    expect((await wide.call('POST', '/api/control/workspaces', { name: 'Yes' })).status).toBe(201)
    expect(await pinned.call('POST', '/api/control/workspaces', { name: 'No' })).toMatchObject({
      status: 403,
      body: { code: 'out_of_reach' },
    })
  })

  test('each key carries a rate limit: 600 when nothing is said, 1 to 10000 otherwise', async () => {
    const person = await service.newPerson()
    const ask = (rate_limit_per_minute: number) =>
      person.call('POST', '/api/control/account/keys', { scopes: ['keys:read'], rate_limit_per_minute })

    expect((await newKey(person.call)).body.rate_limit_per_minute).toBe(600)
    expect((await ask(10_000)).status).toBe(201)
    for (const outside of [0, 10_001]) expect((await ask(outside)).status).toBe(422)
    const slow = await newKey(person.call, { rate_limit_per_minute: 2 })
    const statuses = [
      await slow.call('GET', '/api/v1/me'),
      await slow.call('GET', '/api/v1/me'),
      await slow.call('GET', '/api/v1/me'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('keys do not expire unless revoked', async () => {
    expect((await newKey((await service.newPerson()).call)).body.expires_at).toBeNull()
  })
})
