import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'

/** Rows of a file in a table that it shares with others, which users edited or deleted since the file brought them. */
export type SharedEdits = { tableId: string; editVersion: number; rows: number }

/** A row that the file itself took out again afterwards holds no edit. */
export async function listSharedEdits(
  db: Db,
  { workbookId, sourceId, name }: { workbookId: string; sourceId: string; name: string },
  tableIds: readonly string[],
): Promise<SharedEdits[]> {
  if (tableIds.length === 0) return []
  const { rows } = await sql<SharedEdits>`
    with touched as (
      select d.table_id, d.row_id, d.version,
        op.kind like 'source.%' or (op.kind = 'rows.delete' and op.detail ->> 'summary' like 'Deleted % rows of ' || ${name}) as by_file
      from table_origin o
      join delta d on d.workbook_id = o.workbook_id and d.table_id = o.table_id
        and d.row_id >= o.first_row_id and d.row_id < o.first_row_id + o.row_count
      join table_version v on v.workbook_id = d.workbook_id and v.table_id = d.table_id and v.version = d.version and v.kind = 'd'
      join op on op.workbook_id = v.workbook_id and op.op_id = v.op_id
      where o.workbook_id = ${workbookId} and o.source_id = ${sourceId} and o.table_id = any (${tableIds}::uuid[]))
    select h.table_id, h.edit_version, count(distinct t.row_id)::integer as rows
    from touched t
    join table_head h on h.workbook_id = ${workbookId} and h.table_id = t.table_id
    where not t.by_file
      and not exists (select from touched l where l.by_file and l.table_id = t.table_id and l.row_id = t.row_id and l.version > t.version)
    group by h.table_id, h.edit_version`.execute(db)
  return rows
}
