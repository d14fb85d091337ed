import { randomBytes } from 'node:crypto'
import type { PublicContext } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { ticketHash } from './refresh-ticket.ts'
import { signAccessToken } from './session-token.ts'
import { insertRefreshToken, insertSession } from './sessions.store.ts'

export type KnownUser = { userId: string; email: string; name: string }

/** What somebody holds who has logged in. */
export type Login = { accessToken: string; refreshToken: string; user: KnownUser }

export async function beginSession(ctx: PublicContext, tx: Tx, user: KnownUser): Promise<Login> {
  const { sessionId } = await insertSession(tx, { sessionId: newId(), userId: user.userId })
  return issueTokens(ctx, tx, sessionId, user)
}

/** A fresh pair for a session that goes on. */
export async function issueTokens(ctx: PublicContext, tx: Tx, sessionId: string, user: KnownUser): Promise<Login> {
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, { tokenHash: ticketHash(ctx.keyring, refreshToken), sessionId })
  const claims = { userId: toWireId('usr', user.userId), sessionId: toWireId('sess', sessionId) }
  return { accessToken: await signAccessToken(ctx.keyring, ctx.settings.baseUrl, claims), refreshToken, user }
}
