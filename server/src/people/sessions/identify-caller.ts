import { type Caller, SCOPES, type Scope } from '../../platform/caller.ts'
import type { PublicContext } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import { CREDENTIAL_AHEAD, type FoundCredential, findCredentialBySecret } from '../credentials/credentials.store.ts'
import { reachOf } from '../credentials/resource.ts'
import { isSecretText } from '../credentials/secret-text.ts'
import { readAccessToken } from './session-token.ts'
import { expiredToken, invalidToken, revokedToken, sessionRevoked } from './sessions.errors.ts'
import { findLiveSession } from './sessions.store.ts'

/** Who holds this credential? The three kinds differ in their form. Revocation is asked for on every request. */
export function identifyCaller(ctx: PublicContext, credential: string): Promise<Caller> {
  if (credential.startsWith('svc_')) return identifyBySecret(ctx, credential)
  if (credential.split('.').length === 3) return identifyBySession(ctx, credential)
  throw invalidToken()
}

async function identifyBySecret(ctx: PublicContext, text: string): Promise<Caller> {
  if (!isSecretText(text)) throw invalidToken()
  const seen = ctx.ahead?.take<FoundCredential | undefined>(CREDENTIAL_AHEAD)
  const found = await (seen ?? findCredentialBySecret(ctx.db, ctx.keyring.signatures('credential', text)))
  if (!found || found.kind === 'link') throw invalidToken()
  if (found.revokedAt) throw revokedToken()
  const expiresAt = found.secretExpiresAt ?? found.expiresAt
  if (expiresAt && expiresAt <= ctx.now()) throw expiredToken()
  return {
    kind: found.kind,
    credentialId: found.credentialId,
    userId: found.userId ?? found.ownerId,
    accountId: found.accountId,
    // Safe: only known scopes are ever inserted.
    scopes: new Set(found.scopes as Scope[]),
    reach: reachOf(found.reachKind, found.reachId),
    ratePerMinute: found.ratePerMinute,
    expiresAt,
  }
}

async function identifyBySession(ctx: PublicContext, token: string): Promise<Caller> {
  const claims = await readAccessToken(ctx.keyring, ctx.settings.baseUrl, token)
  if (claims === 'invalid') throw invalidToken()
  if (claims === 'expired') throw expiredToken()
  const session = await findLiveSession(ctx.db, fromWireId('sess', claims.sessionId), fromWireId('usr', claims.userId))
  if (!session) throw sessionRevoked()
  const ratePerMinute = ctx.settings.ceilings.sessionRatePerMinute
  return sessionCaller({ ...session, expiresAt: claims.expiresAt, ratePerMinute })
}

/** Where no setting is at hand. */
const SESSION_RATE_PER_MINUTE = 600
const EVERY_SCOPE: Caller['scopes'] = new Set(SCOPES)

type SignedIn = { sessionId: string; userId: string; accountId: string; expiresAt: Date | null; ratePerMinute?: number }

/** A person who acts for themselves may do all that their roles allow. */
export const sessionCaller = ({
  sessionId,
  userId,
  accountId,
  expiresAt,
  ratePerMinute = SESSION_RATE_PER_MINUTE,
}: SignedIn): Caller => ({
  kind: 'session',
  credentialId: sessionId,
  userId,
  accountId,
  scopes: EVERY_SCOPE,
  reach: { kind: 'everything' },
  ratePerMinute,
  expiresAt,
})
