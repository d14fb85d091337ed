import { cellsInRow } from '../cells-in-row.ts'
import type { Sheet } from '../sheet.ts'

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
  const cells = cellsInRow(sheet, row, part)
  if (cells.length < FEWEST_CELLS) return []
  const repeats: number[] = []
  let others = 0
  for (let other = row + 1; other <= part.bottom; other++) {
    const same = cells.filter(({ column, text }) => saysSame(sheet.cellAt(other, column)?.text, text)).length
    if (same === cells.length && cellsInRow(sheet, other, part).length === same) repeats.push(other)
    else if (same > cells.length / 2) others++
  }
  return others > repeats.length ? [] : repeats
}

/** Another program may write the same names in capitals. */
const saysSame = (text: string | undefined, name: string) =>
  text === name || (text?.length === name.length && text.toLowerCase() === name.toLowerCase())

/** Nothing but words stands in the row, and it comes again as seldom as pages end. */
export function isRepeatedInWords(sheet: Sheet, row: number, part: Part): boolean {
  if (cellsInRow(sheet, row, part).some(({ value }) => value.kind !== 'text')) return false
  const { length: times } = repeatsOf(sheet, row, part)
  return times > 0 && times * SHORTEST_PAGE <= part.bottom - row
}
