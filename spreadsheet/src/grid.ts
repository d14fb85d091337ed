import type { Cell, Formula } from './cell.ts'

/** Cells from the top left corner, counting from 0; `isTruncated` tells that a bound was met. */
export type GridBounds = { rows: number; cells: number }

export type GridCell = {
  row: number
  column: number
  /** Null: a style and nothing else. */
  cell: Cell | null
  style: number
  formula: Formula | null
  comment: string | null
}

/** Rows and columns from and to, all included, counting from 0. */
export type Box = { top: number; left: number; bottom: number; right: number }

export type RowFacts = { row: number; isHidden: boolean; outlineLevel: number }
export type ColumnFacts = { from: number; to: number; isHidden: boolean; outlineLevel: number; width: number | null }

/** A sheet, or its beginning, with all that helps to understand it. */
export type Grid = {
  /** Row by row, each from left to right. */
  cells: readonly GridCell[]
  /** The smallest box around all cells that hold something; null for an empty sheet. */
  used: Box | null
  merges: readonly Box[]
  rows: readonly RowFacts[]
  columns: readonly ColumnFacts[]
  /** Tables made with Excel's own button. */
  listObjects: readonly { name: string; box: Box; hasHeader: boolean; totalRows: number }[]
  autoFilter: Box | null
  /** Rows and columns that stay when one scrolls. */
  frozen: { rows: number; columns: number }
  printTitles: { rows: readonly [number, number] | null; columns: readonly [number, number] | null }
  printArea: Box | null
  definedNames: readonly { name: string; refersTo: string }[]
  isTruncated: boolean
  /** What broke the rules of the file's format and was put right while the grid was read. */
  mended?: readonly Mended[]
}

export type Mended = { code: string; count: number; message: string }

/** A sheet of which nothing is known; its reader adds what it knows. */
export const EMPTY_GRID: Grid = {
  cells: [],
  used: null,
  merges: [],
  rows: [],
  columns: [],
  listObjects: [],
  autoFilter: null,
  frozen: { rows: 0, columns: 0 },
  printTitles: { rows: null, columns: null },
  printArea: null,
  definedNames: [],
  isTruncated: false,
}

/** The smallest box around the cells that hold something; rows come ascending. */
export function boxAround(cells: readonly GridCell[]): Box | null {
  let box: Box | null = null
  for (const { row, column, cell } of cells) {
    if (cell === null) continue
    box ??= { top: row, left: column, bottom: row, right: column }
    if (column < box.left) box.left = column
    if (column > box.right) box.right = column
    box.bottom = row
  }
  return box
}
