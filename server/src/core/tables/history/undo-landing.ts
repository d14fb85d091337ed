import { planRestore } from '../../../engine/storage/bulk/build-content.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import { listVersionKinds } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Op } from '../../ops/op.ts'
import { listVersionsOfOp } from '../../ops/ops.store.ts'
import { hiddenCells, historyExpired } from '../../policies/governance.errors.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { plainColumns } from '../../reading/whole-rows.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import type { TableEdit } from '../commit-table-edit.ts'
import { openTableForCells } from '../open-editable-table.ts'
import { notUndoable, undoConflict } from '../tables.errors.ts'
import { listMarksAt } from './landing-marks.store.ts'
import { planFor } from './undo-rows.ts'

type Undone = { write: TableWrite; rows: number; lostColumns: number; name: string }

/**
 * Takes back the next edition of a file: each table whose rows gave way holds again what it held. Where the edition changed few rows
 * they are edited back; else the table names the segments of the version before. Tables that the edition made stay.
 */
export async function prepareLandingUndo(ctx: Context, workbookId: string, op: Op, isForced: boolean) {
  const tables = await whilePoliciesHold(ctx, workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, workbookId, 'editor')
    const undone: Undone[] = []
    for (const { tableId, version } of await listVersionsOfOp(ctx.db, workbookId, op.opId))
      if (version > 1) undone.push(await undoneTable(ctx, workbookId, { op, tableId, version, isForced }))
    return { undone, policyEpoch }
  })
  const { undone } = tables
  if (undone.length === 0) throw notUndoable(op.opId, op.kind)
  const sum = (count: (one: Undone) => number) => undone.reduce((total, one) => total + count(one), 0)
  const before = (await listVersionsOfOp(ctx.db, workbookId, op.opId)).map(({ tableId, version }) => ({
    tableId,
    version: version - 1,
  }))
  const detail = {
    expected_version: null,
    unconditional: false,
    rows: sum(({ rows }) => rows),
    summary: `Undid op ${op.opId}`,
    made_of: await listMarksAt(ctx.db, workbookId, before),
  }
  const edit: TableEdit = {
    workbookId,
    table: undone.length === 1 ? (undone[0]?.name ?? '') : op.detail.table,
    writes: undone.map(({ write }) => write),
    op: { kind: 'rows.undo', actor: null, detail, undoes: op.opId },
    auditDetail: { undid: op.opId },
  }
  return { edit, lostColumns: sum(({ lostColumns }) => lostColumns) }
}

type Landed = { op: Op; tableId: string; version: number; isForced: boolean }

async function undoneTable(
  ctx: Context,
  workbookId: string,
  { op, tableId, version, isForced }: Landed,
): Promise<Undone> {
  const opened = await openTableForCells(ctx, { workbookId, name: toWireId('art', tableId) }, null)
  const { name, editVersion: read } = opened
  const kinds = await listVersionKinds(ctx.db, workbookId, tableId, { from: version, to: version })
  if (kinds.includes('rows')) {
    const { plan, lostColumns } = await planFor(ctx, opened, version)
    if (plan.changed.length > 0 && !isForced) throw undoConflict(op.opId, opened.table, plan.changed)
    const write = { tableId, expected: null, read, kind: 'rows' as const, rows: plan.edits }
    return { write, rows: plan.edits.length, lostColumns, name }
  }
  refuseIfAnythingHidden(opened)
  // Which cells came after is not looked for: all of the table gives way.
  if (read !== version && !isForced) throw undoConflict(op.opId, opened.table, [])
  const write = await planRestore(ctx.db, workbookId, tableId, version - 1)
  if (!write) throw historyExpired(name, version - 1)
  return { write: { ...write, expected: read, read }, rows: write.rowCount ?? 0, lostColumns: 0, name }
}

/** A whole content comes back: a caller who does not see all of it cannot bring it. */
function refuseIfAnythingHidden({ table, schema, rowAccess }: OpenedTable) {
  if (rowAccess !== 'all' || plainColumns(table).length < schema.length) throw hiddenCells()
}
