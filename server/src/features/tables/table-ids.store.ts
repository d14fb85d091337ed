import type { Db } from '../../platform/postgres.ts'

/** Every table of a workbook, those in the trash too. */
export async function listTableIds(db: Db, workbookId: string): Promise<string[]> {
  const rows = await db.selectFrom('tableHead').select('tableId').where('workbookId', '=', workbookId).execute()
  return rows.map(({ tableId }) => tableId)
}
