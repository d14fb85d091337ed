import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Delta } from '../../tabular/table.ts'
import { findVersion, listDeltas } from '../../tabular/tables.store.ts'
import { historyExpired, maskedColumn } from '../governance/governance.errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { wholeTable } from '../governance/whole-table.ts'
import { isUndoableKind } from '../ops/op.ts'
import { findOp } from '../ops/ops.store.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { commitTableEdit, type TableEdit } from './commit-table-edit.ts'
import { openTableForCells } from './open-editable-table.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import { alreadyUndone, notUndoable, undoConflict } from './undo.errors.ts'

type Undo = TableEdit & { lostColumns: number }

/** Takes back what an op did to rows, unless somebody changed the same cells since; forced, in any case. */
export async function undoOp(ctx: Context, workbookId: string, opId: number, isForced: boolean) {
  const done = await commitTableEdit(ctx, workbookId, () => prepare(ctx, workbookId, opId, isForced))
  const written = done?.committed.tables[0]
  assertState(done && written, 'an undo that undid nothing')
  const { committed, edit } = done
  return {
    opId: committed.opId,
    undid: opId,
    editVersion: written.editVersion,
    rows: edit.op.detail.rows,
    lostColumns: edit.lostColumns,
    stale: committed.stale,
  }
}

async function prepare(ctx: Context, workbookId: string, opId: number, isForced: boolean): Promise<Undo> {
  await openWorkbook(ctx, workbookId, 'editor')
  const op = await findOp(ctx.db, workbookId, opId)
  if (!op) throw notFound('op', String(opId))
  if (!isUndoableKind(op.kind) || op.tableId === null || op.editVersion === null) throw notUndoable(opId, op.kind)
  if (op.undoneBy !== null) throw alreadyUndone(opId, op.undoneBy)

  const opened = await openTableForCells(ctx, { workbookId, name: toWireId('art', op.tableId) }, null)
  const deltas = await deltasOf(ctx, opened, op.editVersion)
  refuseIfMasked(opened, deltas)
  const { rows } = await ctx.reader.rowsById(
    wholeTable(opened),
    deltas.map(({ rowId }) => rowId),
    opened.schema.map(({ id }) => id),
  )
  const plan = planUndo(opened.schema, deltas, rows)
  if (plan.changed.length > 0 && !isForced) throw undoConflict(opId, plan.changed)
  return editOf(opened, opId, plan)
}

async function deltasOf({ db }: Context, { workbookId, artifactId, name }: OpenedTable, version: number) {
  const deltas = await listDeltas(db, workbookId, artifactId, [{ from: version, to: version }])
  if (deltas.length === 0 || !(await findVersion(db, workbookId, artifactId, version)))
    throw historyExpired(name, version)
  return deltas
}

/** What a caller may not see he may not bring back either. */
function refuseIfMasked({ schema, table }: OpenedTable, deltas: readonly Delta[]) {
  const plain = new Set(table.columns.filter(({ isMasked }) => !isMasked).map(({ id }) => id))
  const touched = new Set(deltas.flatMap(({ cells, before }) => Object.keys({ ...cells, ...before }).map(Number)))
  const hidden = schema.filter(({ id }) => touched.has(id) && !plain.has(id))
  const named = hidden.filter(({ id }) => table.columns.some((column) => column.id === id)).map(({ name }) => name)
  if (hidden.length > 0) throw maskedColumn(named)
}

function editOf({ workbookId, artifactId, name, editVersion }: OpenedTable, opId: number, plan: UndoPlan): Undo {
  const detail = {
    expected_version: null,
    unconditional: false,
    rows: plan.edits.length,
    summary: `Undid op ${opId}`,
  }
  return {
    workbookId,
    table: name,
    writes: [{ tableId: artifactId, expected: null, read: editVersion, kind: 'd', rows: plan.edits }],
    op: { kind: 'rows.undo', actor: null, detail, undoes: opId },
    auditDetail: { undid: opId },
    lostColumns: plan.lost.size,
  }
}
