import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'

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

/** Whoever uses it first has it. Undefined: unknown, used or too old. */
export function takePasswordReset(tx: Tx, tokenHashes: Buffer[]) {
  return tx
    .updateTable('passwordReset')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', 'in', tokenHashes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('userId')
    .executeTakeFirst()
}

/** The other links to the same user end with the one that was used. */
export async function deleteUnusedLinks(tx: Tx, userId: string) {
  await tx.deleteFrom('passwordReset').where('userId', '=', userId).where('usedAt', 'is', null).execute()
}

/** Used ones stay: they prove that mail to the address reaches the user. */
export async function deleteExpiredLinks(tx: Tx) {
  await tx.deleteFrom('passwordReset').where('usedAt', 'is', null).where('expiresAt', '<', sql<Date>`now()`).execute()
}
