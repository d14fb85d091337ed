import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { isUndoableKind, LANDING_KIND } from '../../ops/op.ts'
import { findOp } from '../../ops/ops.store.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { commitTableEdit, type TableEdit } from '../commit-table-edit.ts'
import { openTableForCells } from '../open-editable-table.ts'
import { alreadyUndone, notUndoable, undoConflict } from '../tables.errors.ts'
import type { UndoPlan } from './plan-undo.ts'
import { prepareLandingUndo } from './undo-landing.ts'
import { planFor } from './undo-rows.ts'

type Undo = { edit: TableEdit; lostColumns: number }

/** Takes back what an op did to rows, unless the same cells were changed since; forced, in any case. */
export async function undoOp(ctx: Context, workbookId: string, opId: number, isForced: boolean) {
  const { prepared, committed } = await commitTableEdit(ctx, workbookId, () => prepare(ctx, workbookId, opId, isForced))
  const written = committed?.tables[0]
  assertState(committed && written, 'an undo committed nothing')
  return {
    opId: committed.opId,
    undid: opId,
    tableId: toWireId('art', written.tableId),
    editVersion: written.editVersion,
    rows: prepared.edit.op.detail.rows,
    lostColumns: prepared.lostColumns,
    stale: committed.stale,
  }
}

async function prepare(ctx: Context, workbookId: string, opId: number, isForced: boolean): Promise<Undo> {
  await openWorkbook(ctx, workbookId, 'editor')
  const op = await findOp(ctx.db, workbookId, opId)
  if (!op) throw notFound('op', String(opId))
  if (op.undoneBy !== null) throw alreadyUndone(opId, op.undoneBy)
  if (op.kind === LANDING_KIND) return prepareLandingUndo(ctx, workbookId, op, isForced)
  const { kind, tableId, editVersion } = op
  if (!isUndoableKind(kind) || tableId === null || editVersion === null) throw notUndoable(opId, kind)

  const place = { workbookId, name: toWireId('art', tableId) }
  const { opened, plan, lostColumns } = await whilePoliciesHold(ctx, workbookId, async () => {
    const table = await openTableForCells(ctx, place, null)
    return { ...(await planFor(ctx, table, editVersion)), opened: table, policyEpoch: table.policyEpoch }
  })
  if (plan.changed.length > 0 && !isForced) throw undoConflict(opId, opened.table, plan.changed)
  return { edit: editOf(opened, opId, plan), lostColumns }
}

function editOf({ workbookId, artifactId, name, editVersion }: OpenedTable, opId: number, plan: UndoPlan): TableEdit {
  const detail = {
    expected_version: null,
    unconditional: false,
    rows: plan.edits.length,
    summary: `Undid op ${opId}`,
  }
  return {
    workbookId,
    table: name,
    writes: [{ tableId: artifactId, expected: null, read: editVersion, kind: 'rows', rows: plan.edits }],
    op: { kind: 'rows.undo', actor: null, detail, undoes: opId },
    auditDetail: { undid: opId },
  }
}
