import type { PublicContext } from '../../../platform/context.ts'
import { findUserOfTicket } from '../sessions.store.ts'
import { type KnownUser, ticketHashes } from '../sessions.ts'
import { ticketInCookie } from './login-cookies.ts'

/** Who is logged in in this browser. The ticket in its cookie is looked at, not used up. */
export async function findBrowserUser(
  ctx: PublicContext,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<KnownUser | undefined> {
  const ticket = ticketInCookie(headers)
  return ticket ? findUserOfTicket(ctx.db, ticketHashes(ctx.keyring, ticket)) : undefined
}
