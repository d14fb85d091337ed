import type { Db } from '../../platform/postgres.ts'

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
