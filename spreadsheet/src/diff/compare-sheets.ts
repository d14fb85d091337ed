import { columnsByContent, columnsByRows, columnsInPlace, columnsOf, indexOf } from './align-columns.ts'
import { alignRows } from './align-rows.ts'
import type { Pairs } from './cheapest-alignment.ts'
import { differencesOfRows, type LaidSheet, layColumns } from './laid-sheet.ts'
import { lineAcross, type Run, runsOf } from './runs.ts'
import type { SheetCells } from './sheet-cells.ts'

/** A cell that differs: its place in both sheets, null where that is gone or was not there yet. Rows and columns count from 0. */
export type Difference = { old: CellPosition | null; next: CellPosition | null }
export type CellPosition = { row: number; column: number }

/** Rows and columns of the old sheet that are still there, as runs, and the cells in which the two sheets differ then. */
export type SheetComparison = {
  rows: readonly Run[]
  columns: readonly Run[]
  /** The first ones, from the top. */
  differences: readonly Difference[]
  total: number
}

/** How rows and columns are paired, and what that comes to. */
type Pairing = { old: LaidSheet; next: LaidSheet; columns: Pairs; rows: Pairs; cost: number }

/** How often columns are paired again by what the rows say, and rows by what the columns say. */
const ROUNDS = 3
/** Where there are more, the second way to begin is tried only if the first finds little in common. */
const MANY_CELLS = 100_000

/** Finds rows and columns that came and went, and what differs beside them. */
export function compareSheets(old: SheetCells, next: SheetCells, mostDifferences: number): SheetComparison {
  const pairing = cheapestPairing(old, next)
  const runs = runsOfBoth(old, next, pairing)
  const differences: Difference[] = []
  const total = eachDifference(pairing, ({ oldRow, newRow, oldCell, newCell }) => {
    if (differences.length === mostDifferences) return
    const from = oldCell < 0 ? null : { row: old.rows[oldRow] ?? 0, column: old.columns[oldCell] ?? 0 }
    const to = newCell < 0 ? null : { row: next.rows[newRow] ?? 0, column: next.columns[newCell] ?? 0 }
    differences.push({ old: from ?? placeAcross(runs, 'next', to), next: to ?? placeAcross(runs, 'old', from) })
  })
  return { ...runs, differences, total }
}

type BothRuns = { rows: readonly Run[]; columns: readonly Run[] }

function runsOfBoth(old: SheetCells, next: SheetCells, { rows, columns }: Pick<Pairing, 'rows' | 'columns'>): BothRuns {
  const oldColumns = columnsOf(old)
  const newColumns = columnsOf(next)
  const oldIndexes = indexOf(oldColumns)
  const newIndexes = indexOf(newColumns)
  const pairs = columns.map(([a, b]) => [oldIndexes.get(a) ?? 0, newIndexes.get(b) ?? 0] as const)
  return {
    rows: runsOf(rows, { old: old.rows, next: next.rows }),
    columns: runsOf(pairs, { old: oldColumns, next: newColumns }),
  }
}

function placeAcross(
  { rows, columns }: BothRuns,
  from: 'old' | 'next',
  place: CellPosition | null,
): CellPosition | null {
  const row = place && lineAcross(rows, from, place.row)
  const column = place && lineAcross(columns, from, place.column)
  return row === null || column === null ? null : { row, column }
}

function cheapestPairing(old: SheetCells, next: SheetCells): Pairing {
  const rows = rowsInPlace(old, next)
  const improvedFrom = (columns: Pairs) => improved(pairingOf(old, next, columns, rows), rows)
  const inPlace = improvedFrom(columnsInPlace(old, next))
  const cells = old.columns.length + next.columns.length
  if (inPlace.cost === 0 || (cells > MANY_CELLS && inPlace.cost < cells / 20)) return inPlace
  return cheaper(inPlace, improvedFrom(columnsByContent(old, next)))
}

const cheaper = (one: Pairing, other: Pairing) => (other.cost < one.cost ? other : one)

