import { sql } from 'kysely'
import type { Column, VersionRange } from '../../../engine/table/table.ts'
import { columnsFromSql } from '../../../engine/table/tables.store.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** Where a table stands in a cut of its workbook: all that a run needs to know of it. */
export type TableState = {
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
  policyEpoch: number
  schema: readonly Column[]
}

/** Every table that is not in the trash, in one statement: all of one moment. */
export async function listStandings(db: Db, workbookId: string): Promise<Map<string, TableState>> {
  const { rows } = await sql<Omit<TableState, 'schema'> & { columns: unknown }>`
    select a.workbook_id, h.table_id, a.name, a.layer, h.edit_version as version, h.content_version, h.schema_no, h.row_count,
      h.next_column_id, h.stale_since, w.edit_seq, w.policy_epoch, s.columns
    from workbook_head w
    join artifact a on a.workbook_id = w.workbook_id and a.deleted_at is null
    join table_head h on h.workbook_id = a.workbook_id and h.table_id = a.artifact_id
    join table_schema s on s.workbook_id = h.workbook_id and s.table_id = h.table_id and s.schema_no = h.schema_no
    where w.workbook_id = ${workbookId}
  `.execute(db)
  return new Map(rows.map(({ columns, ...row }) => [row.tableId, { ...row, schema: columnsFromSql(columns) }]))
}

/** What an output was made from, as it is kept with its version. */
export type BuiltFrom = {
  /** By table, in which state it was. Null of one that the same commit has written: only that one knows. */
  inputs: Readonly<Record<string, readonly [contentVersion: number, schemaNo: number] | null>>
  code: string
  /** Of all that decides what a run makes of its inputs. */
  method?: string
  /** The policies of then. */
  policyEpoch?: number
}

/** A table, and the version of it that something was made from. */
export type ReadVersion = { tableId: string; version: number }

/** Whether cells of one of these tables were erased after the version that was read. The caller holds the head lock. */
export async function hasErasedSince(tx: Tx, workbookId: string, read: readonly ReadVersion[]): Promise<boolean> {
  const tableIds = read.map(({ tableId }) => tableId)
  const versions = read.map(({ version }) => version)
  const { rows } = await sql<{ isErased: boolean }>`
    select exists (
      select from unnest(${tableIds}::uuid[], ${versions}::bigint[]) as r (table_id, version)
      join table_version v on v.workbook_id = ${workbookId} and v.table_id = r.table_id and v.version > r.version
      join op o on o.workbook_id = v.workbook_id and o.op_id = v.op_id
      where o.kind = 'purge') as is_erased
  `.execute(tx)
  return rows[0]?.isErased ?? false
}

/** How many of these versions are there, how many of them are edits of rows alone, and of how many rows. */
export async function countChanges(db: Db, workbookId: string, tableId: string, { from, to }: VersionRange) {
  const { rows } = await sql<{ versions: number; edits: number; rows: number }>`
    select count(*) as versions, count(*) filter (where kind = 'd') as edits,
      (select count(*) from delta d where d.workbook_id = ${workbookId} and d.table_id = ${tableId}
        and d.version between ${from} and ${to}) as rows
    from table_version
    where workbook_id = ${workbookId} and table_id = ${tableId} and version between ${from} and ${to}
  `.execute(db)
  return rows[0] ?? { versions: 0, edits: 0, rows: 0 }
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
