import { forgottenTable } from '../../core/policies/governance.errors.ts'
import { frozenTable } from '../../core/reading/frozen-table.ts'
import { openReadableTables } from '../../core/reading/open-readable-tables.ts'
import { pairRows } from '../../engine/reading/pair-rows.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { readSnapshot } from './read-snapshots.ts'
import type { SnapshotTable } from './snapshot.ts'

/** How a table of one state differs from what it was in another. */
export type TableDiff = {
  name: string
  status: 'added' | 'removed' | 'changed' | 'same'
  rowsAdded: number
  rowsRemoved: number
  rowsChanged: number
}

/** What changed from one state of the workbook to another; as far as who asks may see it. Without a second one, since the state before. */
export async function diffSnapshots(ctx: Context, workbookId: string, snapshotId: string, against: string | null) {
  const snapshot = await readSnapshot(ctx, workbookId, snapshotId)
  const otherId = against ?? snapshot.parentId
  const other = otherId === null ? null : await readSnapshot(ctx, workbookId, otherId)
  const [now, then] = [
    await tablesOf(ctx, workbookId, snapshot),
    other ? await tablesOf(ctx, workbookId, other) : new Map(),
  ]
  const diffs: TableDiff[] = []
  for (const [tableId, table] of now) diffs.push(await diffTable(ctx, then.get(tableId), table))
  for (const [tableId, table] of then) if (!now.has(tableId)) diffs.push(await diffTable(ctx, table, undefined))
  return { against: other?.snapshotId ?? null, tables: diffs.toSorted((one, two) => (one.name < two.name ? -1 : 1)) }
}

async function tablesOf(
  ctx: Context,
  workbookId: string,
  { snapshotId, status }: { snapshotId: string; status: 'editing' | 'committed'; tables: readonly SnapshotTable[] },
): Promise<Map<string, ReadableTable>> {
  const { tables, leftOut } = await openReadableTables(
    ctx,
    workbookId,
    status === 'committed' ? toWireId('snap', snapshotId) : undefined,
  )
  // A table whose rows are no longer kept would look as if it had not been there.
  for (const left of leftOut.values()) if (left.reason === 'forgotten') throw forgottenTable(left.name)
  return new Map(tables.map(({ table }) => [table.tableId, frozenTable(table)]))
}

async function diffTable(
  { reader }: Context,
  then: ReadableTable | undefined,
  now: ReadableTable | undefined,
): Promise<TableDiff> {
  const name = now?.name ?? then?.name ?? ''
  if (!then || !now) {
    const [rowsAdded, rowsRemoved] = [now?.rowCount ?? 0, then?.rowCount ?? 0]
    return { name, status: now ? 'added' : 'removed', rowsAdded, rowsRemoved, rowsChanged: 0 }
  }
  const diff = { name, rowsAdded: 0, rowsRemoved: 0, rowsChanged: 0 }
  if (then.version === now.version) return { ...diff, status: 'same' }
  const shared = now.columns.flatMap((column) => {
    const before = then.columns.find(({ origin }) => origin === column.origin)
    return before ? [[before.id, column.id] as const] : []
  })
  const base = { table: then, columnIds: shared.map(([id]) => id) }
  const current = { table: now, columnIds: shared.map(([, id]) => id) }
  for await (const pair of pairRows(reader, base, current)) {
    if (!pair.base) diff.rowsAdded += 1
    else if (!pair.current) diff.rowsRemoved += 1
    else if (pair.base.some((text, n) => text !== pair.current?.[n])) diff.rowsChanged += 1
  }
  const isSame = diff.rowsAdded + diff.rowsRemoved + diff.rowsChanged === 0 && isSameShape(then, now)
  return { ...diff, status: isSame ? 'same' : 'changed' }
}

const isSameShape = (then: ReadableTable, now: ReadableTable) =>
  then.name === now.name &&
  then.columns.map(({ id, name }) => `${id} ${name}`).join() ===
    now.columns.map(({ id, name }) => `${id} ${name}`).join()
