import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** A link is good for one hour. The same one again changes nothing. */
export async function insertPasswordReset(tx: Tx, reset: { tokenHash: Buffer; userId: string }) {
  await tx
    .insertInto('passwordReset')
    .values({ ...reset, expiresAt: sql<Date>`now() + interval '1 hour'` })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .execute()
}

/** Links of this user that are still good, except this one. */
export async function countOtherLinks(tx: Tx, userId: string, tokenHash: Buffer): Promise<number> {
  const { n } = await tx
    .selectFrom('passwordReset')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('tokenHash', '<>', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return n
}

/** Undefined: unknown, used or too old. */
export function findPasswordReset(db: Db, tokenHashes: Buffer[]) {
  return usable(db, tokenHashes).executeTakeFirst()
}

/** Of two that come at once, the second waits here and then finds it used. */
export function lockPasswordReset(tx: Tx, tokenHashes: Buffer[]) {
  return usable(tx, tokenHashes).forUpdate().executeTakeFirst()
}

const usable = (db: Db, tokenHashes: Buffer[]) =>
  db
    .selectFrom('passwordReset')
    .select(['tokenHash', 'userId'])
    .where('tokenHash', 'in', tokenHashes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)

export async function updateLinkUsed(tx: Tx, tokenHash: Buffer) {
  await tx.updateTable('passwordReset').set({ usedAt: sql<Date>`now()` }).where('tokenHash', '=', tokenHash).execute()
}

/** Used ones stay: they prove that mail to the address reaches the user. */
export async function deleteExpiredLinks(tx: Tx) {
  await tx.deleteFrom('passwordReset').where('usedAt', 'is', null).where('expiresAt', '<', sql<Date>`now()`).execute()
}
