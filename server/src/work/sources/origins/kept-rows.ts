import { type CellOrigins, slicedOrigins } from '../../../engine/loader/cell-origins.ts'
import type { RowsOrigin } from './rows-origin.ts'

/** As it is stored: under the ids that were reserved, of which those in `kept` became rows that were there before. */
export type PlacedRows = Omit<RowsOrigin, 'kept'> &
  Required<Pick<RowsOrigin, 'kept'>> & {
    isUndone: boolean
    opId: number | null
    undoneBy: number | null
  }

/** Rows under the ids they have. */
export function underTheirIds({ kept, isUndone: _, opId: __, undoneBy: ___, ...origin }: PlacedRows): RowsOrigin[] {
  if (kept.length === 0) return [origin]
  const pieces: RowsOrigin[] = []
  let next = 0
  const addNew = (upTo: number) => {
    if (upTo > next) pieces.push(pieceOf(origin, next, upTo - next, origin.firstRowId + next))
  }
  for (const { from, rowId, count } of kept) {
    addNew(from)
    pieces.push(pieceOf(origin, from, count, rowId))
    next = from + count
  }
  addNew(origin.rowCount)
  return pieces
}

function pieceOf(origin: RowsOrigin, from: number, rowCount: number, firstRowId: number): RowsOrigin {
  if (rowCount === origin.rowCount) return { ...origin, firstRowId }
  const cells: CellOrigins = slicedOrigins(origin.columns.cells, from, rowCount)
  return { ...origin, firstRowId, rowCount, columns: { ...origin.columns, cells } }
}

/** Where each row stood last: a row that an edition of the file has again stands there, and nowhere else. */
export function newestOrigins(placed: readonly PlacedRows[]): RowsOrigin[] {
  const found: RowsOrigin[] = []
  for (const ofTable of Map.groupBy(placed, ({ tableId }) => tableId).values()) {
    if (ofTable.every(({ kept }) => kept.length === 0)) found.push(...ofTable.flatMap(underTheirIds))
    else found.push(...newestOfTable(ofTable))
  }
  return found
}

/** Ids are reserved one edition after the other. */
function newestOfTable(placed: readonly PlacedRows[]): RowsOrigin[] {
  const found: RowsOrigin[] = []
  const covered: Range[] = []
  for (const origin of placed.toSorted((one, other) => other.firstRowId - one.firstRowId)) {
    if (origin.isUndone) continue
    const pieces = underTheirIds(origin)
    for (const piece of pieces)
      for (const { from, to } of uncovered({ from: piece.firstRowId, to: piece.firstRowId + piece.rowCount }, covered))
        found.push(pieceOf(piece, from - piece.firstRowId, to - from, from))
    for (const { firstRowId, rowCount } of pieces) covered.push({ from: firstRowId, to: firstRowId + rowCount })
    covered.sort((one, other) => one.from - other.from)
  }
  return found
}

/** From an id up to another, which is excluded. */
type Range = { from: number; to: number }

/** What of a range none of the others covers, which are in order. */
function uncovered({ from, to }: Range, covered: readonly Range[]): Range[] {
  const left: Range[] = []
  let next = from
  for (const other of covered) {
    if (other.to <= next) continue
    if (other.from >= to) break
    if (other.from > next) left.push({ from: next, to: other.from })
    next = Math.max(next, other.to)
  }
  if (next < to) left.push({ from: next, to })
  return left
}
