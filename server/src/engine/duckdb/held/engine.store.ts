import { sql } from 'kysely'
import { keepStatement } from '../../../platform/database/keep-statement.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Cells, Edit, VersionRange } from '../../table/table.ts'

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
  const rows = await cutRows(db, workbookId, seq, tableIds)
  return { editSeq: rows[0]?.editSeq ?? 0, tables: rows.filter(({ tableId }) => tableId !== null) }
}

const cutRows = keepStatement((db, workbookId: string, seq: number, tableIds: readonly string[]) =>
  sql<{ editSeq: number } & CutTable>`
    select w.edit_seq, t.table_id, t.edit_version as version, t.schema_no, t.row_count, t.next_column_id
    from workbook_head w
    left join table_head t on t.workbook_id = w.workbook_id and (t.changed_seq > ${seq} or t.table_id = any (${tableIds}::uuid[]))
    where w.workbook_id = ${workbookId}
  `.compile(db),
)

/**
 * What became of some rows in these versions, in the order of versions. Undefined when not all of them are there, or one
 * of them is more than edits of rows.
 */
export async function findRowEdits(
  db: Db,
  workbookId: string,
  tableId: string,
  rowIds: readonly number[],
  { from, to }: VersionRange,
): Promise<Edit[] | undefined> {
  const [found] = await rowEdits(db, workbookId, tableId, rowIds, from, to)
  if (found?.plain !== to - from + 1) return undefined
  return found.edits.map(([rowId, op, cells]) => ({ rowId, op, cells: cells ?? {} }))
}

/** What became of all rows in these versions; undefined also when they are more than so many. */
export async function findTableEdits(
  db: Db,
  workbookId: string,
  tableId: string,
  { from, to }: VersionRange,
  most: number,
): Promise<Edit[] | undefined> {
  const [found] = await tableEdits(db, workbookId, tableId, from, to, most + 1)
  if (found?.plain !== to - from + 1 || found.edits.length > most) return undefined
  return found.edits.map(([rowId, op, cells]) => ({ rowId, op, cells: cells ?? {} }))
}

type FoundEdits = { plain: number; edits: [number, Edit['op'], Cells | null][] }

const rowEdits = keepStatement(
  (db, workbookId: string, tableId: string, rowIds: readonly number[], from: number, to: number) =>
    sql<FoundEdits>`
    select
      (select count(*) from table_version where workbook_id = ${workbookId} and table_id = ${tableId}
        and version between ${from} and ${to} and kind = 'd') as plain,
      (select coalesce(json_agg(json_build_array(row_id, op, cells) order by version), '[]') from delta
        where workbook_id = ${workbookId} and table_id = ${tableId}
          and row_id = any (${rowIds}::bigint[]) and version between ${from} and ${to}) as edits
  `.compile(db),
)

const tableEdits = keepStatement((db, workbookId: string, tableId: string, from: number, to: number, most: number) =>
  sql<FoundEdits>`
    select
      (select count(*) from table_version where workbook_id = ${workbookId} and table_id = ${tableId}
        and version between ${from} and ${to} and kind = 'd') as plain,
      (select coalesce(json_agg(json_build_array(row_id, op, cells) order by version), '[]') from (
        select row_id, op, cells, version from delta
        where workbook_id = ${workbookId} and table_id = ${tableId} and version between ${from} and ${to}
        order by version limit ${most}) as d) as edits
  `.compile(db),
)
