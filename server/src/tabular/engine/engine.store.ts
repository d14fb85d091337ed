import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'

/** Where a table stands in a cut of its workbook. */
export type CutTable = {
  tableId: string
  version: number
  schemaNo: number
  rowCount: number
  nextColumnId: number
}

export type Cut = { editSeq: number; tables: CutTable[] }

/**
 * Where the workbook stands, every table that changed after `seq`, and the named ones whether they changed or not. One
 * statement, so all of it is of one moment.
 */
export async function findCut(db: Db, workbookId: string, seq: number, tableIds: readonly string[]): Promise<Cut> {
  const { rows } = await sql<{ editSeq: number } & CutTable>`
    select w.edit_seq, t.table_id, t.edit_version as version, t.schema_no, t.row_count, t.next_column_id
    from workbook_head w
    left join table_head t on t.workbook_id = w.workbook_id and (t.changed_seq > ${seq} or t.table_id = any (${tableIds}::uuid[]))
    where w.workbook_id = ${workbookId}
  `.execute(db)
  return { editSeq: rows[0]?.editSeq ?? 0, tables: rows.filter(({ tableId }) => tableId !== null) }
}

/** Whether the content was put on a new base, or grew by segments, after one version and up to another. */
export async function hasNewSegments(
  db: Db,
  workbookId: string,
  tableId: string,
  versions: { after: number; upTo: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('tableVersion')
    .select('version')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '>', versions.after)
    .where('version', '<=', versions.upTo)
    .where('kind', 'in', ['a', 'b'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
