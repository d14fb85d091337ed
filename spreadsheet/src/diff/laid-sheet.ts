import { MOST_COLUMNS } from '../xlsx/cell-reference.ts'
import type { Pairs } from './cheapest-alignment.ts'
import { mixHashes } from './hash-value.ts'
import type { SheetCells } from './sheet-cells.ts'

/** A sheet whose columns are laid over those of another: by column, where it lies there; -1 where it lies nowhere. */
export type LaidSheet = { cells: SheetCells; places: Int32Array }

/** Both sheets of a comparison, their columns paired as these say: each pair lies where the new one is. */
export function layColumns(old: SheetCells, next: SheetCells, columns: Pairs): { old: LaidSheet; next: LaidSheet } {
  const oldPlaces = new Int32Array(MOST_COLUMNS).fill(-1)
  const newPlaces = new Int32Array(MOST_COLUMNS).fill(-1)
  for (const [from, to] of columns) {
    oldPlaces[from] = to
    newPlaces[to] = to
  }
  return { old: { cells: old, places: oldPlaces }, next: { cells: next, places: newPlaces } }
}

/** What of a row counts for telling whether two are the same: all its cells, or those that hold texts. */
export function hashRows({ cells, places }: LaidSheet, of: 'cells' | 'labels'): Float64Array {
  const { starts, columns, hashes } = cells
  const rows = new Float64Array(cells.rows.length)
  for (let row = 0; row < rows.length; row++) {
    let hash = 0
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0); cell++) {
      const place = places[columns[cell] ?? 0] ?? -1
      const value = hashes[cell] ?? 0
      if (place >= 0 && (of === 'cells' || value % 2 === 1)) hash = mixHashes(hash, value, place)
    }
    rows[row] = hash
  }
  return rows
}

/** How many cells of each row lie anywhere. */
export function weighRows({ cells, places }: LaidSheet): Int32Array {
  const { starts, columns } = cells
  const weights = new Int32Array(cells.rows.length)
  for (let row = 0; row < weights.length; row++)
    for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0); cell++)
      if ((places[columns[cell] ?? 0] ?? -1) >= 0) weights[row] = (weights[row] ?? 0) + 1
  return weights
}

/** Called for each place where two rows differ: the cells, by their place among all; -1 where there is none. */
export type ReportDifference = (oldCell: number, newCell: number) => void

const BEHIND_ALL = MOST_COLUMNS

/** How many places there are where two rows differ. Columns were paired in order, so both rows ascend. */
export function differencesOfRows(
  old: LaidSheet,
  oldRow: number,
  next: LaidSheet,
  newRow: number,
  report?: ReportDifference,
): number {
  const oldEnd = startOf(old, oldRow + 1)
  const newEnd = startOf(next, newRow + 1)
  let a = laidFrom(old, startOf(old, oldRow), oldEnd)
  let b = laidFrom(next, startOf(next, newRow), newEnd)
  let count = 0
  while (a < oldEnd || b < newEnd) {
    const ahead = placeOf(old, a, oldEnd) - placeOf(next, b, newEnd)
    if (ahead !== 0 || old.cells.hashes[a] !== next.cells.hashes[b]) {
      count += 1
      report?.(ahead <= 0 ? a : -1, ahead >= 0 ? b : -1)
    }
    if (ahead <= 0) a = laidFrom(old, a + 1, oldEnd)
    if (ahead >= 0) b = laidFrom(next, b + 1, newEnd)
  }
  return count
}

const startOf = ({ cells }: LaidSheet, row: number) => cells.starts[row] ?? 0

const placeOf = ({ cells, places }: LaidSheet, cell: number, end: number) =>
  cell < end ? (places[cells.columns[cell] ?? 0] ?? -1) : BEHIND_ALL

/** The first cell from there on that lies anywhere. */
function laidFrom(sheet: LaidSheet, from: number, end: number): number {
  let cell = from
  while (cell < end && placeOf(sheet, cell, end) < 0) cell += 1
  return cell
}
