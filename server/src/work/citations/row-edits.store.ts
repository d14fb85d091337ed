import { sql } from 'kysely'
import { LANDING_KIND } from '../../core/ops/op.ts'
import type { Cells, Column, TablePlace } from '../../engine/table/table.ts'
import { CODE_OF_WRITE, columnsFromSql } from '../../engine/table/tables.store.ts'
import type { Db } from '../../platform/postgres.ts'

/** What one edit did to a row, with every column of the table, seen or not. */
export type RowEdit = { rowId: number; op: 'I' | 'U' | 'D'; cells: Cells; before: Cells }

/** The edits of these rows since the file was read that they stand in at this version, oldest first. */
export async function listEditsOfRows(
  db: Db,
  { workbookId, tableId, version }: TablePlace & { version: number },
  rowIds: readonly number[],
  limit: number,
): Promise<RowEdit[]> {
  if (rowIds.length === 0) return []
  const rows = await db
    .selectFrom('delta')
    .select(['rowId', 'op', 'cells', 'before'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where((eb) => eb('rowId', '=', sql<number>`any (${rowIds}::bigint[])`))
    .where(
      'version',
      '>',
      sql<number>`coalesce((
        select max(v.version) from table_version v
        join op on op.workbook_id = v.workbook_id and op.op_id = v.op_id
        where v.workbook_id = ${workbookId} and v.table_id = ${tableId} and v.version <= ${version}
          and op.kind = ${LANDING_KIND} and op.undone_by is null), 0)`,
    )
    .orderBy('rowId')
    .orderBy('version')
    .limit(limit)
    .execute()
  // Safe: written by commits alone.
  return rows.map(({ cells, before, ...row }) => ({
    ...row,
    cells: (cells ?? {}) as Cells,
    before: (before ?? {}) as Cells,
  }))
}

/** Whether rows were edited in versions whose edits are no longer kept, or were too many to be kept one by one. */
export async function hasForgottenEdits(
  db: Db,
  { workbookId, tableId }: TablePlace,
  kinds: readonly string[],
): Promise<boolean> {
  const forgotten = await db
    .selectFrom('op')
    .select('opId')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('kind', 'in', kinds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tableVersion')
            .select('version')
            .whereRef('tableVersion.workbookId', '=', 'op.workbookId')
            .whereRef('tableVersion.tableId', '=', 'op.tableId')
            .whereRef('tableVersion.version', '=', 'op.editVersion')
            .where('kind', '=', CODE_OF_WRITE.rows),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return forgotten !== undefined
}

/** Every column the table has ever had, by its id. */
export async function listColumnsEver(
  db: Db,
  { workbookId, tableId }: TablePlace,
): Promise<ReadonlyMap<number, Column>> {
  const schemas = await db
    .selectFrom('tableSchema')
    .select('columns')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .orderBy('schemaNo')
    .execute()
  return new Map(schemas.flatMap(({ columns }) => columnsFromSql(columns).map((column) => [column.id, column])))
}
