import type { Box } from '../../grid.ts'
import { cellsInRow } from '../cells-in-row.ts'
import type { TableShape } from '../header/table-shape.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { areLoneByChance, type Presence } from './lone-by-chance.ts'

/** The body of a table: where its values stand and what its rows and columns are called. Rows and columns of the sheet. */
export type TableBody = {
  box: Box
  /** The first row of its header, or of its values where it has none. */
  headerTop: number
  labelColumns: ReadonlySet<number>
  /** Rows that say the header again hold no values. */
  skippedRows: ReadonlySet<number>
  /** Whether rows of one cell are what a sparse list has anyway, and no headings. Looked at once, and only where there are such rows. */
  isLoneByChance(): boolean
  nameOfRow(row: number): string
  nameOfColumn(column: number): string
  /** What its header cells say, from the top down. */
  textsOfColumn(column: number): string[]
  /** What the lowest header cell says: columns under several headings are called alike. */
  leafOfColumn(column: number): string
}

export function bodyOf(sheet: Sheet, shape: TableShape): TableBody {
  const columns = shape.columns.map(({ column }) => column)
  const box = {
    top: shape.dataTop,
    bottom: shape.dataBottom,
    left: Math.min(...columns),
    right: Math.max(...columns),
  }
  let isLoneByChance: boolean | null = null
  const paths = new Map(shape.columns.map(({ column, path }) => [column, path]))
  return {
    box,
    headerTop: Math.min(shape.dataTop, ...shape.headerRows),
    labelColumns: new Set(shape.labelColumns),
    skippedRows: new Set(shape.repeatedHeaders),
    isLoneByChance: () => (isLoneByChance ??= areLoneByChance(presenceIn(sheet, box))),
    nameOfRow: (row) => nameOf(textsOfRow(sheet, row, box)),
    textsOfColumn: (column) => (paths.get(column) ?? []).map(({ text }) => text),
    nameOfColumn: (column) => nameOf(paths.get(column) ?? []),
    leafOfColumn: (column) => paths.get(column)?.at(-1)?.text ?? '',
  }
}

const presenceIn = (sheet: Sheet, { top, bottom, left, right }: Box): Presence[] =>
  Array.from({ length: bottom - top + 1 }, (_, n) =>
    Array.from({ length: right - left + 1 }, (__, m) => sheet.cellAt(top + n, left + m) !== undefined),
  )

/** The cells of a row up to its first number, as far as they are words. */
function textsOfRow(sheet: Sheet, row: number, { left, right }: Box): SheetCell[] {
  const texts: SheetCell[] = []
  for (let column = left; column <= right; column++) {
    const cell = sheet.cellAt(row, column)
    if (!cell || cell.value.kind === 'absent') continue
    if (cell.value.kind === 'number' && texts.length > 0) break
    if (cell.value.kind === 'text') texts.push(cell)
  }
  return texts
}

const nameOf = (cells: readonly SheetCell[]) => cells.map(({ text }) => text).join(' ')

/** The cells of a row of the table, from left to right. */
export const cellsOfRow = (sheet: Sheet, { box }: TableBody, row: number): SheetCell[] => cellsInRow(sheet, row, box)
