import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres.ts'

/** False: it was received before. Two that arrive at once queue here. */
export async function insertPaymentEvent(tx: Tx, event: { eventRef: string; kind: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentEvent')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The provider tells an event again for three days. */
export async function deleteOldPaymentEvents(tx: Tx, days: number) {
  await tx
    .deleteFrom('paymentEvent')
    .where('receivedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
