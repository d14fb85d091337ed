import type { Scope } from '../../../platform/caller.ts'
import type { PublicContext } from '../../../platform/context.ts'
import type { Settings } from '../../../platform/settings.ts'
import { type DocumentFault, isClientAddress } from './client-document.ts'
import type { FoundClient } from './find-client.ts'
import { isLoopback, isRedirectAddress, isRegistered, type OauthClient } from './oauth-client.ts'

/** What programs may be given; which of it, the person decides. */
export const GIVEN_SCOPES = [
  'workbooks:read',
  'workbooks:propose',
  'workbooks:write',
] as const satisfies readonly Scope[]

/** As it comes in the address, or in the form that repeats it. */
export type RequestedAuthorization = {
  response_type: string
  client_id: string
  redirect_uri: string
  code_challenge: string
  code_challenge_method: string
  state: string
  scope: string
  resource: string
}

export const ASKED_FIELDS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const satisfies readonly (keyof RequestedAuthorization)[]

export type AuthorizationRequest = {
  client: OauthClient
  clientId: string
  redirectUri: string
  codeChallenge: string
  state: string
  scopes: readonly Scope[]
}

export type ReadRequest =
  | { kind: 'good'; request: AuthorizationRequest }
  /** The program waits on this machine, and is given its mistake. */
  | { kind: 'mistaken'; redirectUri: string; state: string; error: string }
  | { kind: 'login_needed' }
  | RefusedRequest

/** Shown on a page, and sent to no address. */
export type RefusedRequest =
  /** A mistake of a program elsewhere: no user has agreed to go there. */
  | { kind: 'refused'; error: string }
  /** Not a registered program, or not an address of it. */
  | { kind: 'unknown' }
  | { kind: 'bad_document'; fault: DocumentFault }

/**
 * Judges a request for authorization (RFC 6749 4.1.1, with PKCE). Any program may register, so a registered address says
 * nothing about its owner: without a person's answer the browser goes to no other machine (RFC 9700, 4.11.2).
 */
export function readAuthorization(ctx: PublicContext, asked: RequestedAuthorization, found: FoundClient): ReadRequest {
  if (found.kind !== 'known') return found
  const { client } = found
  const isAllowed = isRedirectAddress(asked.redirect_uri, ctx.settings.oauthAppSchemes)
  if (!isAllowed || !isRegistered(client, asked.redirect_uri)) return notItsAddress(asked)
  const { redirect_uri: redirectUri, state, code_challenge: codeChallenge, client_id: clientId } = asked
  const error = mistakeIn(ctx, asked)
  if (error && !isLoopback(new URL(redirectUri))) return { kind: 'refused', error }
  if (error) return { kind: 'mistaken', redirectUri, state, error }
  const scopes = scopesIn(asked.scope)
  return { kind: 'good', request: { client, clientId, redirectUri, codeChallenge, state, scopes } }
}

const notItsAddress = ({ client_id }: RequestedAuthorization): ReadRequest =>
  isClientAddress(client_id) ? { kind: 'bad_document', fault: 'unlisted_redirect' } : { kind: 'unknown' }

function mistakeIn({ settings }: PublicContext, asked: RequestedAuthorization): string | undefined {
  if (asked.response_type !== 'code') return 'unsupported_response_type'
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(asked.code_challenge)) return 'invalid_request'
  if (scopesIn(asked.scope).length === 0) return 'invalid_scope'
  return isHere(settings, asked.resource) ? undefined : 'invalid_target'
}

/** What a token is wanted for (RFC 8707): without a word for this service. */
export const isHere = ({ baseUrl }: Settings, resource: string) =>
  ['', baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`].includes(resource)

/** Those of the wanted that can be had; a program that names none wants to read. */
function scopesIn(wanted: string): Scope[] {
  const words = wanted.split(' ').filter(Boolean)
  return words.length === 0 ? ['workbooks:read'] : GIVEN_SCOPES.filter((scope) => words.includes(scope))
}

/** Of what a program wants, what a person gives who lets it do this much; null: the person denies it. */
export function scopesGiven({ scopes }: AuthorizationRequest, answer: string): readonly Scope[] | null {
  switch (answer) {
    case 'write':
      // Writing holds proposing.
      return scopes.includes('workbooks:write') ? scopes.filter((scope) => scope !== 'workbooks:propose') : scopes
    case 'propose':
      return mayPropose(scopes) ? ['workbooks:read', 'workbooks:propose'] : ['workbooks:read']
    case 'read':
      return ['workbooks:read']
    default:
      return null
  }
}

/** A program that wants to change things can be given proposing instead. */
export const mayPropose = (scopes: readonly Scope[]) =>
  scopes.includes('workbooks:propose') || scopes.includes('workbooks:write')

/** Back to the program, with who sent it: so that it takes no answer for another's (RFC 9207). */
export function answerAddress(
  ctx: PublicContext,
  redirectUri: string,
  answer: Readonly<Record<string, string>>,
): string {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, iss: ctx.settings.baseUrl })) {
    if (value !== '') address.searchParams.set(name, value)
  }
  return address.href
}
