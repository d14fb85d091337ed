import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { findBrowserUser } from '../../../people/sessions/pages/browser-user.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import { languageOf } from '../../../people/sessions/pages/page-texts.ts'
import { refuseIfForeign } from '../../../people/sessions/pages/same-origin.ts'
import type { KnownUser } from '../../../people/sessions/sessions.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { Answer, type Endpoint, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import type { Settings } from '../../../platform/settings.ts'
import {
  ASKED_FIELDS,
  type AuthorizationRequest,
  answerAddress,
  GIVEN_SCOPES,
  isHere,
  type RequestedAuthorization,
  readAuthorization,
  scopesGiven,
} from './authorization-request.ts'
import { ClientMetadata, clientOf, findRefusedRedirect } from './client-metadata.ts'
import { consentHeaders, oauthConsentPage, refusedPage } from './consent-page.ts'
import { findClient } from './find-client.ts'
import { clientIdOf } from './oauth-client.ts'
import { exchangeCode, grantCode, type Issued, renewToken } from './tokens.ts'

/** How an agent's program gets a credential of a person: OAuth 2.1 for public clients, as the Model Context Protocol asks for it. */

type Headers = Readonly<Record<string, string | undefined>>

const AUTHORIZE = '/api/auth/oauth/authorize'
const HTML = 'text/html; charset=utf-8'

/** A field that was not sent is an empty one. */
const Field = Type.String({ maxLength: 4000, default: '' })
const Asked = Type.Object({
  response_type: Field,
  client_id: Field,
  redirect_uri: Field,
  code_challenge: Field,
  code_challenge_method: Field,
  state: Field,
  scope: Field,
  resource: Field,
})

const sendOn = (location: string) => new Answer(303, '', { location })

const toLogin = (asked: RequestedAuthorization) => {
  const query = new URLSearchParams(ASKED_FIELDS.map((name): [string, string] => [name, asked[name]]))
  return sendOn(`/login?return_to=${encodeURIComponent(`${AUTHORIZE}?${query}`)}`)
}

/** Goes on with a good request of a user who is logged in; reports any other to the user or the program. */
async function withRequest(
  ctx: PublicContext,
  headers: Headers,
  asked: RequestedAuthorization,
  act: (request: AuthorizationRequest, user: KnownUser) => Promise<Answer>,
): Promise<Answer> {
  const user = await findBrowserUser(ctx, headers)
  const read = readAuthorization(ctx, asked, await findClient(ctx, asked.client_id, user))
  switch (read.kind) {
    case 'good':
      return user ? act(read.request, user) : toLogin(asked)
    case 'login_needed':
      return toLogin(asked)
    case 'mistaken':
      return sendOn(answerAddress(ctx, read.redirectUri, { error: read.error, state: read.state }))
    case 'refused':
    case 'unknown':
    case 'bad_document':
      return new Answer(400, refusedPage(languageOf(headers), read), PAGE_HEADERS)
  }
}

const metadata = (path: string, operation: string) =>
  endpoint({
    method: 'GET',
    path,
    operation,
    summary: 'Where programs ask to be let in (RFC 8414)',
    scope: 'none',
    status: 200,
    produces: JSON_TYPE,
    handle: async ({ ctx }) => JSON.stringify(authorizationServer(ctx.settings)),
  })

const Exchange = Type.Object({
  grant_type: Field,
  code: Field,
  redirect_uri: Field,
  client_id: Field,
  code_verifier: Field,
  refresh_token: Field,
  resource: Field,
})

/** By what the program brings: the code of a person who agreed, or a ticket. */
const GRANTS: Readonly<
  Record<string, (ctx: PublicContext, body: Static<typeof Exchange>) => Promise<Issued | undefined>>
> = {
  authorization_code: (ctx, { code, client_id: clientId, redirect_uri: redirectUri, code_verifier: codeVerifier }) =>
    exchangeCode(ctx, { code, clientId, redirectUri, codeVerifier }),
  refresh_token: (ctx, { refresh_token: ticket, client_id: clientId }) => renewToken(ctx, { ticket, clientId }),
}

