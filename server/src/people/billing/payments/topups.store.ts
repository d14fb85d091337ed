import { type Insertable, sql } from 'kysely'
import type { Topup } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** Nothing is inserted where an automatic one is under way already. */
export async function insertTopup(tx: Tx, topup: Insertable<Topup>) {
  await tx
    .insertInto('topup')
    .values(topup)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findAutomaticTopup(db: Db, accountId: string) {
  return db
    .selectFrom('topup')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('isAutomatic', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

export async function updateTopup(
  tx: Tx,
  { accountId, topupId }: { accountId: string; topupId: string },
  ended: { status: 'paid' | 'failed'; paymentRef: string | null },
) {
  await tx
    .updateTable('topup')
    .set({ ...ended, endedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('topupId', '=', topupId)
    .where('status', '=', 'pending')
    .execute()
}
