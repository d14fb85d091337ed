import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/postgres.ts'
import type { StructuringKey } from './structuring.ts'

/** `spec` is null while a request is structuring. */
export type KnownStructuring = { spec: ParseSpec | null; options: Buffer; isLeased: boolean }

export async function findStructuring(
  db: Db,
  { accountId, content }: StructuringKey,
): Promise<KnownStructuring | undefined> {
  const row = await db
    .selectFrom('structuring')
    .select(['spec', 'options', sql<boolean>`lease_until > now()`.as('isLeased')])
    .where('accountId', '=', accountId)
    .where('content', '=', content)
    .executeTakeFirst()
  // Safe: updateStructuringBuilt alone writes it.
  return row && { ...row, spec: row.spec as ParseSpec | null }
}

/** Takes the lease. False: another request has it, or the work is done. */
export async function insertStructuringLease(
  tx: Tx,
  key: StructuringKey,
  { options, seconds }: { options: Buffer; seconds: number },
): Promise<boolean> {
  const leaseUntil = sql<Date>`now() + make_interval(secs => ${seconds})`
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('structuring')
    .values({ ...key, options, leaseUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'content'])
        .doUpdateSet({ workbookId: key.workbookId, options, leaseUntil })
        .where('structuring.spec', 'is', null)
        .where('structuring.leaseUntil', '<=', sql<Date>`now()`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False: the lease was over, and another request has taken the work. */
export async function lockStructuringLease(tx: Tx, { workbookId, content }: StructuringKey): Promise<boolean> {
  const found = await tx
    .selectFrom('structuring')
    .select('leaseUntil')
    .where('workbookId', '=', workbookId)
    .where('content', '=', content)
    .where('spec', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

export async function updateStructuringBuilt(tx: Tx, { workbookId, content }: StructuringKey, spec: ParseSpec) {
  await tx
    .updateTable('structuring')
    .set({ spec: JSON.stringify(spec), builtAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('content', '=', content)
    .execute()
}

/** There is no result: the next request may try. */
export async function deleteStructuringLease(tx: Tx, { workbookId, content }: StructuringKey) {
  await tx
    .deleteFrom('structuring')
    .where('workbookId', '=', workbookId)
    .where('content', '=', content)
    .where('spec', 'is', null)
    .execute()
}

/** What was found so long ago is not asked for any more. */
export async function deleteOldStructurings(tx: Tx, days: number) {
  await tx
    .deleteFrom('structuring')
    .where((eb) =>
      eb.or([
        eb('builtAt', '<', sql<Date>`now() - make_interval(days => ${days})`),
        eb.and([eb('builtAt', 'is', null), eb('leaseUntil', '<', sql<Date>`now() - interval '1 day'`)]),
      ]),
    )
    .execute()
}
