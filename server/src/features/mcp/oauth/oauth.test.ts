import { createHash } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { newBrowser } from '../../../../test/browser.ts'
import { startService } from '../../../../test/service.ts'

/** Clients give credentials to nobody without TLS; under this name the service is known to them. */
const HOME = 'https://bindery.test'
const CALLBACK = 'http://127.0.0.1:7777/callback'

const service = startService({ settings: { baseUrl: HOME } })

/** Under its public name, though it listens elsewhere. */
const fetchThere = (input: string | URL | Request, init?: RequestInit) =>
  fetch(String(input instanceof Request ? input.url : input).replace(HOME, service.url()), init)

/** Keeps what the official client wants kept, and stops where a person is needed. */
function newProvider(scope: string) {
  const kept: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    url?: URL
    discovered?: OAuthDiscoveryState
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Agent of a test', redirect_uris: [CALLBACK], scope },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovered) => void Object.assign(kept, { discovered }),
    discoveryState: () => kept.discovered,
  }
  return { provider, kept }
}

async function newBrowserOf(person: { email: string; password: string }) {
  const browser = newBrowser({ [HOME]: service.url() })
  const { email, password } = person
  await browser.post(`${HOME}/api/auth/forms/login`, { email, password, return_to: '' })
  return browser
}

/** What a page has filled into its form already. */
const hiddenFields = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
    ]),
  )

describe('the official client', () => {
  test.each([
    ['write', 'workbooks:read workbooks:write'],
    ['read', 'workbooks:read'],
  ])('is let in by a person who agrees to %s, and has a token like any other', async (answer, scope) => {
    const person = await service.newPerson()
    const { provider, kept } = newProvider('workbooks:read workbooks:write')
    const connect = () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${HOME}/mcp`), {
        authProvider: provider,
        fetch: fetchThere,
      })
      const client = new Client({ name: 'test', version: '1' })
      return { client, transport, connected: client.connect(transport) }
    }
    const first = connect()
    await expect(first.connected).rejects.toThrow()

    const browser = await newBrowserOf(person)
    const page = await browser.get(String(kept.url))
    const sent = await browser.post(`${HOME}/api/auth/oauth/consent`, { ...hiddenFields(page.text), answer })
    await first.transport.finishAuth(new URL(sent.location ?? '').searchParams)
    const second = connect()
    await second.connected
    const { tools } = await second.client.listTools()
    await second.client.close()

    expect(page.text).toContain('Agent of a test')
    expect(kept.tokens).toMatchObject({ scope, token_type: 'Bearer', expires_in: 30 * 24 * 3600 })
    expect(tools.some(({ name }) => name === 'edit_rows')).toBe(answer === 'write')
    const { body } = await person.call('GET', '/api/v1/me/tokens')
    expect(body.tokens).toMatchObject([{ name: 'Agent of a test', scopes: scope.split(' ') }])
  })
})

const VERIFIER = 'v'.repeat(50)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

async function newClient(redirect_uris = [CALLBACK]) {
  const { body } = await service.as(null)('POST', '/api/auth/oauth/register', { client_name: 'P', redirect_uris })
  const asked = {
    response_type: 'code',
    client_id: body.client_id as string,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'x y',
    scope: 'workbooks:read',
    resource: `${HOME}/mcp`,
  }
  return { asked, client_id: asked.client_id }
}

/** A code that somebody has agreed to. */
async function newCode() {
  const { asked, client_id } = await newClient()
  const browser = await newBrowserOf(await service.newPerson())
  const { location } = await browser.post(`${HOME}/api/auth/oauth/consent`, { ...asked, answer: 'read' })
  const code = new URL(location ?? '').searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', code, client_id, redirect_uri: CALLBACK, code_verifier: VERIFIER }
}

async function exchange(fields: Record<string, string>) {
  const response = await fetch(`${service.url()}/api/auth/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a code', () => {
  test('is good for one exchange', async () => {
    const brought = await newCode()

    const [first, second] = [await exchange(brought), await exchange(brought)]

    expect([first.status, typeof first.body.access_token]).toEqual([200, 'string'])
    expect(second).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(50) }],
    ['another program', { client_id: 'somebody.else' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }],
    ['another code', { code: 'guess' }],
  ])('brings nothing with %s, and is used up by the attempt', async (_, wrong) => {
    const brought = await newCode()

    const refused = await exchange({ ...brought, ...wrong })
    const later = await exchange(brought)

    expect(refused).toEqual({ status: 400, body: { error: 'invalid_grant' } })
    expect(later.status).toBe('code' in wrong ? 200 : 400)
  })

  test('is worth nothing a minute later', async () => {
    const brought = await newCode()
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

  test('of somebody who is not logged in goes by the login page and comes back', async () => {
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
