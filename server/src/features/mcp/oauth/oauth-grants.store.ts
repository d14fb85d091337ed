import { type Insertable, sql } from 'kysely'
import type { OauthGrant } from '../../../platform/database-schema.ts'
import type { Tx } from '../../../platform/postgres.ts'

export type NewGrant = Omit<Insertable<OauthGrant>, 'expiresAt'> & { seconds: number }

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
