import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Column } from '../../tabular/table.ts'
import { columnsFromSql } from '../../tabular/tables.store.ts'

/** Where a table stands in a cut of its workbook: all that a run needs to know of it. */
export type Standing = {
  workbookId: string
  tableId: string
  name: string
  layer: 'raw' | 'base' | 'derived' | null
  version: number
  contentVersion: number
  schemaNo: number
  rowCount: number
  nextColumnId: number
  staleSince: Date | null
  editSeq: number
  schema: readonly Column[]
}

/** Every table that is not in the trash, in one statement: all of one moment. */
export async function listStandings(db: Db, workbookId: string): Promise<Map<string, Standing>> {
  const { rows } = await sql<Omit<Standing, 'schema'> & { columns: unknown }>`
    select a.workbook_id, h.table_id, a.name, a.layer, h.edit_version as version, h.content_version, h.schema_no, h.row_count,
      h.next_column_id, h.stale_since, w.edit_seq, s.columns
    from workbook_head w
    join artifact a on a.workbook_id = w.workbook_id and a.deleted_at is null
    join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
    join table_schema s on s.workbook_id = h.workbook_id and s.table_id = h.table_id and s.schema_no = h.schema_no
    where w.workbook_id = ${workbookId}
  `.execute(db)
  return new Map(rows.map(({ columns, ...row }) => [row.tableId, { ...row, schema: columnsFromSql(columns) }]))
}

/** From now on no run of these tables that was begun before can be committed. */
export async function beginRun(tx: Tx, workbookId: string, tableIds: readonly string[], token: string) {
  await sql`select begin_run(${workbookId}, ${tableIds}::uuid[], ${token})`.execute(tx)
}

/** `transform_failed`, or null where only the code is another. */
export type StaleReason = 'transform_failed' | null

export type FailedRun = { workbookId: string; tableId: string; token: string; reason: StaleReason; actor: object }

/** The output keeps what it holds, and is stale with all that is made from it. Nothing happens if another run has begun. */
export async function failRun(tx: Tx, { workbookId, tableId, token, reason, actor }: FailedRun) {
  await sql`
    select fail_run(${workbookId}, ${tableId}, ${token}, ${reason}, ${JSON.stringify(actor)}::json)
  `.execute(tx)
}
