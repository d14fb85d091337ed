import { artifactNameTaken } from '../../core/artifacts/artifacts.errors.ts'
import { hasActiveName, updateArtifact } from '../../core/artifacts/artifacts.store.ts'
import { actorOf } from '../../core/audit/actor.ts'
import { partsOf } from '../../core/audit/audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { updateConflictsOfCells } from '../../core/conflicts/conflicts.store.ts'
import { historyExpired } from '../../core/policies/governance.errors.ts'
import { refuseIfAnyRowsHidden } from '../../core/reading/refuse-if-hidden.ts'
import { commitTableEdit } from '../../core/tables/commit-table-edit.ts'
import { untrashTable } from '../../core/tables/trash/trash.store.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { planRestore } from '../../engine/storage/bulk/build-content.ts'
import type { TableWrite } from '../../engine/table/commit.ts'
import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { recompute } from '../transforms/recompute/recompute.ts'
import type { MadeTable } from '../transforms/runs/run-transform.ts'
import { commitState } from './commit-snapshot.ts'
import { listLaterTables, listPastTables, type PastTable, restoreOverrides } from './snapshot-restore.store.ts'
import { findSnapshot, findVersion } from './snapshots.store.ts'

export type Restored = RestoredState & {
  snapshotId: string
  label: string | null
  safetySnapshotId: string
  recomputed: readonly MadeTable[]
}

type RestoreRequest = { tables: readonly string[] | null }

/** Brings every table back to what a snapshot has, derived ones with the content they had. */
export async function restoreSnapshot(
  ctx: Context,
  workbookId: string,
  snapshotId: string,
  { tables }: RestoreRequest,
): Promise<Restored> {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  if (!(await findSnapshot(ctx.db, workbookId, snapshotId)))
    throw notFound('committed snapshot', toWireId('snap', snapshotId))
  const summary = 'Restored a snapshot'
  return restoreSafely(ctx, { workbookId, snapshotId, tables, kind: 'snapshot.restore', summary }, null)
}

/** Brings the rows of base tables back to what a version has; derived tables are rebuilt from them. */
export async function revertVersion(
  ctx: Context,
  workbookId: string,
  label: string,
  { tables }: RestoreRequest,
): Promise<Restored> {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  const name = label.normalize('NFC')
  const version = await findVersion(ctx.db, workbookId, name)
  if (!version) throw notFound('version', label)
  const { snapshotId } = version
  const summary = `Reverted to version ${name}`
  const restored = await restoreSafely(ctx, { workbookId, snapshotId, tables, kind: 'version.revert', summary }, name)
  // Inside a request's own transaction no other connection sees the base rows yet: then derived tables stay stale.
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

type StateRestore = {
  workbookId: string
  snapshotId: string
  /** Only these tables, by the names they had then; null: the whole workbook. */
  tables: readonly string[] | null
  kind: 'snapshot.restore' | 'version.revert'
  summary: string
}

type RestoredState = {
  tables: { name: string; tableId: string; editVersion: number }[]
  /** Tables that could not come back. */
  failed: { name: string; error: string }[]
}

/**
 * Gives the tables of a workbook the names, states and content of a snapshot, in one commit: new versions that name the old
 * segments, so history goes on and nothing is copied. A revert leaves the content of derived tables to their transforms. The
 * caller holds the head lock.
 */
async function restoreState(tx: Tx, ctx: Context, restore: StateRestore): Promise<RestoredState> {
  const { workbookId, snapshotId, tables: names } = restore
  const all = chosenOf(await listPastTables(tx, workbookId, snapshotId), names)
  const past = all.filter(({ isPurged }) => !isPurged)
  await parkNames(tx, workbookId, past)
  for (const table of past.filter(({ isDeleted }) => isDeleted)) await bringBack(tx, ctx, workbookId, table)
  if (names === null) await archiveLater(tx, workbookId, snapshotId)
  const writes = await writesOf(tx, restore, past)
  const { versions, opId } = await commitWrites(tx, ctx, restore, writes)
  await showNames(tx, workbookId, past)
  for (const { tableId, layer, opId: then } of past) {
    if (!versions.has(tableId)) continue
    await updateConflictsOfCells(tx, { workbookId, tableId }, null, {
      resolution: 'superseded',
      resolvedBy: actorOf(ctx),
    })
    if (layer === 'derived' && then !== null) await restoreOverrides(tx, { workbookId, tableId }, then, opId)
  }
  return {
    tables: past.map(({ name, tableId, editVersion }) => ({
      name,
      tableId,
      editVersion: versions.get(tableId) ?? editVersion,
    })),
    failed: all.filter(({ isPurged }) => isPurged).map(({ name }) => ({ name, error: 'purged from the trash' })),
  }
}

function chosenOf(past: readonly PastTable[], names: readonly string[] | null): readonly PastTable[] {
  if (names === null) return past
  return [...new Set(names)].map((sent) => {
    const name = sent.normalize('NFC')
    const found =
      past.find((table) => table.name === name && table.state === 'active') ?? past.find((table) => table.name === name)
    if (!found) throw notFound('table in the snapshot', name)
    return found
  })
}

/** While names move from table to table they are free: an archived table blocks no name. */
async function parkNames(tx: Tx, workbookId: string, past: readonly PastTable[]) {
  for (const { tableId, stateNow } of past) {
    if (stateNow === 'active') await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'archived' })
  }
}

