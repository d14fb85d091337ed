import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { Browser } from './browser.ts'

/** What an identity provider knows about a person. */
export type Identity = { sub: string; email?: string; email_verified?: boolean; name?: string; groups?: string[] }

/** What a test says about a person beside the usual. */
type About = { [K in keyof Identity]?: Identity[K] | undefined }

export const newIdentity = (about: About = {}): Identity => {
  const sub = crypto.randomUUID()
  // Safe: what is undefined is left out when the provider writes it down.
  return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Aiko', ...about } as Identity
}

export type IdentityProvider = {
  issuer: string
  /**
   * Takes a browser there and through the login as this person, or as a person who cancels; returns where it is sent then.
   * `home`: where it came from, if it is not where it starts.
   */
  sendBack: (tab: Browser, start: string, identity: Identity | null, home?: string) => Promise<string>
  /** Requests for tokens so far, as they were sent. */
  tokenRequests: string[]
  close: () => Promise<void>
}

type Client = { clientId: string; clientSecret: string; redirectUri: string }

/** A real OpenID Connect issuer on loopback. Its login page asks nothing: every visitor is the person the test named. */
export async function startIdentityProvider(client: Client): Promise<IdentityProvider> {
  const people = new Map<string, Identity>()
  const tokenRequests: string[] = []
  let next: Identity | null = null
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer, client, people)
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/token')) request.on('data', (chunk: Buffer) => tokenRequests.push(chunk.toString()))
    if (request.url?.startsWith('/interaction/')) void decide(provider, request, response, next)
    else void handle(request, response)
  })
  return {
    issuer,
    sendBack: (tab, start, identity, home = new URL(start).origin) => {
      next = identity
      if (identity) people.set(identity.sub, identity)
      return leave(tab, start, home)
    },
    tokenRequests,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function createProvider(
  issuer: string,
  { clientId, clientSecret, redirectUri }: Client,
  people: Map<string, Identity>,
) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['for tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...(people.get(sub) ?? { sub }) }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  })
}

/** What a person would do on the provider's pages. */
async function decide(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  identity: Identity | null,
) {
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    provider.interactionFinished(request, response, result)
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (!identity) return finish({ error: 'access_denied', error_description: 'cancelled' })
  if (prompt.name === 'login') return finish({ login: { accountId: identity.sub } })
  const grant = new provider.Grant({ accountId: identity.sub, clientId: String(params.client_id) })
  grant.addOIDCScope('openid email profile')
  return finish({ consent: { grantId: await grant.save() } })
}

/** From hop to hop, until the browser is to go back to where it came from. */
async function leave(tab: Browser, start: string, home: string): Promise<string> {
  let page = await tab.get(start)
  for (let hops = 0; hops < 10; hops++) {
    const destination = new URL(page.location ?? '', page.url).href
    if (new URL(destination).origin === home) return destination
    page = await tab.get(destination)
  }
  throw new Error('the provider never sent the browser back')
}
