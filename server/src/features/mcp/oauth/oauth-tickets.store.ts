import { type Insertable, sql } from 'kysely'
import type { OauthTicket } from '../../../platform/database-schema.ts'
import type { Tx } from '../../../platform/postgres.ts'

export type NewTicket = Omit<Insertable<OauthTicket>, 'expiresAt'> & { days: number }

export async function insertOauthTicket(tx: Tx, { days, ...ticket }: NewTicket) {
  const expiresAt = sql<Date>`now() + make_interval(days => ${days})`
  await tx
    .insertInto('oauthTicket')
    .values({ ...ticket, expiresAt })
    .execute()
}

/** Locked with its token: of two who bring the same ticket one comes second, and finds it used. */
export function lockOauthTicket(tx: Tx, ticketHashes: Buffer[]) {
  return tx
    .selectFrom('oauthTicket')
    .innerJoin('credential', 'credential.credentialId', 'oauthTicket.credentialId')
    .selectAll('oauthTicket')
    .select(['credential.scopes', 'credential.revokedAt'])
    .select(sql<boolean>`oauth_ticket.expires_at > now()`.as('isLive'))
    .where('ticketHash', 'in', ticketHashes)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateOauthTicketUsed(tx: Tx, ticketHash: Buffer) {
  await tx.updateTable('oauthTicket').set({ usedAt: sql<Date>`now()` }).where('ticketHash', '=', ticketHash).execute()
}

export async function deleteExpiredOauthTickets(tx: Tx) {
  await tx.deleteFrom('oauthTicket').where('expiresAt', '<', sql<Date>`now()`).execute()
}
