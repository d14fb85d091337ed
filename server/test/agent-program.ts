import { createHash } from 'node:crypto'
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { newBrowser } from './browser.ts'
import type { startService } from './service.ts'

/** Clients send no credentials without TLS; under this name the service is known to them. */
export const HOME = 'https://bindery.test'
export const CALLBACK = 'http://127.0.0.1:7777/callback'

const VERIFIER = 'v'.repeat(50)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

type Service = ReturnType<typeof startService>
type Metadata = Partial<OAuthClientMetadata>

/** Programs of agents that ask a service to be let in, and the people who decide about it. */
export function agentPrograms(service: Service) {
  async function newBrowserOf({ email, password }: { email: string; password: string }, language = 'en') {
    const browser = newBrowser({ [HOME]: service.url() }, language)
    await browser.post(`${HOME}/api/auth/forms/login`, { email, password, return_to: '' })
    return browser
  }

  /** A program that was written by hand. */
  async function newClient(metadata: Metadata = {}) {
    const registration = { client_name: 'P', redirect_uris: [CALLBACK], ...metadata }
    const { body } = await service.as(null)('POST', '/api/auth/oauth/register', registration)
    const asked = askedBy(body.client_id)
    return { asked, client_id: asked.client_id }
  }

  const askedBy = (client_id: string) => ({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'x y',
    scope: 'workbooks:read',
    resource: `${HOME}/mcp`,
  })

  /** A code that a person has agreed to. */
  const newCode = async (metadata: Metadata = {}) => newCodeFor((await newClient(metadata)).client_id)

  async function newCodeFor(client_id: string) {
    const person = await service.newPerson()
    const browser = await newBrowserOf(person)
    const asked = askedBy(client_id)
    const { location } = await browser.post(`${HOME}/api/auth/oauth/consent`, { ...asked, answer: 'read' })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const brought = {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }
    return { brought, person }
  }

  async function exchange(fields: Record<string, string>) {
    const response = await fetch(`${service.url()}/api/auth/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  return {
    newBrowserOf,
    newClient,
    newCode,
    newCodeFor,
    askedBy,
    exchange,
    newOfficialClient: officialClient(service, newBrowserOf),
  }
}

/** The official client: keeps what it wants kept, and stops where a person is needed. */
const officialClient =
  (
    service: Service,
    newBrowserOf: (person: { email: string; password: string }) => Promise<ReturnType<typeof newBrowser>>,
  ) =>
  (more: Pick<OAuthClientProvider, 'clientMetadataUrl'> = {}) => {
    const kept: {
      client?: StoredOAuthClientInformation
      tokens?: StoredOAuthTokens
      verifier?: string
      url?: URL
      discovered?: OAuthDiscoveryState
    } = {}
    const authProvider: OAuthClientProvider = {
      ...more,
      redirectUrl: CALLBACK,
      clientMetadata: {
        client_name: 'Agent of a test',
        redirect_uris: [CALLBACK],
        scope: 'workbooks:read workbooks:write',
      },
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
    /** Under its public name, though it listens elsewhere. */
    const fetchThere = (input: string | URL | Request, init?: RequestInit) =>
      fetch(String(input instanceof Request ? input.url : input).replace(HOME, service.url()), init)
    const connect = () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${HOME}/mcp`), { authProvider, fetch: fetchThere })
      const client = new Client({ name: 'test', version: '1' })
      return { client, transport, connected: client.connect(transport) }
    }
    /** What it may do now. */
    const listTools = async () => {
      const { client, connected } = connect()
      await connected
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }
    /** Asks to be let in, and a person answers on the page that opens. */
    const letIn = async (person: { email: string; password: string }, answer: string) => {
      const { transport, connected } = connect()
      await connected.then(
        () => Promise.reject(new Error('it was let in already')),
        () => undefined,
      )
      const browser = await newBrowserOf(person)
      const page = await browser.get(String(kept.url))
      const sent = await browser.post(`${HOME}/api/auth/oauth/consent`, { ...hiddenFields(page.text), answer })
      await transport.finishAuth(new URL(sent.location ?? '').searchParams)
      return page
    }
    return { kept, letIn, listTools }
  }

/** What a page has filled into its form already. */
const hiddenFields = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
    ]),
  )
