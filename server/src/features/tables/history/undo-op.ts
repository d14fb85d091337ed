import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Delta } from '../../../tabular/table.ts'
import { findVersion, listDeltas } from '../../../tabular/tables.store.ts'
import { hiddenCells, historyExpired, maskedColumn } from '../../governance/governance.errors.ts'
import { whilePoliciesHold } from '../../governance/policies/while-policies-hold.ts'
import type { OpenedTable } from '../../governance/reading/open-readable-table.ts'
import {
  columnsGone,
  hiddenColumnsIn,
  isHiddenChanged,
  plainColumns,
  readWholeRows,
  seenCells,
} from '../../governance/reading/whole-rows.ts'
import { isUndoableKind } from '../../ops/op.ts'
import { findOp } from '../../ops/ops.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { commitTableEdit, type TableEdit } from '../commit-table-edit.ts'
import { openTableForCells } from '../open-editable-table.ts'
import { alreadyUndone, notUndoable, undoConflict } from '../tables.errors.ts'
import { type CurrentRow, planUndo, type UndoPlan } from './plan-undo.ts'

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
  const { kind, tableId, editVersion } = op
  if (!isUndoableKind(kind) || tableId === null || editVersion === null) throw notUndoable(opId, kind)
  if (op.undoneBy !== null) throw alreadyUndone(opId, op.undoneBy)

  const place = { workbookId, name: toWireId('art', tableId) }
  const { opened, plan, lostColumns } = await whilePoliciesHold(ctx, workbookId, async () => {
    const table = await openTableForCells(ctx, place, null)
    return { ...(await planFor(ctx, table, editVersion)), opened: table, policyEpoch: table.policyEpoch }
  })
  if (plan.changed.length > 0 && !isForced) throw undoConflict(opId, opened.table, plan.changed)
  return { edit: editOf(opened, opId, plan), lostColumns }
}

async function planFor(ctx: Context, opened: OpenedTable, version: number) {
  const deltas = await deltasOf(ctx, opened, version)
  const ids = deltas.map(({ rowId }) => rowId)
  return planOf(opened, deltas, await rowsOf(ctx, opened, ids))
}

/** Rows as they stand. */
export async function rowsOf(ctx: Context, opened: OpenedTable, rowIds: readonly number[]) {
  const rows = await readWholeRows(ctx, opened, rowIds)
  return new Map([...rows].map(([rowId, whole]) => [rowId, { seen: seenCells(opened, whole), whole }]))
}

/** The edits that take a version back, of rows that are at hand. */
export function planOf(opened: OpenedTable, deltas: readonly Delta[], current: ReadonlyMap<number, CurrentRow>) {
  refuseIfHiddenWritten(opened, deltas)
  refuseIfHiddenLost(opened, deltas, current)
  const seen = deltas.map(({ rowId, op, cells, before }) => ({
    rowId,
    op,
    cells: cells && seenCells(opened, cells),
    before: before && seenCells(opened, before),
  }))
  const lostColumns = columnsGone(
    opened,
    deltas.flatMap(({ cells, before }) => [cells ?? [], before ?? []].flat()),
  )
  return { plan: planUndo(plainColumns(opened.table), seen, current), lostColumns }
}

export async function deltasOf({ db }: Context, { workbookId, artifactId, name }: OpenedTable, version: number) {
  const deltas = await listDeltas(db, workbookId, artifactId, [{ from: version, to: version }])
  if (deltas.length === 0 || !(await findVersion(db, workbookId, artifactId, version)))
    throw historyExpired(name, version)
  return deltas
}

/** A caller cannot bring back cells that they may not see. */
function refuseIfHiddenWritten(opened: OpenedTable, deltas: readonly Delta[]) {
  const stored = deltas.flatMap(({ cells, before }) => [cells ?? [], before ?? []].flat())
  const hidden = new Set(stored.flatMap((cells) => hiddenColumnsIn(opened, cells)))
  const named = [...hidden].filter(({ id }) => opened.table.columns.some((column) => column.id === id))
  if (hidden.size > 0) throw named.length > 0 ? maskedColumn(named.map(({ name }) => name)) : hiddenCells()
}

/** Nor take away those that were written since, in a row that would go or be made what it was; not by force either. */
function refuseIfHiddenLost(opened: OpenedTable, deltas: readonly Delta[], rows: ReadonlyMap<number, CurrentRow>) {
  for (const { rowId, op, cells, before } of deltas) {
    const [left, now] = [op === 'I' ? cells : before, rows.get(rowId)?.whole]
    if (op !== 'U' && left && now && isHiddenChanged(opened, left, now)) throw hiddenCells()
  }
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
