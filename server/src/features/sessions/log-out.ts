import type { PublicContext } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { ticketHashes } from './refresh-ticket.ts'
import { readAccessToken } from './session-token.ts'
import { expiredToken, invalidToken } from './sessions.errors.ts'
import { findSessionOfTicket, updateSessionRevoked } from './sessions.store.ts'

/** Ends a session, told by its access token or by its ticket. One that is over already stays over. */
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
