import type { PublicContext } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { findUser } from '../accounts/users.store.ts'
import { issueTokens, type Login } from './begin-session.ts'
import { ticketHashes } from './refresh-ticket.ts'
import { expiredToken, invalidToken, sessionRevoked } from './sessions.errors.ts'
import { lockRefreshToken, updateRotated, updateSessionRevoked } from './sessions.store.ts'

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
