import { describe, expect, test } from 'vitest'
import { agentPrograms, HOME } from '../../../../test/agent-program.ts'
import { newBrowser } from '../../../../test/browser.ts'
import { startService } from '../../../../test/service.ts'
import { Keyring } from '../../../platform/keyring.ts'
import { clientIdOf } from './oauth-client.ts'

const service = startService({ settings: { baseUrl: HOME } })
const { exchange, newBrowserOf, newClient, newCode, newOfficialClient } = agentPrograms(service)

describe('the official client', () => {
  test.each([
    ['write', 'workbooks:read workbooks:write'],
    ['propose', 'workbooks:read workbooks:propose'],
    ['read', 'workbooks:read'],
  ])('is let in by a person who agrees to %s, and has a token like any other', async (answer, scope) => {
    const person = await service.newPerson()
    const { kept, letIn, listTools } = newOfficialClient()

    const page = await letIn(person, answer)
    const tools = await listTools()

    expect(page.text).toContain('Agent of a test')
    expect(kept.tokens).toMatchObject({ scope, token_type: 'Bearer', expires_in: 3600 })
    expect(tools.includes('edit_rows')).toBe(answer !== 'read')
    expect(tools.includes('undo_operation')).toBe(answer === 'write')
    const { body } = await person.call('GET', '/api/v1/me/tokens')
    expect(body.tokens).toMatchObject([{ name: 'Agent of a test', scopes: scope.split(' ') }])
  })
})

describe('a code', () => {
  test('is good for one exchange', async () => {
    const { brought } = await newCode()

    const [first, second] = [await exchange(brought), await exchange(brought)]

    expect([first.status, typeof first.body.access_token]).toEqual([200, 'string'])
    expect(second).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(50) }],
    ['another program', { client_id: 'another.client' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }],
    ['another code', { code: 'guess' }],
  ])('brings nothing with %s, and is used up by the attempt', async (_, wrong) => {
    const { brought } = await newCode()

    const refused = await exchange({ ...brought, ...wrong })
    const later = await exchange(brought)

    expect(refused).toEqual({ status: 400, body: { error: 'invalid_grant' } })
    expect(later.status).toBe('code' in wrong ? 200 : 400)
  })

  test('is worth nothing a minute later', async () => {
    const { brought } = await newCode()
    await service.running.admin.query("update oauth_grant set expires_at = now() - interval '1 second'")

    expect(await exchange(brought)).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('a request for authorization', () => {
  const authorize = (asked: object) => `${HOME}/api/auth/oauth/authorize?${new URLSearchParams({ ...asked })}`

  test('leads nowhere that the program did not name when it registered', async () => {
    const { asked } = await newClient()
    const browser = await newBrowserOf(await service.newPerson())

    const elsewhere = await browser.get(authorize({ ...asked, redirect_uri: 'https://evil.example/' }))
    const forged = await browser.get(authorize({ ...asked, client_id: `${asked.client_id}x` }))
    const consented = await browser.post(`${HOME}/api/auth/oauth/consent`, {
      ...asked,
      redirect_uri: 'https://evil.example/',
      answer: 'write',
    })

    for (const page of [elsewhere, forged, consented]) expect([page.status, page.location]).toEqual([400, null])
  })

  test.each([
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another service', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for what is not given', { scope: 'billing:manage' }, 'invalid_scope'],
  ])('%s is sent back with what is wrong', async (_, wrong, error) => {
    const { asked } = await newClient()
    const browser = await newBrowserOf(await service.newPerson())

    const { status, location } = await browser.get(authorize({ ...asked, ...wrong }))

    expect(status).toBe(303)
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({ error, state: 'x y', iss: HOME })
  })

  test.each([
    ['https://elsewhere.example/cb', { response_type: 'token' }],
    ['https://elsewhere.example/cb', { scope: 'billing:manage' }],
    ['https://elsewhere.example/cb', { resource: 'https://elsewhere.example/mcp' }],
    ['https://elsewhere.example/cb', { code_challenge: '' }],
    ['cursor://elsewhere/cb', { response_type: '' }],
  ])('that is mistaken leads to no other machine, %s, but to a page: %j', async (address, wrong) => {
    const { asked } = await newClient({ redirect_uris: [address] })
    const [stranger, person] = [newBrowser({ [HOME]: service.url() }), await newBrowserOf(await service.newPerson())]

    for (const browser of [stranger, person]) {
      const { status, location } = await browser.get(authorize({ ...asked, redirect_uri: address, ...wrong }))
      expect([status, location]).toEqual([400, null])
    }
  })

  test('leads to no address that is refused today, though the program registered it once', async () => {
    const address = 'ms-msdt:/id'
    const refused = await service.as(null)('POST', '/api/auth/oauth/register', { redirect_uris: [address] })
    const { asked } = await newClient()
    const keyring = new Keyring(service.running.settings.secretKeys)
    const client_id = clientIdOf(keyring, { name: 'P', redirectUris: [address], isRenewing: false })
    const browser = await newBrowserOf(await service.newPerson())

    const page = await browser.get(authorize({ ...asked, client_id, redirect_uri: address, response_type: '' }))

    expect(refused.status).toBe(422)
    expect([page.status, page.location]).toEqual([400, null])
  })

  test('of a person who is not logged in goes by the login page and comes back', async () => {
    const { asked } = await newClient()
    const browser = newBrowser({ [HOME]: service.url() })

    const { status, location } = await browser.get(authorize(asked))
    const back = new URL(new URL(location ?? '', HOME).searchParams.get('return_to') ?? '', HOME)

    expect([status, back.pathname]).toEqual([303, '/api/auth/oauth/authorize'])
    expect(Object.fromEntries(back.searchParams)).toEqual(asked)
  })

  test('is not answered by a form that another site made, nor inside its frame', async () => {
    const { asked } = await newClient()
    const browser = await newBrowserOf(await service.newPerson())

    const page = await browser.get(authorize(asked))
    const fields = { ...asked, answer: 'read' }
    const foreign = await browser.post(`${HOME}/api/auth/oauth/consent`, fields, { origin: 'https://evil.example' })
    const denied = await browser.post(`${HOME}/api/auth/oauth/consent`, { ...asked, answer: 'deny' })

    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:7777;")
    expect([foreign.status, foreign.location]).toEqual([403, null])
    expect(denied.location).toContain('error=access_denied')
  })
})
