import { type Insertable, sql } from 'kysely'
import type { OauthGrant, OauthTicket } from '../../../platform/database/database-schema.ts'
import type { Tx } from '../../../platform/postgres.ts'

type NewGrant = Omit<Insertable<OauthGrant>, 'expiresAt'> & { seconds: number }

export async function insertOauthGrant(tx: Tx, { seconds, ...grant }: NewGrant) {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`
  await tx
    .insertInto('oauthGrant')
    .values({ ...grant, expiresAt })
    .execute()
}

/** Takes it out: whatever comes of the exchange, there is no second one. */
export function deleteOauthGrant(tx: Tx, codeHashes: Buffer[]) {
  return tx
    .deleteFrom('oauthGrant')
    .where('codeHash', 'in', codeHashes)
    .returningAll()
    .returning(sql<boolean>`expires_at > now()`.as('isLive'))
    .executeTakeFirst()
}

export async function deleteExpiredOauthGrants(tx: Tx) {
  await tx.deleteFrom('oauthGrant').where('expiresAt', '<', sql<Date>`now()`).execute()
}

type NewTicket = Omit<Insertable<OauthTicket>, 'expiresAt'> & { days: number }

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
