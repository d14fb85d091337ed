import type { Db } from '../../platform/postgres.ts'

/** Ids of rows that were edited after a version, at most 1000; null when none was. */
export async function listRowsChangedAfter(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<number[] | null> {
  const rows = await db
    .selectFrom('delta')
    .select('rowId')
    .distinct()
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '>', version)
    .orderBy('rowId')
    .limit(1000)
    .execute()
  return rows.length > 0 ? rows.map(({ rowId }) => rowId) : null
}
