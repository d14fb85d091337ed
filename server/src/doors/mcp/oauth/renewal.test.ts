import { expect, test } from 'vitest'
import { agentPrograms, HOME } from '../../../../test/agent-program.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ settings: { baseUrl: HOME } })
const { exchange, newCode, newOfficialClient } = agentPrograms(service)

const RENEWING = { grant_types: ['authorization_code', 'refresh_token'] }

/** A program that a person has let in, with the token and the ticket it got. */
async function newProgram() {
  const { brought, person } = await newCode(RENEWING)
  const { body } = await exchange(brought)
  const { client_id } = brought
  const renew = (refresh_token: unknown, more: Record<string, string> = {}) =>
    exchange({ grant_type: 'refresh_token', refresh_token: String(refresh_token), client_id, ...more })
  return { first: body, person, renew }
}

const statusWith = async (token: unknown) => (await service.as(String(token))('GET', '/api/v1/me')).status

const endSecrets = () =>
  service.running.admin.query('update credential set secret_expires_at = now() where secret_expires_at is not null')

const REFUSED = { status: 400, body: { error: 'invalid_grant' } }

test('the official client renews its token by itself when that has ended, without asking its person', async () => {
  const person = await service.newPerson()
  const { kept, letIn, listTools } = newOfficialClient()
  await letIn(person, 'read')
  const before = kept.tokens
  await endSecrets()

  const tools = await listTools()

  expect(tools).toContain('query')
  expect(before).toMatchObject({ expires_in: 3600, refresh_token: expect.stringMatching(/^[\w-]{43}$/) })
  expect(kept.tokens?.access_token).not.toBe(before?.access_token)
  expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
  const { body } = await person.call('GET', '/api/v1/me/tokens')
  expect(body.tokens).toMatchObject([{ name: 'Agent of a test', revoked_at: null }])
})

test('a renewal answers another secret and another ticket of the same token, and the secret before is worth nothing', async () => {
  const { first, person, renew } = await newProgram()

  const { status, body } = await renew(first.refresh_token)

  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'workbooks:read' })
  expect(await Promise.all([statusWith(first.access_token), statusWith(body.access_token)])).toEqual([401, 200])
  const { body: listed } = await person.call('GET', '/api/v1/me/tokens')
  const days = (Date.parse(listed.tokens[0].expires_at) - Date.now()) / 86_400_000
  expect([listed.tokens.length, Math.round(days)]).toEqual([1, 30])
})

test('a ticket that comes back ends the token, no matter who has the newer one', async () => {
  const { first, person, renew } = await newProgram()
  const { body: second } = await renew(first.refresh_token)

  const again = await renew(first.refresh_token)

  expect(again).toEqual(REFUSED)
  expect(await statusWith(second.access_token)).toBe(401)
  expect(await renew(second.refresh_token)).toEqual(REFUSED)
  const { body } = await person.call('GET', '/api/v1/me/tokens')
  expect(body.tokens).toMatchObject([{ revoked_at: expect.any(String) }])
})

test('of two who bring the same ticket at once one is renewed at most, and no one is in afterwards', async () => {
  const { first, renew } = await newProgram()

  const answers = await Promise.all([renew(first.refresh_token), renew(first.refresh_token)])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const renewed = answers.find(({ status }) => status === 200)?.body
  expect(await statusWith(renewed?.access_token)).toBe(401)
})

test('a ticket that another program brings ends the token', async () => {
  const { first, renew } = await newProgram()

  const stolen = await renew(first.refresh_token, { client_id: 'another.client' })

  expect(stolen).toEqual(REFUSED)
  expect(await statusWith(first.access_token)).toBe(401)
  expect(await renew(first.refresh_token)).toEqual(REFUSED)
})

test('a program whose token was revoked, or that did not come for 30 days, asks its person again', async () => {
  const [revoked, idle] = [await newProgram(), await newProgram()]
  const { body } = await revoked.person.call('GET', '/api/v1/me/tokens')
  await revoked.person.call('DELETE', `/api/v1/me/tokens/${body.tokens[0].token_id}`)

  const afterRevoking = await revoked.renew(revoked.first.refresh_token)
  await service.running.admin.query('update oauth_ticket set expires_at = now() where used_at is null')
  const afterIdling = await idle.renew(idle.first.refresh_token)

  expect([afterRevoking, afterIdling]).toEqual([REFUSED, REFUSED])
})

test('a token that is renewed mints nothing that outlives its secret', async () => {
  const { first } = await newProgram()

  const mint = (more: object) =>
    service.as(String(first.access_token))('POST', '/api/v1/me/tokens', { name: 'longer', ...more })

  const [plain, asked] = [await mint({}), await mint({ expires_in_days: 30 })]

  expect(plain.status).toBe(201)
  expect(Date.parse(plain.body.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(asked).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
})

test('a ticket is for this service only, and no guess is one', async () => {
  const { first, renew } = await newProgram()

  const elsewhere = await renew(first.refresh_token, { resource: 'https://elsewhere.example/mcp' })
  const guessed = await renew('guess')

  expect(elsewhere).toEqual({ status: 400, body: { error: 'invalid_target' } })
  expect(guessed).toEqual(REFUSED)
  expect((await renew(first.refresh_token, { resource: `${HOME}/mcp` })).status).toBe(200)
})

test('a program that never said it renews has one token of 30 days, and no ticket', async () => {
  const { brought } = await newCode()

  const { body } = await exchange(brought)

  expect(body).toMatchObject({ expires_in: 30 * 24 * 3600 })
  expect(body).not.toHaveProperty('refresh_token')
})