function improved(first: Pairing, inPlace: Pairs): Pairing {
  let best = first
  for (let round = 0; round < ROUNDS && best.cost > 0; round++) {
    const { old, next } = best
    const columns = columnsByRows(old.cells, next.cells, best.rows)
    if (isSame(columns, best.columns)) return best
    const tried = pairingOf(old.cells, next.cells, columns, inPlace)
    if (tried.cost >= best.cost) return best
    best = tried
  }
  return best
}

const isSame = (a: Pairs, b: Pairs) =>
  a.length === b.length && a.every(([old, next], n) => old === b[n]?.[0] && next === b[n]?.[1])

/** Each row is the one at the same place: in a sheet of many empty rows nothing else tells that one was filled in, and did not come. */
function rowsInPlace(old: SheetCells, next: SheetCells): Pairs {
  const there = indexOf([...next.rows])
  return [...old.rows].flatMap((row, n): Pairs => {
    const at = there.get(row)
    return at === undefined ? [] : [[n, at]]
  })
}

/** With these columns, the rows that cost the least: those that look alike, or those that are at the same place. */
function pairingOf(oldCells: SheetCells, newCells: SheetCells, columns: Pairs, inPlace: Pairs): Pairing {
  const { old, next } = layColumns(oldCells, newCells, columns)
  const alike = weighed({ old, next, columns, rows: alignRows(old, next) })
  if (alike.cost === 0 || isSame(alike.rows, inPlace)) return alike
  return cheaper(alike, weighed({ old, next, columns, rows: inPlace }))
}

/** Cells that differ, and breaks in the order of rows and columns. */
function weighed(pairing: Omit<Pairing, 'cost'>): Pairing {
  const runs = runsOfBoth(pairing.old.cells, pairing.next.cells, pairing)
  const breaks = Math.max(0, runs.rows.length - 1) + Math.max(0, runs.columns.length - 1)
  return { ...pairing, cost: eachDifference(pairing, () => {}) + breaks }
}

/** Where two sheets differ: rows and cells by their place among all, -1 where there is none. */
type Found = { oldRow: number; newRow: number; oldCell: number; newCell: number }
type ReportDifferenceAt = (found: Found) => void

/** Every cell in which the sheets differ, from the top: those of a row that went before those that came in its place. */
function eachDifference(
  { old, next, rows }: Pick<Pairing, 'old' | 'next' | 'rows'>,
  report: ReportDifferenceAt,
): number {
  let count = 0
  let oldAt = 0
  let newAt = 0
  const reporterOf = (oldRow: number, newRow: number) => (oldCell: number, newCell: number) => {
    count += 1
    report({ oldRow, newRow, oldCell, newCell })
  }
  const gap = (oldTo: number, newTo: number) => {
    for (; oldAt < oldTo; oldAt++) cellsOfRow(old, oldAt, 'all', (cell) => reporterOf(oldAt, -1)(cell, -1))
    for (; newAt < newTo; newAt++) cellsOfRow(next, newAt, 'all', (cell) => reporterOf(-1, newAt)(-1, cell))
  }
  for (const [oldRow, newRow] of rows) {
    gap(oldRow, newRow)
    const reportRow = reporterOf(oldRow, newRow)
    cellsOfRow(old, oldRow, 'left', (cell) => reportRow(cell, -1))
    differencesOfRows(old, oldRow, next, newRow, reportRow)
    cellsOfRow(next, newRow, 'left', (cell) => reportRow(-1, cell))
    oldAt = oldRow + 1
    newAt = newRow + 1
  }
  gap(old.cells.rows.length, next.cells.rows.length)
  return count
}

/** `left`: only those in columns that lie nowhere on the other side. */
function cellsOfRow({ cells, places }: LaidSheet, row: number, which: 'all' | 'left', report: (cell: number) => void) {
  for (let cell = cells.starts[row] ?? 0; cell < (cells.starts[row + 1] ?? 0); cell++)
    if (which === 'all' || (places[cells.columns[cell] ?? 0] ?? -1) < 0) report(cell)
}
