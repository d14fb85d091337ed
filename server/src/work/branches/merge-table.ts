import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { listConflictsOfBranch } from '../../core/conflicts/conflicts.store.ts'
import { recordConflicts } from '../../core/conflicts/conflicts.ts'
import { emitEvent } from '../../core/events/events.ts'
import { hasRowPolicies } from '../../core/policies/rows/row-policies.store.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { commitTableEdit, type TableEdit } from '../../core/tables/commit-table-edit.ts'
import type { EditPlace } from '../../core/tables/open-editable-table.ts'
import type { Committed } from '../../engine/table/commit.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { branchClosed } from './branches.errors.ts'
import { closeBranch, type StoredBranch, unpinBranch } from './branches.store.ts'
import { isReplay, openBranch } from './branches.ts'
import { changesOf } from './merge-changes.ts'
import { CONFLICTS_TOLD, type Merged, type MergeOptions, type MergeReport, SKIPPED_TOLD } from './merge-request.ts'
import { planTableMerge, type TableMerge } from './plan-table-merge.ts'
import { type ReturnedFile, readReturnedFile } from './read-returned-file.ts'

/** A file that has been read, and what it would do. Null: it did so before. */
export type PreparedMerge = { file: ReturnedFile; merge: TableMerge } | null

/** The long part: reads the file in a loader, and compares it with both versions of the table. */
export async function prepareMerge(
  ctx: Context,
  place: EditPlace,
  branchId: string,
  wish: MergeOptions,
): Promise<PreparedMerge> {
  const { opened, branch } = await openBranch(ctx, place, branchId, wish.file.sha256)
  if (isReplay(branch, wish.file.sha256)) return null
  const file = await readReturnedFile(ctx, place.workbookId, wish.file)
  return { file, merge: await planTableMerge(ctx, opened, branch, file, wish) }
}

/** Writes what only the file changed, keeps what only the service changed, and puts into the review queue where both did. */
export async function mergeTable(
  ctx: Context,
  place: EditPlace,
  branchId: string,
  wish: MergeOptions,
  prepared: PreparedMerge,
): Promise<Merged> {
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const { opened, branch } = await openBranch(inTx, place, branchId, wish.file.sha256)
    if (isReplay(branch, wish.file.sha256)) return replayed(inTx, branch, opened)
    const file = prepared?.file ?? (await readReturnedFile(ctx, place.workbookId, wish.file))
    return mergeInto(tx, ctx, { branch, file, wish, first: prepared?.merge ?? null, kind: 'merge' })
  })
}

export type MergeStep = {
  branch: StoredBranch
  file: ReturnedFile
  wish: MergeOptions
  /** What was found before the lock was taken. */
  first: TableMerge | null
  kind: 'merge' | 'sync'
}

/** Merges one table of a file. The caller holds the head lock. */
export async function mergeInto(tx: Tx, ctx: Context, step: MergeStep): Promise<Merged> {
  const { branch, file, wish } = step
  const inTx = { ...ctx, db: tx }
  const place = { workbookId: branch.workbookId, name: toWireId('art', branch.tableId) }
  const plan = async () => {
    const { opened } = await openBranch(inTx, place, branch.branchId, wish.file.sha256)
    return planTableMerge(inTx, opened, branch, file, wish)
  }
  const first = step.first ?? (await plan())
  if (wish.isDryRun) return dryRun(first, branch)
  const { prepared, committed } = await commitTableEdit(inTx, branch.workbookId, async (attempt) => {
    const merge = attempt === 1 ? first : await plan()
    return { merge, edit: merge.edits.length > 0 ? editOf(merge, step) : null }
  })
  return recorded(tx, ctx, step, prepared.merge, committed)
}

async function recorded(
  tx: Tx,
  ctx: Context,
  { branch, wish }: MergeStep,
  merge: TableMerge,
  committed: Committed | null,
): Promise<Merged> {
  const { opened, plan } = merge
  const { workbookId, branchId, tableId } = branch
  const opId = committed?.opId ?? null
  const found = { workbookId, tableId, table: opened.name, opId: opId ?? 0, actor: wish.actor, branchId }
  const conflicts = await recordConflicts(tx, ctx, found, plan.conflicts)
  const report = reportOf(merge, committed)
  const isClosed = await closeBranch(tx, branch, {
    mergedSha256: Buffer.from(wish.file.sha256, 'hex'),
    mergedOp: opId,
    report,
  })
  if (!isClosed) throw branchClosed(toWireId('br', branchId), opened.name)
  await unpinBranch(tx, branch)
  // Where some may not know how many rows there are, all who hear of it do not.
  const isCounted = !(await hasRowPolicies(tx, workbookId))
  const data = {
    branch_id: toWireId('br', branchId),
    table: opened.name,
    edit_version: report.editVersion,
    ...(isCounted ? countsOf(report) : NOT_COUNTED),
  }
  await emitEvent(tx, ctx, { workbookId, kind: 'version.merged', data, actor: wish.actor })
  return { ...report, branchId, opened, opId, conflicts: conflicts.slice(0, CONFLICTS_TOLD), changes: null }
}

const countsOf = ({ inserted, updated, deleted, conflictCount }: MergeReport) => ({
  inserted,
  updated,
  deleted,
  conflict_count: conflictCount,
})

const NOT_COUNTED = { inserted: null, updated: null, deleted: null, conflict_count: null }

const dryRun = (merge: TableMerge, { branchId }: StoredBranch): Merged => ({
  ...reportOf(merge, null),
  branchId,
  opened: merge.opened,
  opId: null,
  conflicts: merge.plan.conflicts.slice(0, CONFLICTS_TOLD),
  changes: changesOf(merge.plan, merge.opened.table.columns),
})

function reportOf({ opened, plan, ignored }: TableMerge, committed: Committed | null): MergeReport {
  return {
    inserted: plan.insertions.length,
    updated: plan.updates.length,
    deleted: plan.deletions.length,
    cellsWritten: plan.cellsWritten,
    conflictCount: plan.conflicts.length,
    skipped: plan.skipped.slice(0, SKIPPED_TOLD),
    skippedCount: plan.skipped.length,
    ignoredColumns: ignored,
    editVersion: committed?.tables[0]?.editVersion ?? opened.editVersion,
    stale: committed?.stale ?? [],
  }
}

export async function replayed(ctx: Context, branch: StoredBranch, opened: OpenedTable): Promise<Merged> {
  const { branchId, mergedOp: opId } = branch
  const conflicts = await listConflictsOfBranch(ctx.db, branch, CONFLICTS_TOLD)
  // Safe: written by a merge alone.
  return { ...(branch.report as MergeReport), branchId, opened, opId, conflicts, changes: null }
}

function editOf({ opened, edits, plan }: TableMerge, { branch, wish, kind }: MergeStep): TableEdit {
  const counts = { inserted: plan.insertions.length, updated: plan.updates.length, deleted: plan.deletions.length }
  return {
    workbookId: opened.workbookId,
    table: opened.name,
    writes: [{ tableId: opened.artifactId, expected: null, read: opened.editVersion, kind: 'rows', rows: edits }],
    op: {
      kind,
      actor: wish.actor,
      detail: {
        expected_version: null,
        unconditional: false,
        rows: edits.length,
        summary: `Merged ${branch.filename}: inserted ${counts.inserted}, updated ${counts.updated}, deleted ${counts.deleted}`,
      },
    },
    auditDetail: { ...counts, branch: toWireId('br', branch.branchId), conflicts: plan.conflicts.length },
  }
}
