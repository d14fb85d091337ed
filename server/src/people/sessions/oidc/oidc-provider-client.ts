import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  type Configuration,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { PublicContext } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OidcProvider } from '../../../platform/settings.ts'
import { providerRefused, providerUnreachable } from '../sessions.errors.ts'

/** Speaks OpenID Connect with the identity providers the operator configured. */

const TIMEOUT_SECONDS = 10
const FRESH_MS = 3600 * 1000

/** What a provider says about a person. */
export type Vouched = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  /** The groups it names. */
  groups: string[]
}

/** What a provider publishes about itself is asked for once an hour. */
const known = new WeakMap<OidcProvider, { configuration: Configuration; askedAt: number }>()

export function findProvider({ settings }: PublicContext, name: string): OidcProvider {
  const provider = settings.oidcProviders.find((candidate) => candidate.name === name)
  if (!provider) throw notFound('identity provider', name)
  return provider
}

export async function configurationOf(ctx: PublicContext, provider: OidcProvider): Promise<Configuration> {
  const kept = known.get(provider)
  if (kept && ctx.now().getTime() - kept.askedAt < FRESH_MS) return kept.configuration
  try {
    const issuer = new URL(provider.issuer)
    const configuration = await discovery(issuer, provider.clientId, provider.clientSecret ?? undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
    })
    known.set(provider, { configuration, askedAt: ctx.now().getTime() })
    return configuration
  } catch (error) {
    throw unreachable(ctx, provider, error)
  }
}

/** Only on this very machine may a provider go without TLS. */
const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

export type Returned = { url: URL; state: string; nonce: string; codeVerifier: string }

/** Trades the code the browser brought back for what the provider says about the person. */
export async function askProvider(
  ctx: PublicContext,
  provider: OidcProvider,
  { url, state, nonce, codeVerifier }: Returned,
): Promise<Vouched> {
  const configuration = await configurationOf(ctx, provider)
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('impossible: an ID token was expected and is missing')
    // An address and whether it is verified must come from one answer.
    const isComplete = claims.email !== undefined && claims.email_verified !== undefined
    const person = isComplete ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(person.email),
      isEmailVerified: person.email_verified === true,
      name: textOf(person.name),
      groups: groupsOf(claims.groups ?? person.groups),
    }
  } catch (error) {
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
      throw providerRefused(provider.name)
    throw unreachable(ctx, provider, error)
  }
}

/** Some providers name one group as a text, and leave the claim out where there is none. */
const groupsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((name) => typeof name === 'string')

const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null)

/** The operator learns why; only the message, for the rest may hold what the provider sent. */
function unreachable(ctx: PublicContext, provider: OidcProvider, error: unknown) {
  const reason = error instanceof Error ? error.message : 'unknown'
  ctx.log.warn({ provider: provider.name, reason }, 'an identity provider failed')
  return providerUnreachable(provider.name)
}
