import { randomBytes } from 'node:crypto'
import type { PublicContext } from '../../platform/context.ts'
import { fromWireId, newId, toWireId } from '../../platform/ids.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { findUser } from '../accounts/users.store.ts'
import { readAccessToken, signAccessToken } from './session-token.ts'
import { expiredToken, invalidToken, sessionRevoked } from './sessions.errors.ts'
import {
  findSessionOfTicket,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  updateRotated,
  updateSessionRevoked,
} from './sessions.store.ts'

export type KnownUser = { userId: string; email: string; name: string }

/** What a logged-in user holds. */
export type Login = { accessToken: string; refreshToken: string; user: KnownUser }

export async function beginSession(ctx: PublicContext, tx: Tx, user: KnownUser): Promise<Login> {
  const { sessionId } = await insertSession(tx, { sessionId: newId(), userId: user.userId })
  return issueTokens(ctx, tx, sessionId, user)
}

/** A fresh pair for a session that goes on. */
async function issueTokens(ctx: PublicContext, tx: Tx, sessionId: string, user: KnownUser): Promise<Login> {
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, { tokenHash: ticketHash(ctx.keyring, refreshToken), sessionId })
  const claims = { userId: toWireId('usr', user.userId), sessionId: toWireId('sess', sessionId) }
  return { accessToken: await signAccessToken(ctx.keyring, ctx.settings.baseUrl, claims), refreshToken, user }
}

/** Trades a ticket for a fresh pair. A ticket that comes back was stolen, or its successor was: the session ends. */
export async function refreshSession(ctx: PublicContext, ticket: string): Promise<Login> {
  const outcome = await inTransaction(ctx.db, (tx) => rotate(ctx, tx, ticket))
  switch (outcome) {
    case 'unknown':
      throw invalidToken()
    case 'expired':
      throw expiredToken()
    case 'revoked':
      // Thrown only here: the end of the session must outlive the refusal.
      throw sessionRevoked()
    default:
      return outcome
  }
}

async function rotate(ctx: PublicContext, tx: Tx, ticket: string): Promise<Login | 'unknown' | 'expired' | 'revoked'> {
  const found = await lockRefreshToken(tx, ticketHashes(ctx.keyring, ticket))
  if (!found) return 'unknown'
  if (found.revokedAt) return 'revoked'
  if (found.rotatedAt) {
    await updateSessionRevoked(tx, found.sessionId, 'refresh token used twice')
    return 'revoked'
  }
  if (found.isExpired) return 'expired'
  const user = await findUser(tx, found.userId)
  if (!user) return 'unknown'

  await updateRotated(tx, found.tokenHash)
  return issueTokens(ctx, tx, found.sessionId, user)
}

/** Ends a session, found by its access token or its ticket. One that is over already stays over. */
export async function logOut(
  ctx: PublicContext,
  { accessToken, ticket }: { accessToken: string | undefined; ticket: string | undefined },
) {
  const sessionId = accessToken
    ? await sessionOfAccessToken(ctx, accessToken)
    : await sessionOfTicket(ctx, ticket ?? '')
  if (sessionId) await inTransaction(ctx.db, (tx) => updateSessionRevoked(tx, sessionId, 'logged out'))
}

async function sessionOfAccessToken(ctx: PublicContext, accessToken: string): Promise<string> {
  const claims = await readAccessToken(ctx.keyring, ctx.settings.baseUrl, accessToken)
  if (claims === 'invalid') throw invalidToken()
  if (claims === 'expired') throw expiredToken()
  return fromWireId('sess', claims.sessionId)
}

async function sessionOfTicket(ctx: PublicContext, ticket: string): Promise<string | undefined> {
  const found = await findSessionOfTicket(ctx.db, ticketHashes(ctx.keyring, ticket))
  return found?.sessionId
}

/** The refresh token of a session: a ticket that is good for one renewal. Only its keyed hash is kept. */
const ticketHash = (keyring: Keyring, ticket: string) => keyring.sign('login', `ticket ${ticket}`)

/** Under every accepted key, to find it by. */
export const ticketHashes = (keyring: Keyring, ticket: string) => keyring.signatures('login', `ticket ${ticket}`)
