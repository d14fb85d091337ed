import { wholeTable } from '../../server/src/features/governance/whole-table.ts'
import { findOp } from '../../server/src/features/ops/ops.store.ts'
import { openTableForCells } from '../../server/src/features/tables/open-editable-table.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { ServiceError } from '../../server/src/platform/errors.ts'
import { toWireId } from '../../server/src/platform/ids.ts'
import { listDeltas } from '../../server/src/tabular/tables.store.ts'
import { routeOf } from './routes.ts'

/**
 * Undo as it once was, put in the place of the route's handler in this process alone: its conflict quoted the current cells
 * of whole rows, those of hidden columns too. The proof must find it by name. Returns how to take it out again.
 */
export function putOldUndoBack(): () => void {
  const route = routeOf('undoOp')
  const { handle } = route
  Object.assign(route, {
    handle: ({ ctx, params }: { ctx: Context; params: { workbook_id: string; op_id: string } }) =>
      quoteCells(ctx, params.workbook_id, Number(params.op_id)),
  })
  return () => void Object.assign(route, { handle })
}

async function quoteCells(ctx: Context, workbookId: string, opId: number) {
  const op = await findOp(ctx.db, workbookId, opId)
  if (op?.tableId == null || op.editVersion === null) throw new Error('the op wrote no rows')
  const opened = await openTableForCells(ctx, { workbookId, name: toWireId('art', op.tableId) }, null)
  const span = [{ from: op.editVersion, to: op.editVersion }]
  const deltas = await listDeltas(ctx.db, opened.workbookId, opened.artifactId, span)
  const columns = opened.schema.map(({ id }) => id)
  const rowIds = deltas.map(({ rowId }) => rowId)
  const { rows } = await ctx.reader.rowsById(wholeTable(opened), rowIds, columns)
  throw new ServiceError('conflict', 'undo_conflict', {
    title: 'What the op wrote was changed since',
    detail: 'Cells are no longer as the op left them.',
    suggestedFix: 'Look at cells.',
    // Safe: on purpose. No raw value may be quoted, and this is the fault that must be found.
    extra: JSON.parse(
      JSON.stringify({ op_id: opId, cells: [...rows.values()] }, (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    ),
  })
}
