import type { Db } from '../../platform/postgres.ts'

export async function isPolicyInput(db: Db, workbookId: string, tableId: string): Promise<boolean> {
  const head = await db
    .selectFrom('tableHead')
    .select('isPolicyInput')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .executeTakeFirst()
  return head?.isPolicyInput === true
}
