import type { Context } from '../../platform/context.ts'
import type { RowEdit } from '../../tabular/commit.ts'
import type { Cells } from '../../tabular/table.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { presentRow, textsOf } from './read-row.ts'

/**
 * Rows as a write leaves them, in the order asked for. Under an Idempotency-Key it is not committed yet, and no engine
 * sees it: so they are read as they were, and the edits are laid over them.
 */
export async function readWrittenRows(
  ctx: Context,
  { table }: OpenedTable,
  edits: ReadonlyMap<number, RowEdit>,
  rowIds: readonly number[],
): Promise<Record<string, unknown>[]> {
  const { columns } = table
  const columnIds = columns.map(({ id }) => id)
  const old = [...new Set(rowIds)].filter((id) => edits.get(id)?.op !== 'I')
  const before: ReadonlyMap<number, Cells> =
    old.length > 0 ? (await ctx.reader.rowsById(table, old, columnIds)).rows : new Map()
  return rowIds.flatMap((rowId) => {
    const edit = edits.get(rowId)
    const was = edit?.op === 'I' ? {} : before.get(rowId)
    if (!was) return []
    return [presentRow(columns, textsOf(columns, { ...was, ...edit?.cells }), rowId)]
  })
}
