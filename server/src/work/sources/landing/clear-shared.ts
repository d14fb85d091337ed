import type { Context } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import { commitState } from '../../snapshots/commit-snapshot.ts'
import type { Source } from '../source.ts'
import { editedSinceMade } from '../sources.errors.ts'
import { listMadeTables, type MadeTable } from '../sources.store.ts'
import { isSharedPart } from '../templates/shared-tables.ts'
import { NOTHING_OVERWRITTEN, type Overwritten } from './keep-overwritten.ts'
import type { LandingVersions } from './landing-versions.ts'
import { listSharedEdits } from './shared-edits.store.ts'

/** Nothing outside this file can make the mark. */
const cleared: unique symbol = Symbol('cleared')

/** The tables that a file shares with others, out of which its rows may be taken: no edit of them goes unseen. */
export type ClearedShared = {
  readonly [cleared]: true
  tables: readonly MadeTable[]
  edited: readonly { table: string; rows: number }[]
}

/** Refuses a file whose rows in shared tables were edited since, where their versions were not named. */
export async function clearShared(
  db: Db,
  source: Source,
  { tables: sent, only }: LandingVersions,
): Promise<ClearedShared> {
  const { workbookId, sourceId } = source
  const tables = (await listMadeTables(db, workbookId, [sourceId])).filter(({ part }) => isSharedPart(part))
  const active = tables.filter(({ state }) => state === 'active')
  const ids = active.map(({ tableId }) => tableId)
  const found = (await listSharedEdits(db, source, ids)).map(({ tableId, editVersion, rows }) => ({
    name: active.find((table) => table.tableId === tableId)?.name ?? '',
    editVersion,
    rows,
  }))
  const sentFor = (name: string) => sent[name] ?? (active.length === 1 ? only : undefined)
  const refused = found.filter(({ name, editVersion }) => sentFor(name) !== null && sentFor(name) !== editVersion)
  if (refused.length > 0)
    throw editedSinceMade(
      refused.map(({ name, editVersion, rows: editedRows }) => ({
        name,
        editVersion,
        editedRows,
        expected: sentFor(name) ?? null,
      })),
    )
  return { [cleared]: true, tables, edited: found.map(({ name, rows }) => ({ table: name, rows })) }
}

/** Freezes the workbook before edited rows go. The caller holds the head lock. */
export async function keepShared(
  tx: Tx,
  ctx: Context,
  source: Source,
  { edited }: ClearedShared,
): Promise<Overwritten> {
  if (edited.length === 0) return NOTHING_OVERWRITTEN
  const state = { label: null, summary: `Before: the next edition of ${source.name}`, eventType: 'source.revise' }
  const { snapshotId } = await commitState({ ...ctx, db: tx }, source.workbookId, state)
  return { tables: edited.map((one) => ({ ...one, cells: 0, columns: [], conflicts: 0 })), snapshotId }
}