export const oauthEndpoints: readonly Endpoint[] = [
  metadata('/.well-known/oauth-authorization-server', 'describeAuthorizationServer'),
  endpoint({
    method: 'POST',
    path: '/api/auth/oauth/register',
    operation: 'registerOauthClient',
    summary: 'A program introduces itself (RFC 7591)',
    scope: 'none',
    body: ClientMetadata,
    status: 201,
    produces: JSON_TYPE,
    handle: async ({ ctx, body }) => JSON.stringify(registered(ctx, body)),
  }),
  endpoint({
    method: 'GET',
    path: AUTHORIZE,
    operation: 'oauthConsentPage',
    summary: 'The page on which a person lets an agent in',
    scope: 'none',
    query: Asked,
    status: 200,
    alsoStatus: [303, 400],
    produces: HTML,
    handle: ({ ctx, query, headers }) =>
      withRequest(ctx, headers, query, async (request, user) => {
        const page = oauthConsentPage(languageOf(headers), { request, asked: query, email: user.email })
        return new Answer(200, page, consentHeaders(request))
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/oauth/consent',
    operation: 'submitOauthConsent',
    summary: 'Let an agent in, or send it away',
    scope: 'none',
    consumes: 'form',
    body: Type.Object({ ...Asked.properties, answer: Field }),
    status: 303,
    alsoStatus: [400],
    produces: HTML,
    handle: async ({ ctx, body, headers }) => {
      refuseIfForeign(ctx, headers)
      return withRequest(ctx, headers, body, async (request, user) => {
        const { redirectUri, state } = request
        const scopes = scopesGiven(request, body.answer)
        if (!scopes) return sendOn(answerAddress(ctx, redirectUri, { error: 'access_denied', state }))
        const code = await grantCode(ctx, user.userId, request, scopes)
        return sendOn(answerAddress(ctx, redirectUri, { code, state }))
      })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/oauth/token',
    operation: 'exchangeOauthCode',
    summary: 'Exchange a code, or a refresh token, for a credential; once',
    scope: 'none',
    consumes: 'form',
    body: Exchange,
    status: 200,
    alsoStatus: [400],
    produces: JSON_TYPE,
    handle: async ({ ctx, body }) => {
      const exchange = Object.hasOwn(GRANTS, body.grant_type) ? GRANTS[body.grant_type] : undefined
      if (!exchange) return refusedExchange('unsupported_grant_type')
      if (!isHere(ctx.settings, body.resource)) return refusedExchange('invalid_target')
      const issued = await exchange(ctx, body)
      if (!issued) return refusedExchange('invalid_grant')
      return JSON.stringify({
        access_token: issued.token,
        token_type: 'Bearer',
        expires_in: issued.expiresInSeconds,
        scope: issued.scopes.join(' '),
        ...(issued.ticket === null ? {} : { refresh_token: issued.ticket }),
      })
    },
  }),
]

/** In the words of OAuth, which its clients read. */
const refusedExchange = (error: string) => new Answer(400, JSON.stringify({ error }))

function registered(ctx: PublicContext, metadata: Static<typeof ClientMetadata>) {
  const wrong = findRefusedRedirect(metadata, ctx.settings.oauthAppSchemes)
  if (wrong >= 0)
    throw invalidField(
      ['body', 'redirect_uris', wrong],
      'redirect_uri',
      'must be https, http on 127.0.0.1, [::1] or localhost, or the scheme of a known app or in the form com.example.app',
    )
  const client = clientOf(metadata)
  return {
    client_id: clientIdOf(ctx.keyring, client),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', ...(client.isRenewing ? ['refresh_token'] : [])],
    response_types: ['code'],
  }
}

/** Who gives credentials to agents, and how: metadata of an authorization server (RFC 8414). */
const authorizationServer = ({ baseUrl, outgoing }: Settings) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/api/auth/oauth/authorize`,
  token_endpoint: `${baseUrl}/api/auth/oauth/token`,
  registration_endpoint: `${baseUrl}/api/auth/oauth/register`,
  scopes_supported: GIVEN_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  // A service that sends no requests to other machines cannot read their documents.
  client_id_metadata_document_supported: outgoing.isOpen,
})
