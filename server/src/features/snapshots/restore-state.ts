import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { TableWrite } from '../../tabular/commit.ts'
import { planRestore } from '../../tabular/restore-version.ts'
import { artifactNameTaken } from '../artifacts/artifacts.errors.ts'
import { hasActiveName, updateArtifact } from '../artifacts/artifacts.store.ts'
import { actorOf } from '../audit/actor.ts'
import { partsOf } from '../audit/audit-entry.ts'
import { updateConflictsOfCells } from '../conflicts/conflicts.store.ts'
import { historyExpired } from '../governance/governance.errors.ts'
import { commitTableEdit } from '../tables/commit-table-edit.ts'
import { untrashTable } from '../tables/trash.store.ts'
import { listLaterTables, listPastTables, type PastTable, restoreOverrides } from './snapshot-restore.store.ts'

export type StateRestore = {
  workbookId: string
  snapshotId: string
  /** Only these tables, by the names they had then; null: the whole workbook. */
  tables: readonly string[] | null
  kind: 'snapshot.restore' | 'version.revert'
  summary: string
}

export type RestoredState = {
  tables: { name: string; tableId: string; editVersion: number }[]
  /** Tables that could not come back. */
  failed: { name: string; error: string }[]
}

/**
 * Gives the tables of a workbook the names, states and content of a snapshot, in one commit: new versions that name the old
 * segments, so history goes on and nothing is copied. A revert leaves the content of derived tables to their transforms. The
 * caller holds the head lock.
 */
export async function restoreState(tx: Tx, ctx: Context, restore: StateRestore): Promise<RestoredState> {
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

/** While names move from table to table nobody has one: an archived table stands in nobody's way. */
async function parkNames(tx: Tx, workbookId: string, past: readonly PastTable[]) {
  for (const { tableId, stateNow } of past) {
    if (stateNow === 'active') await updateArtifact(tx, { workbookId, artifactId: tableId }, { state: 'archived' })
  }
}

async function showNames(tx: Tx, workbookId: string, past: readonly PastTable[]) {
  for (const { tableId, state, name } of past) {
    if (state !== 'active') continue
    // A table of another name was left alone when only some were asked for.
    if (await hasActiveName(tx, workbookId, name)) throw artifactNameTaken(name)
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
      writes.push({ tableId, expected: null, kind: 's', ...rename })
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
  const done = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    workbookId,
    table: '',
    writes,
    op: { kind, actor: null, detail: { expected_version: null, unconditional: true, rows: 0, summary } },
    auditDetail: { tables: writes.length },
  }))
  assertState(done, 'a restore that nobody committed')
  const { tables, opId } = done.committed
  return { versions: new Map(tables.map(({ tableId, editVersion }) => [tableId, editVersion])), opId }
}
