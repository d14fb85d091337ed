import {
  type CellPosition,
  holdingCell,
  isComputedAt,
  isRewordedAt,
  originAt,
} from '../../engine/loader/cell-origins.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { RowsOrigin } from '../sources/origins/rows-origin.ts'

/** Where a value stood: in which rows that came together, and in which cell of their sheet. */
export type ValuePlace = {
  origin: RowsOrigin
  at: CellPosition
  isComputed: boolean
  isShared: boolean
  isReworded: boolean
}

export type PlaceOf = (rowId: number, column: ReadableColumn) => ValuePlace | null

/** Finds where values of a table stood. */
export function placesIn(origins: readonly RowsOrigin[]): PlaceOf {
  const sorted = [...origins].sort((one, other) => one.firstRowId - other.firstRowId)
  return (rowId, { origin: firstId }) => {
    const origin = originOf(sorted, rowId)
    if (!origin) return null
    const { columns, firstRowId, rowCount } = origin
    const column = columns.columnIds.indexOf(firstId)
    const row = rowId - firstRowId
    const at = column < 0 ? null : holdingCell(columns.cells, column, row)
    if (!at) return null
    const isAt = (beside: number) =>
      beside >= 0 && beside < rowCount && isSame(holdingCell(columns.cells, column, beside), at)
    return {
      origin,
      at,
      isComputed: isComputedAt(columns.cells, at),
      isShared: isAt(row - 1) || isAt(row + 1) || !isSame(originAt(columns.cells, column, row), at),
      isReworded: isRewordedAt(columns.cells, column, row),
    }
  }
}

const isSame = (one: CellPosition | null, other: CellPosition) =>
  one !== null && one.row === other.row && one.column === other.column

/** Of origins in the order of their first rows. */
function originOf(sorted: readonly RowsOrigin[], rowId: number): RowsOrigin | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.firstRowId ?? 0) <= rowId) low = middle + 1
    else high = middle
  }
  const found = sorted[low - 1]
  return found && rowId < found.firstRowId + found.rowCount ? found : undefined
}
