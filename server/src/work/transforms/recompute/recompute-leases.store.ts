import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres.ts'

/** A workbook, and who recomputes it. */
export type RecomputeLease = { workbookId: string; holder: string }

const afterSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Takes the lease, or extends it for its holder. False: another node holds it. */
export async function upsertRecomputeLease(tx: Tx, lease: RecomputeLease, seconds: number): Promise<boolean> {
  const leaseUntil = afterSeconds(seconds)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recomputeLease')
    .values({ ...lease, leaseUntil })
    .onConflict((conflict) =>
      conflict
        .column('workbookId')
        .doUpdateSet({ holder: lease.holder, leaseUntil })
        .where((eb) =>
          eb.or([
            eb('recomputeLease.holder', '=', lease.holder),
            eb('recomputeLease.leaseUntil', '<=', sql<Date>`now()`),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteRecomputeLease(tx: Tx, { workbookId, holder }: RecomputeLease) {
  await tx.deleteFrom('recomputeLease').where('workbookId', '=', workbookId).where('holder', '=', holder).execute()
}
