import type { RowEdit } from '../../engine/table/commit.ts'
import { conditionOn } from '../../engine/table/row-filter.ts'
import { rowsShown } from '../../engine/table/rows-shown.ts'
import { openSealed } from '../../engine/table/sealed.ts'
import type { Cells } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { outOfSight, tooCostlyToJudge } from '../policies/governance.errors.ts'
import type { OpenedTable } from './open-readable-table.ts'
import { readWholeRows } from './whole-rows.ts'

/**
 * A caller who sees some rows writes only what they see afterwards: each row that is inserted or changed must be one that the policy
 * shows them, unless the policy says otherwise. Columns that are hidden from them count as they stand.
 */
export async function refuseIfOutOfSight(ctx: Context, opened: OpenedTable, edits: readonly RowEdit[]) {
  const { rows: filter } = opened.table
  if (!filter || filter.mayWriteUnseen || edits.length === 0) return
  const condition = conditionOn(opened.schema, filter)
  if (!condition) throw outOfSight(opened.workbookId)
  const changed = edits.flatMap(({ op, rowId }) => (op === 'U' && rowId !== null ? [rowId] : []))
  const before = await readWholeRows(ctx, opened, changed)
  const written: Cells[] = []
  for (const { op, rowId, cells } of edits) {
    if (op === 'D') continue
    const was = op === 'U' ? before.get(rowId ?? 0) : undefined
    if (op === 'U' && !was) throw outOfSight(opened.workbookId)
    written.push({ ...(was ? openSealed(was) : {}), ...cells })
  }
  const shown = await rowsShown(condition, opened.schema, written)
  if (!shown) throw tooCostlyToJudge(opened.workbookId)
  if (written.some((row) => !shown.has(row))) throw outOfSight(opened.workbookId)
}
