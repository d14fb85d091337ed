import { cheapestAlignment, type Pairs } from './cheapest-alignment.ts'
import type { SheetCells } from './sheet-cells.ts'

const MOST_PAIRS = 4_000_000
/** So many cells of a column tell what it holds, and so many comparisons in paired rows. */
const SAMPLE_CELLS = 256
const SAMPLE_COMPARISONS = 8_000_000

/** The columns that hold something, ascending. */
export function columnsOf({ columns }: SheetCells): number[] {
  return [...new Set(columns)].sort((a, b) => a - b)
}

/** Each column is the one at the same place. */
export function columnsInPlace(old: SheetCells, next: SheetCells): Pairs {
  const there = new Set(columnsOf(next))
  return columnsOf(old)
    .filter((column) => there.has(column))
    .map((column) => [column, column])
}

/** Columns that hold the same values are the same, wherever in them the values stand: rows may have come and gone. */
export function columnsByContent(old: SheetCells, next: SheetCells): Pairs {
  const step = Math.max(1, Math.ceil(Math.max(...[old, next].map(cellsPerColumn)) / SAMPLE_CELLS))
  const oldBags = bagsOf(old, step)
  const newBags = bagsOf(next, step)
  const names = { old: [...oldBags.keys()], next: [...newBags.keys()] }
  if (names.old.length * names.next.length > MOST_PAIRS) return columnsInPlace(old, next)
  const bags = { old: [...oldBags.values()], next: [...newBags.values()] }
  const pairs = cheapestAlignment({
    oldCount: bags.old.length,
    newCount: bags.next.length,
    pair: (a, b) => differenceOfBags(bags.old[a] ?? [], bags.next[b] ?? []),
    drop: (a) => bags.old[a]?.length ?? 0,
    add: (b) => bags.next[b]?.length ?? 0,
  })
  return pairs.map(([a, b]) => [names.old[a] ?? 0, names.next[b] ?? 0])
}

const cellsPerColumn = (cells: SheetCells) => cells.columns.length / Math.max(1, columnsOf(cells).length)

/** By column, ascending: the hashes of its values, sorted. Of many only those in every so manieth class, on both sides the same. */
function bagsOf(cells: SheetCells, step: number): Map<number, number[]> {
  const bags = new Map<number, number[]>(columnsOf(cells).map((column) => [column, []]))
  for (let cell = 0; cell < cells.columns.length; cell++) {
    const hash = cells.hashes[cell] ?? 0
    if (Math.floor(hash / 2) % step === 0) bags.get(cells.columns[cell] ?? 0)?.push(hash)
  }
  for (const bag of bags.values()) bag.sort((a, b) => a - b)
  return bags
}

/** How many values must change, come or go. */
function differenceOfBags(old: readonly number[], next: readonly number[]): number {
  let same = 0
  let a = 0
  let b = 0
  while (a < old.length && b < next.length) {
    const difference = (old[a] ?? 0) - (next[b] ?? 0)
    if (difference === 0) same += 1
    if (difference <= 0) a += 1
    if (difference >= 0) b += 1
  }
  return Math.max(old.length, next.length) - same
}

/** With the rows paired, columns are the same in whose cells the paired rows agree. */
export function columnsByRows(old: SheetCells, next: SheetCells, rows: Pairs): Pairs {
  const names = { old: columnsOf(old), next: columnsOf(next) }
  const width = names.next.length
  if (names.old.length * width > MOST_PAIRS) return columnsInPlace(old, next)
  const counts = countAgreements(old, next, rows, names)
  const pairs = cheapestAlignment({
    oldCount: names.old.length,
    newCount: width,
    pair: (a, b) => {
      const met = (counts.both[a * width + b] ?? 0) + (counts.equal[a * width + b] ?? 0)
      return (counts.old[a] ?? 0) + (counts.next[b] ?? 0) - met
    },
    drop: (a) => counts.old[a] ?? 0,
    add: (b) => counts.next[b] ?? 0,
  })
  return pairs.map(([a, b]) => [names.old[a] ?? 0, names.next[b] ?? 0])
}

type ColumnNames = { old: readonly number[]; next: readonly number[] }

/** In how many paired rows each column holds something, and each two of them both do, and the same. */
function countAgreements(old: SheetCells, next: SheetCells, rows: Pairs, names: ColumnNames) {
  const width = names.next.length
  const counts = {
    old: new Int32Array(names.old.length),
    next: new Int32Array(width),
    both: new Int32Array(names.old.length * width),
    equal: new Int32Array(names.old.length * width),
  }
  const oldIndexes = indexOf(names.old)
  const newIndexes = indexOf(names.next)
  const step = Math.max(1, Math.ceil((rows.length * names.old.length * width) / SAMPLE_COMPARISONS))
  for (let n = 0; n < rows.length; n += step) {
    const [oldRow, newRow] = rows[n] ?? [0, 0]
    const oldRowCells = rowOf(old, oldRow, oldIndexes)
    const newRowCells = rowOf(next, newRow, newIndexes)
    for (const { column } of oldRowCells) raise(counts.old, column)
    for (const { column } of newRowCells) raise(counts.next, column)
    for (const { column: from, hash } of oldRowCells)
      for (const { column: to, hash: other } of newRowCells) {
        raise(counts.both, from * width + to)
        if (hash === other) raise(counts.equal, from * width + to)
      }
  }
  return counts
}

/** The cells of a row by the index of their columns. */
function rowOf({ starts, columns, hashes }: SheetCells, row: number, indexes: ReadonlyMap<number, number>) {
  const cells: { column: number; hash: number }[] = []
  for (let cell = starts[row] ?? 0; cell < (starts[row + 1] ?? 0); cell++)
    cells.push({ column: indexes.get(columns[cell] ?? 0) ?? 0, hash: hashes[cell] ?? 0 })
  return cells
}

export const indexOf = (columns: readonly number[]) => new Map(columns.map((column, n) => [column, n]))

function raise(counts: Int32Array, at: number) {
  counts[at] = (counts[at] ?? 0) + 1
}
