import type { Context } from '../../platform/context.ts'
import { cellOf } from '../../tabular/cells.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { type Cells, ROW_ID } from '../../tabular/table.ts'
import { encodeValue } from '../../tabular/values.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import { whilePoliciesHold } from '../governance/while-policies-hold.ts'
import type { ReadPlace } from './open-editable-table.ts'
import { rowNotFound } from './tables.errors.ts'

/** One row by its id. */
export async function readRow(ctx: Context, { workbookId, name, asOf }: ReadPlace, rowId: number) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf })
    const { table, editVersion, policyEpoch } = opened
    const columnIds = table.columns.map(({ id }) => id)
    const cells = (await ctx.reader.rowsById(table, [rowId], columnIds)).rows.get(rowId)
    if (!cells) throw rowNotFound(opened.name, [rowId])
    const texts = columnIds.map((id) => cells[id] ?? null)
    return { row: presentRow(table.columns, texts, rowId), editVersion, policyEpoch }
  })
}

/** The cells of a row as edits have left them, in the order of its columns: nothing of a masked one. */
export const textsOf = (columns: readonly ReadableColumn[], cells: Cells) =>
  columns.map(({ id, initial, isMasked }) => (isMasked ? null : cellOf(cells, id, initial)))

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