async function showNames(tx: Tx, workbookId: string, past: readonly PastTable[]) {
  for (const { tableId, state, name } of past) {
    if (state !== 'active') continue
    // A table of another name was left alone when only some were asked for.
    if (await hasActiveName(tx, workbookId, name)) throw artifactNameTaken(name, 'conflict')
    await updateArtifact(tx, { workbookId, artifactId: tableId }, { state })
  }
}

async function bringBack(tx: Tx, ctx: Context, workbookId: string, { tableId, nameNow: table }: PastTable) {
  const detail = { table, expected_version: null, unconditional: false, rows: 0, summary: `Restored table ${table}` }
  const audit = partsOf(ctx, { workbookId, action: 'table.restore', target: { table } }, 'ok')
  const isBack = await untrashTable(tx, { workbookId, tableId, actor: actorOf(ctx), detail, audit })
  assertState(isBack, `table ${tableId} is in the trash`)
}

/** What was not there then rests in the archive, where it can be brought back from. */
async function archiveLater(tx: Tx, workbookId: string, snapshotId: string) {
  for (const { tableId, state } of await listLaterTables(tx, workbookId, snapshotId)) {
    if (state === 'active') await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'archived' })
  }
}

/** One for each table that is not what it was. */
async function writesOf(tx: Tx, { workbookId, kind }: StateRestore, past: readonly PastTable[]): Promise<TableWrite[]> {
  const writes: TableWrite[] = []
  for (const { tableId, version, name, nameNow, isSame, layer, hasOtherCode } of past) {
    const rename = name === nameNow ? {} : { rename: name }
    const isLeft = isSame || (kind === 'version.revert' && layer === 'derived')
    if (isLeft && name === nameNow) continue
    if (isLeft) {
      writes.push({ tableId, expected: null, kind: 'schema', ...rename })
      continue
    }
    const write = await planRestore(tx, workbookId, tableId, version)
    if (!write) throw historyExpired(name, version)
    writes.push({ ...write, ...rename, ...(layer === 'derived' ? { isFresh: !hasOtherCode } : {}) })
  }
  return writes
}

async function commitWrites(tx: Tx, ctx: Context, restore: StateRestore, writes: readonly TableWrite[]) {
  const { workbookId, kind, summary } = restore
  const { committed } = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table: '',
      writes,
      op: { kind, actor: null, detail: { expected_version: null, unconditional: true, rows: 0, summary } },
      auditDetail: { tables: writes.length },
    },
  }))
  assertState(committed, 'a restore committed nothing')
  const { tables, opId } = committed
  return { versions: new Map(tables.map(({ tableId, editVersion }) => [tableId, editVersion])), opId }
}
