import { hidesRows } from '../../core/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Page, Snapshot, Version } from './snapshot.ts'
import { findEditingSnapshot, findSnapshot, findVersion, listSnapshots, listVersions } from './snapshots.store.ts'

/** The editing snapshot, then the committed ones, newest first. */
export async function readSnapshots(ctx: Context, workbookId: string, { limit, before }: Page) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const editing = before === null ? [await findEditingSnapshot(ctx.db, workbookId)] : []
  const room = limit - editing.length
  const found = await listSnapshots(ctx.db, workbookId, { limit: room + 1, before })
  const committed = found.slice(0, room)
  const last = committed.at(-1)?.opId ?? FIRST_OP
  const snapshots: Snapshot[] = [...editing, ...committed]
  const isCounted = !(await hidesRows(ctx, workbook))
  return { snapshots: isCounted ? snapshots : snapshots.map(uncounted), next: found.length > room ? last : null }
}

/** Where a page goes on that had no room for a committed snapshot. */
const FIRST_OP = Number.MAX_SAFE_INTEGER

export async function readSnapshot(ctx: Context, workbookId: string, snapshotId: string): Promise<Snapshot> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const committed = await findSnapshot(ctx.db, workbookId, snapshotId)
  const snapshot = committed ?? (await findEditingSnapshot(ctx.db, workbookId))
  if (snapshot.snapshotId !== snapshotId) throw notFound('snapshot', toWireId('snap', snapshotId))
  return (await hidesRows(ctx, workbook)) ? uncounted(snapshot) : snapshot
}

/** How many rows tables had is not for callers from whom some are hidden. */
export const uncounted = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  tables: snapshot.tables.map((table) => ({ ...table, row_count: null })),
})

/** Newest first. */
export async function readVersions(ctx: Context, workbookId: string, { limit, before }: Page) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listVersions(ctx.db, workbookId, { limit: limit + 1, before })
  const versions = found.slice(0, limit)
  return { versions, next: found.length > limit ? (versions.at(-1)?.opId ?? null) : null }
}

export async function readVersion(ctx: Context, workbookId: string, label: string): Promise<Version> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const version = await findVersion(ctx.db, workbookId, label)
  if (!version) throw notFound('version', label)
  return version
}
