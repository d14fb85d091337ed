import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** The source a table was read from; the first of those whose rows went into it. */
export async function findSourceName(db: Db, workbookId: string, tableId: string): Promise<string | null> {
  const found = await db
    .selectFrom('sourceTable')
    .innerJoin('source', (join) =>
      join
        .onRef('source.workbookId', '=', 'sourceTable.workbookId')
        .onRef('source.sourceId', '=', 'sourceTable.sourceId'),
    )
    .select('source.name')
    .where('sourceTable.workbookId', '=', workbookId)
    .where('sourceTable.tableId', '=', tableId)
    .orderBy('source.sourceId')
    .limit(1)
    .executeTakeFirst()
  return found?.name ?? null
}

type DescribedColumn = { workbookId: string; tableId: string; origin: number }

export async function upsertColumnDescription(tx: Tx, column: DescribedColumn, description: string) {
  await tx
    .insertInto('columnDescription')
    .values({ ...column, description })
    .onConflict((conflict) => conflict.columns(['workbookId', 'tableId', 'origin']).doUpdateSet({ description }))
    .execute()
}

/** Columns that are described already keep what is said of them. */
export async function insertColumnDescriptions(
  tx: Tx,
  columns: readonly (DescribedColumn & { description: string })[],
) {
  if (columns.length === 0) return
  await tx
    .insertInto('columnDescription')
    .values([...columns])
    .onConflict((conflict) => conflict.columns(['workbookId', 'tableId', 'origin']).doNothing())
    .execute()
}

export async function deleteColumnDescription(tx: Tx, { workbookId, tableId, origin }: DescribedColumn) {
  await tx
    .deleteFrom('columnDescription')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('origin', '=', origin)
    .execute()
}

/** Every table of a workbook, those in the trash too. */
export async function listTableIds(db: Db, workbookId: string): Promise<string[]> {
  const rows = await db.selectFrom('tableHead').select('tableId').where('workbookId', '=', workbookId).execute()
  return rows.map(({ tableId }) => tableId)
}

/** Asks for a workbook to be tidied where a writer died, or segments that nothing names are past their grace. */
export async function enqueueDueTidying(tx: Tx, graceHours: number, most: number) {
  await sql`
    select enqueue_task('workbook.tidy', json_build_object('workbook_id', workbook_id), 'workbook.tidy:' || workbook_id, null, 3)
    from (
      select workbook_id from segment where state = 'P' and lease_until < now()
      union
      select workbook_id from segment where unreferenced_since < now() - make_interval(hours => ${graceHours})
      limit ${most}) as due
  `.execute(tx)
}
