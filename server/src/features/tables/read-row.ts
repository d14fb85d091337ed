import type { Context } from '../../platform/context.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { ROW_ID } from '../../tabular/table.ts'
import { encodeValue } from '../../tabular/values.ts'
import { type OpenedTable, openReadableTable } from '../governance/open-readable-table.ts'
import type { EditPlace } from './open-editable-table.ts'
import { cellOf } from './plan-upsert.ts'
import { rowNotFound } from './tables.errors.ts'

/** One row by its id. */
export async function readRow(ctx: Context, { workbookId, name }: EditPlace, rowId: number) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const row = (await readRowsById(ctx, opened, [rowId])).get(rowId)
  if (!row) throw rowNotFound(opened.name, [rowId])
  return { row, editVersion: opened.editVersion }
}

/** Rows in wire form; those that are not there are not in the answer. */
export async function readRowsById(ctx: Context, { table }: OpenedTable, rowIds: readonly number[]) {
  if (rowIds.length === 0) return new Map<number, Record<string, unknown>>()
  const { columns } = table
  const { rows } = await ctx.reader.rowsById(
    table,
    rowIds,
    columns.map(({ id }) => id),
  )
  return new Map(
    [...rows].map(([rowId, cells]) => {
      const texts = columns.map(({ id, initial, isMasked }) => (isMasked ? null : cellOf(cells, id, initial)))
      return [rowId, presentRow(columns, texts, rowId)]
    }),
  )
}

/** A row as it leaves: its cells by the names of the columns, its id last. */
export function presentRow(
  columns: readonly ReadableColumn[],
  cells: readonly (string | null)[],
  rowId: number | null,
): Record<string, unknown> {
  const members = columns.map(({ name, type }, n): [string, unknown] => [name, encodeValue(type, cells[n] ?? null)])
  if (rowId !== null) members.push([ROW_ID, rowId])
  // Unlike an assignment this makes a member even of the name `__proto__`.
  return Object.fromEntries(members)
}
