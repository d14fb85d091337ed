import { type Cell, isProblem, type Workbook } from '@bindery-data/sdk'
import { plainText } from '../../../parts/grid/cells/typed-text.ts'
import type { LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import { prompt } from '../../../service/client.ts'
import { rowOf, type SentChange, type Theirs } from './cell-change.ts'
import type { IsOwn } from './own-values.ts'

export type Found = {
  rows: LoadedRow[]
  /** These cells have not been written since. */
  free: SentChange[]
  conflicts: { change: SentChange; theirs: Theirs }[]
}

/** Reads the rows that changed, and tells the cells apart that others have written. */
export async function findTheirs(
  workbook: Workbook,
  table: string,
  changes: readonly SentChange[],
  changedRows: readonly number[] | null,
  isOwn: IsOwn,
): Promise<Found> {
  const found: Found = { rows: [], free: [], conflicts: [] }
  const isChanged = (rowId: number) => changedRows === null || changedRows.includes(rowId)
  const byRow = Map.groupBy(changes, (change) => rowOf(change)?.rowId ?? null)
  for (const [rowId, own] of byRow) {
    if (rowId === null || !isChanged(rowId)) found.free.push(...own)
    else await sortRow(found, { workbook, table, rowId }, own, isOwn)
  }
  return found
}

type At = { workbook: Workbook; table: string; rowId: number }

async function sortRow(found: Found, at: At, changes: readonly SentChange[], isOwn: IsOwn) {
  const now = await readRow(at)
  if (now) found.rows.push(now)
  for (const change of changes) {
    const value = now?.cells[change.column] ?? null
    // Both wrote the same, or no other user wrote here.
    const isKnown = [change.base, change.mine].some((known) => plainText(known) === plainText(value))
    const isFree = now && (isKnown || isOwn(change, value))
    if (isFree) found.free.push({ ...change, at: { state: 'loaded', row: now } })
    else
      found.conflicts.push({
        change: now ? { ...change, at: { state: 'loaded', row: now } } : change,
        theirs: await whoWrote(at, change, value, !now),
      })
  }
}

async function readRow({ workbook, table, rowId }: At): Promise<LoadedRow | null> {
  try {
    const place = { workbook_id: workbook.id, name: table, row_id: String(rowId) }
    const { row, edit_version: version } = await prompt.api.readTableRow(place)
    // Safe: the cells of a row are what JSON has.
    return { rowId, cells: row as LoadedRow['cells'], version }
  } catch (error) {
    if (isProblem(error, 'row_not_found')) return null
    throw error
  }
}

async function whoWrote(
  { workbook, table, rowId }: At,
  { column }: SentChange,
  value: Cell,
  isGone: boolean,
): Promise<Theirs> {
  const place = { workbook_id: workbook.id, name: table, row_id: String(rowId), limit: 20 }
  const { changes } = await prompt.api.readTableRowHistory(place)
  const newest = changes.find((change) => change.column === column) ?? changes[0]
  const { name, user_id: userId } = newest?.actor ?? {}
  const textOr = (sent: unknown) => (typeof sent === 'string' ? sent : null)
  return { value, isGone, by: textOr(name), userId: textOr(userId), at: newest?.at ?? null }
}
