import { findOp } from '../../server/src/core/ops/ops.store.ts'
import { openTableForCells } from '../../server/src/core/tables/open-editable-table.ts'
import { openSealed } from '../../server/src/engine/table/sealed.ts'
import { listDeltas } from '../../server/src/engine/table/tables.store.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { ServiceError } from '../../server/src/platform/errors.ts'
import { toWireId } from '../../server/src/platform/ids.ts'
import { routeOf } from './routes.ts'

/**
 * Undo as it once was, put in the place of the route's handler in this process alone: its conflict quoted what later edits wrote
 * into the same rows, hidden columns too. The proof must find it by name. Returns how to take it out again.
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
  const later = [{ from: op.editVersion, to: opened.editVersion }]
  const deltas = await listDeltas(ctx.db, opened.workbookId, opened.artifactId, later)
  const touched = new Set(deltas.filter(({ version }) => version === op.editVersion).map(({ rowId }) => rowId))
  const cells = deltas
    .filter(({ rowId }) => touched.has(rowId))
    .map(({ rowId, cells: sealed }) => ({ rowId, current: sealed && openSealed(sealed) }))
  throw new ServiceError('conflict', 'undo_conflict', {
    title: 'What the op wrote was changed since',
    detail: `${cells.length} cells or rows are no longer as op ${opId} left them.`,
    suggestedFix: 'Look at cells; to overwrite what came after, send the request again with ?force=true.',
    // Text made by hand: the types of problems take no raw cell, and this fault is made on purpose.
    extra: JSON.parse(
      JSON.stringify({ op_id: opId, cells }, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  })
}
