import type { Context } from '../../../platform/context.ts'
import type { RowEdit } from '../../../tabular/commit.ts'
import { evaluateCondition } from '../../../tabular/expressions/evaluate-expression.ts'
import { conditionOn } from '../../../tabular/row-filter.ts'
import { openSealed } from '../../../tabular/sealed.ts'
import { type Cells, cellOf } from '../../../tabular/table.ts'
import { outOfSight } from '../governance.errors.ts'
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
  const initials = new Map(opened.schema.map(({ id, initial }) => [id, initial]))
  for (const { op, rowId, cells } of edits) {
    if (op === 'D') continue
    const was = op === 'U' ? before.get(rowId ?? 0) : undefined
    if (op === 'U' && !was) throw outOfSight(opened.workbookId)
    const after: Cells = { ...(was ? openSealed(was) : {}), ...cells }
    if (evaluateCondition(condition, (id) => cellOf(after, id, initials.get(id) ?? null)) !== true)
      throw outOfSight(opened.workbookId)
  }
}
