import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { recompute } from '../transforms/recompute.ts'
import type { MadeTable } from '../transforms/run-transform.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { commitState } from './commit-state.ts'
import { type RestoredState, restoreState, type StateRestore } from './restore-state.ts'
import { findSnapshot, findVersion } from './snapshots.store.ts'

export type Restored = RestoredState & {
  snapshotId: string
  label: string | null
  safetySnapshotId: string
  recomputed: readonly MadeTable[]
}

type Asked = { tables: readonly string[] | null }

/** Brings every table back to what a snapshot has, derived ones with the content they had. */
export async function restoreSnapshot(
  ctx: Context,
  workbookId: string,
  snapshotId: string,
  { tables }: Asked,
): Promise<Restored> {
  await openWorkbook(ctx, workbookId, 'editor')
  if (!(await findSnapshot(ctx.db, workbookId, snapshotId)))
    throw notFound('committed snapshot', toWireId('snap', snapshotId))
  const summary = 'Restored a snapshot'
  return restoreSafely(ctx, { workbookId, snapshotId, tables, kind: 'snapshot.restore', summary }, null)
}

/** Brings the rows of base tables back to what a version has; derived tables are made from them anew. */
export async function revertVersion(
  ctx: Context,
  workbookId: string,
  label: string,
  { tables }: Asked,
): Promise<Restored> {
  await openWorkbook(ctx, workbookId, 'editor')
  const name = label.normalize('NFC')
  const version = await findVersion(ctx.db, workbookId, name)
  if (!version) throw notFound('version', label)
  const { snapshotId } = version
  const summary = `Reverted to version ${name}`
  const restored = await restoreSafely(ctx, { workbookId, snapshotId, tables, kind: 'version.revert', summary }, name)
  // Inside a request's own transaction nobody else sees the base rows yet: then derived tables stay stale.
  if (ctx.db.isTransaction) return restored
  const { made, failed } = await recompute(ctx, workbookId, null)
  const versions = new Map(made.map(({ tableId, editVersion }) => [tableId, editVersion]))
  const current = restored.tables.map((table) => ({
    ...table,
    editVersion: versions.get(table.tableId) ?? table.editVersion,
  }))
  return { ...restored, tables: current, recomputed: made, failed: [...restored.failed, ...failed] }
}

/** What is there now is committed first, so that the way back is open. */
function restoreSafely(ctx: Context, restore: StateRestore, label: string | null): Promise<Restored> {
  const { workbookId, snapshotId, kind } = restore
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const before = { label: null, summary: `Before: ${restore.summary}`, eventType: kind }
    const { snapshotId: safetySnapshotId } = await commitState({ ...ctx, db: tx }, workbookId, before)
    return { ...(await restoreState(tx, ctx, restore)), snapshotId, label, safetySnapshotId, recomputed: [] }
  })
}
