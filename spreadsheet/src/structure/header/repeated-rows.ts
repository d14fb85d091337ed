import type { Sheet, SheetCell } from '../sheet.ts'

/** Columns from and to, and the last row to look at. */
type Part = { left: number; right: number; bottom: number }

/** Fewer cells than this come again by chance. */
const FEWEST_CELLS = 2

/** A page has at least so many rows: what comes more often is a value. */
const SHORTEST_PAGE = 8

/**
 * Rows below a row that say the same in the same columns: the header of a next page. None where what it says also stands in
 * other rows: those are values.
 */
export function repeatsOf(sheet: Sheet, row: number, part: Part): number[] {
  const cells = cellsOf(sheet, row, part)
  if (cells.length < FEWEST_CELLS) return []
  const repeats: number[] = []
  let others = 0
  for (let other = row + 1; other <= part.bottom; other++) {
    const same = cells.filter(({ column, text }) => sheet.cellAt(other, column)?.text === text).length
    if (same === cells.length && cellsOf(sheet, other, part).length === same) repeats.push(other)
    else if (same > cells.length / 2) others++
  }
  return others > repeats.length ? [] : repeats
}

/** Nothing but words stands in the row, and it comes again as seldom as pages end. */
export function isRepeatedInWords(sheet: Sheet, row: number, part: Part): boolean {
  if (cellsOf(sheet, row, part).some(({ value }) => value.kind !== 'text')) return false
  const { length: times } = repeatsOf(sheet, row, part)
  return times > 0 && times * SHORTEST_PAGE <= part.bottom - row
}

function cellsOf(sheet: Sheet, row: number, { left, right }: Part): SheetCell[] {
  const cells: SheetCell[] = []
  for (let column = left; column <= right; column++) {
    const cell = sheet.cellAt(row, column)
    if (cell) cells.push(cell)
  }
  return cells
}
