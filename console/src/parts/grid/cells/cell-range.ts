import type { KnownLine } from '../rows/row-pages.ts'

/** A cell by its numbers; row -1 is the header. */
export type CellPosition = { row: number; column: number }

/** A text for a cell; `seen` is its line as the user saw it. */
export type TypedCell = CellPosition & { text: string; seen?: KnownLine | undefined }

/** A rectangle of cells: where it was begun, and where it ends, which is the cell that has the focus. Others may be chosen with it. */
export type Selection = { anchor: CellPosition; head: CellPosition; others?: readonly CellRange[] }

export type CellRange = { top: number; bottom: number; left: number; right: number }

export const HEADER_ROW = -1

export const oneCell = (place: CellPosition): Selection => ({ anchor: place, head: place })

export const rangeOf = ({ anchor, head }: Selection): CellRange => ({
  top: Math.max(0, Math.min(anchor.row, head.row)),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
})

/** All rectangles that are chosen, the one with the focus last. */
export const rangesOf = (selection: Selection): readonly CellRange[] => [
  ...(selection.others ?? []),
  rangeOf(selection),
]

export const cellsIn = ({ top, bottom, left, right }: CellRange) => (bottom - top + 1) * (right - left + 1)

/** `hasNewLine`: below the last row stands an empty line for a new one. */
export type GridSize = { rows: number; columns: number; pageRows: number; hasNewLine: boolean }

/** Where a key leads from a cell; undefined for keys that lead nowhere. */
export function placeAfterKey(
  from: CellPosition,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  size: GridSize,
): CellPosition | undefined {
  const isFar = ctrlKey || metaKey
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const lastLine = lastRow + (size.hasNewLine ? 1 : 0)
  const { row, column } = from
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : Math.max(HEADER_ROW, row - 1), column }
    case 'ArrowDown':
      return { row: isFar ? (row < lastRow ? lastRow : lastLine) : Math.min(lastLine, row + 1), column }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : Math.min(lastColumn, column + 1) }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn }
    case 'PageUp':
      return { row: Math.max(0, row - size.pageRows), column }
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.pageRows), column }
    default:
      return undefined
  }
}
