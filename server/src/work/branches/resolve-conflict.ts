import { actorOf } from '../../core/audit/actor.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { type Conflict, type ConflictAction, isApplicable } from '../../core/conflicts/conflict.ts'
import { findConflict, updateConflictClosed } from '../../core/conflicts/conflicts.store.ts'
import { maskedColumn } from '../../core/policies/governance.errors.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../core/reading/open-readable-tables.ts'
import { refuseIfAnyRowsHidden } from '../../core/reading/refuse-if-hidden.ts'
import { commitTableEdit, type TableEdit } from '../../core/tables/commit-table-edit.ts'
import { openEditableTable } from '../../core/tables/open-editable-table.ts'
import { rowNotFound } from '../../core/tables/tables.errors.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { acceptOverride } from '../transforms/overrides/overrides.store.ts'
import { commitOverrideDrop } from '../transforms/overrides/overrides.ts'
import { actionNotApplicable, conflictClosed } from './branches.errors.ts'

export type Resolution = { action: ConflictAction; actor: string | null; note: string | null; expected: number | null }

export type Resolved = {
  conflict: Conflict
  opened: OpenedTable | undefined
  editVersion: number | null
  opId: number | null
}

/** Closes a conflict: what was written stays, or the service's own value is written back. */
export async function resolveConflict(
  ctx: Context,
  workbookId: string,
  conflictId: string,
  resolution: Resolution,
): Promise<Resolved> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  await refuseIfAnyRowsHidden(ctx, workbook)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const inTx = { ...ctx, db: tx }
    const found = await findConflict(tx, workbookId, conflictId)
    if (!found) throw notFound('conflict', toWireId('cf', conflictId))
    if (found.resolvedAt) throw conflictClosed(toWireId('cf', conflictId))
    const { action, actor, note } = resolution
    if (!isApplicable(found.kind, action)) throw actionNotApplicable(action, found.kind)
    const committed = await act(tx, inTx, found, resolution)
    const closing = { resolution: action, resolvedBy: actorOf(ctx, actor), note }
    const conflict = await updateConflictClosed(tx, workbookId, conflictId, closing)
    if (!conflict) throw conflictClosed(toWireId('cf', conflictId))
    const target = { conflict: toWireId('cf', conflictId) }
    await appendAuditEntry(tx, ctx, { workbookId, action: 'conflict.resolve', target, detail: { action }, actor })
    const [opened] = await openTablesById(inTx, workbook, [conflict.tableId])
    const editVersion = committed?.tables[0]?.editVersion ?? opened?.editVersion ?? null
    return { conflict, opened, editVersion, opId: committed?.opId ?? null }
  })
}

/** What was seen and is fine stays; an override then counts as made over what the transform makes now. */
async function act(tx: Tx, ctx: Context, conflict: Conflict, resolution: Resolution) {
  const { workbookId, tableId, rowId, columnId, kind } = conflict
  if (resolution.action === 'revert') return (await writeBack(ctx, conflict, resolution)).committed
  if (kind !== 'stale_override' || columnId === null) return null
  if (resolution.action === 'drop_override') {
    const place = { workbookId, name: toWireId('art', tableId) }
    return (await commitOverrideDrop(ctx, place, { rowId, columnId }, resolution)).committed
  }
  await acceptOverride(tx, { workbookId, tableId, rowId, columnId })
  return null
}

/** A fresh edit of its own: the value the service had before the file was merged. */
function writeBack(ctx: Context, conflict: Conflict, { actor, expected }: Resolution) {
  const place = { workbookId: conflict.workbookId, name: toWireId('art', conflict.tableId) }
  return commitTableEdit(ctx, conflict.workbookId, async (): Promise<{ edit: TableEdit | null }> => {
    const opened = await openEditableTable(ctx, place, expected)
    const column = opened.table.columns.find(({ id }) => id === conflict.columnId)
    if (!column) throw notFound('column of the conflict', String(conflict.columnId))
    if (column.isMasked) throw maskedColumn([column.name])
    const { rows } = await ctx.reader.rowsById(opened.table, [conflict.rowId], [column.id])
    const row = rows.get(conflict.rowId)
    if (!row) throw rowNotFound(opened.name, [conflict.rowId])
    const before = row[column.id] ?? null
    if (before === conflict.priorValue) return { edit: null }
    const cells = { [column.id]: conflict.priorValue }
    const changed = { op: 'U', rowId: conflict.rowId, cells, before: { [column.id]: before } } as const
    const edit: TableEdit = {
      workbookId: opened.workbookId,
      table: opened.name,
      writes: [{ tableId: opened.artifactId, expected, read: opened.editVersion, kind: 'rows', rows: [changed] }],
      op: {
        kind: 'rows.upsert',
        actor,
        detail: {
          expected_version: expected,
          unconditional: expected === null,
          rows: 1,
          summary: `Reverted a cell of row ${conflict.rowId}`,
        },
      },
      auditDetail: { conflict: toWireId('cf', conflict.conflictId) },
    }
    return { edit }
  })
}
