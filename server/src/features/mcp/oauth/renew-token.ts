import type { PublicContext } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { updateRevoked, updateSecret } from '../../credentials/credentials.store.ts'
import { newSecretText } from '../../credentials/secret-text.ts'
import type { Issued } from './exchange-code.ts'
import { clientHash } from './grant-code.ts'
import { lockOauthTicket, updateOauthTicketUsed } from './oauth-tickets.store.ts'
import { giveTicket, IDLE_DAYS, RENEWED_SECONDS, ticketHashes } from './ticket.ts'

export type BroughtTicket = { ticket: string; clientId: string }

/**
 * Trades a ticket for another secret of the same token, and the next ticket. One that was used already, or that another
 * program brings, ends the token (RFC 9700, 4.14.2). Undefined: there is nothing for it.
 */
export function renewToken(ctx: PublicContext, { ticket, clientId }: BroughtTicket): Promise<Issued | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const found = await lockOauthTicket(tx, ticketHashes(ctx.keyring, ticket))
    if (!found || found.revokedAt) return undefined
    const { credentialId, scopes } = found
    if (found.usedAt || !found.clientHash.equals(clientHash(clientId))) {
      await updateRevoked(tx, credentialId)
      return undefined
    }
    if (!found.isLive) return undefined

    const { text, prefix } = newSecretText('pat')
    const secretHash = ctx.keyring.sign('credential', text)
    await updateSecret(tx, credentialId, { secretHash, prefix, seconds: RENEWED_SECONDS, days: IDLE_DAYS })
    await updateOauthTicketUsed(tx, found.ticketHash)
    const next = await giveTicket(ctx.keyring, tx, { credentialId, clientId })
    return { token: text, expiresInSeconds: RENEWED_SECONDS, scopes, ticket: next }
  })
}
