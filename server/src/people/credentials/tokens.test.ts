import { describe, expect, test } from 'vitest'
import { credentialsAt } from '../../../test/credentials.ts'
import { startService } from '../../../test/service.ts'

/** The rules of authentication, one test per sentence: personal access tokens. */
const service = startService()
const { newToken, newWorkbook } = credentialsAt(() => service.url())

describe('minting tokens', () => {
  test('scopes that are not given default to workbooks:read', async () => {
    expect((await newToken(await service.newPerson())).body.scopes).toEqual(['workbooks:read'])
  })

  test('the plaintext of a token is returned once, when it is created', async () => {
    const person = await service.newPerson()
    const token = await newToken(person)

    const listed = await person.call('GET', '/api/v1/me/tokens')

    expect(listed.body.tokens).toMatchObject([{ token_id: token.id, prefix: token.body.prefix }])
    expect(JSON.stringify(listed.body)).not.toContain(token.body.token)
    expect(listed.body.tokens[0]).not.toHaveProperty('token')
  })

  test('a token lives 90 days when nothing is said', async () => {
    const { body } = await newToken(await service.newPerson())
    const days = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000

    expect(days).toBeCloseTo(90, 1)
  })

  test('within 14 days of expiry every response says when', async () => {
    const person = await service.newPerson()
    const [soon, later] = [
      await newToken(person, { expires_in_days: 10 }),
      await newToken(person, { expires_in_days: 30 }),
    ]

    expect((await soon.call('GET', '/api/v1/me')).headers.get('x-svc-token-expires')).toBe(soon.body.expires_at)
    expect((await later.call('GET', '/api/v1/me')).headers.get('x-svc-token-expires')).toBeNull()
  })

  test('an expired token gives 401', async () => {
    const token = await newToken(await service.newPerson())
    await service.running.admin.query(
      "update credential set expires_at = now() - interval '1 second' where prefix = $1",
      [token.body.prefix],
    )

    expect(await token.call('GET', '/api/v1/me')).toMatchObject({ status: 401, body: { code: 'expired_token' } })
  })

  test('a revoked token gives 401 at once, and revoking it again is fine', async () => {
    const person = await service.newPerson()
    const token = await newToken(person)

    expect((await person.call('DELETE', `/api/v1/me/tokens/${token.id}`)).status).toBe(204)

    expect(await token.call('GET', '/api/v1/me')).toMatchObject({ status: 401, body: { code: 'revoked_token' } })
    expect((await person.call('DELETE', `/api/v1/me/tokens/${token.id}`)).status).toBe(204)
  })

  test('a token mints only a subset of its own scopes and reach', async () => {
    const person = await service.newPerson()
    const [one, other] = [await newWorkbook(person.call), await newWorkbook(person.call)]
    const token = await newToken(person, { resource: `workbook:${one}`, scopes: ['workbooks:write'] })
    const mint = (request: Record<string, unknown>) =>
      token.call('POST', '/api/v1/me/tokens', { name: 'x', ...request })

    expect((await mint({ resource: `workbook:${one}`, scopes: ['workbooks:read'] })).status).toBe(201)
    expect(await mint({ resource: `workbook:${one}`, scopes: ['workbooks:delete'] })).toMatchObject({
      status: 403,
      body: { code: 'scope_exceeds_issuer' },
    })
    expect(await mint({ resource: 'account' })).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
    expect((await mint({ resource: `workbook:${other}` })).status).toBe(403)
  })

  test('a token mints none that outlives it or may call more often', async () => {
    const person = await service.newPerson()
    const token = await newToken(person, { expires_in_days: 5, rate_limit_per_minute: 100 })
    const mint = (request: Record<string, unknown>) =>
      token.call('POST', '/api/v1/me/tokens', { name: 'x', ...request })

    expect(await mint({ expires_in_days: 6 })).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
    expect(await mint({ rate_limit_per_minute: 101 })).toMatchObject({
      status: 403,
      body: { code: 'scope_exceeds_issuer' },
    })
    expect(await mint({})).toMatchObject({
      status: 201,
      body: { expires_at: token.body.expires_at, rate_limit_per_minute: 100 },
    })
  })

  test('a token sees and revokes only tokens it could have minted', async () => {
    const person = await service.newPerson()
    const strong = await newToken(person, { scopes: ['workbooks:write', 'workbooks:delete'] })
    const weak = await newToken(person, { scopes: ['workbooks:read'] })

    expect((await weak.call('GET', '/api/v1/me/tokens')).body.tokens).toMatchObject([{ token_id: weak.id }])
    expect((await weak.call('DELETE', `/api/v1/me/tokens/${strong.id}`)).status).toBe(403)
    expect((await strong.call('DELETE', `/api/v1/me/tokens/${weak.id}`)).status).toBe(204)
  })

  test('a user has at most 50 live tokens, however many are minted at once', async () => {
    const person = await service.newPerson()
    const statuses: number[] = []
    for (let batch = 0; batch < 6; batch++) {
      const mint = () => person.call('POST', '/api/v1/me/tokens', { name: 'many' })
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, mint))).map(({ status }) => status))
    }

    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
    expect((await person.call('POST', '/api/v1/me/tokens', { name: 'more' })).body.code).toBe('limit_reached')
  })

  test('requests are counted per token and day', async () => {
    const person = await service.newPerson()
    const token = await newToken(person)
    for (let n = 0; n < 3; n++) await token.call('GET', '/api/v1/me')

    await expect
      .poll(async () => (await person.call('GET', '/api/v1/me/usage')).body.tokens[0].buckets, { timeout: 8_000 })
      .toMatchObject([{ requests: 3 }])
    expect((await person.call('GET', '/api/v1/me/tokens')).body.tokens[0].last_used_at).not.toBeNull()
  })
})
