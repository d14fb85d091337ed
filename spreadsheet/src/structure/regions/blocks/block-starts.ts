import type { Box } from '../../../grid.ts'
import { cellsInRow } from '../../cells-in-row.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import { isDressed } from '../dressed.ts'

/** Names of fewer columns come again by chance. */
export const FEWEST_NAMES = 3

/**
 * Rows that begin with the same name and go on with others, under a title behind an empty row: trousers have other sizes than
 * shirts.
 */
export function otherNamesBelow(sheet: Sheet, first: number, box: Box): number[] {
  const names = cellsInRow(sheet, first, box)
  const [label] = names
  if (label?.value.kind !== 'text' || names.length < FEWEST_NAMES) return []
  const found: number[] = []
  for (let row = first + 3; row <= box.bottom; row++) {
    if (sheet.cellAt(row, label.column)?.text !== label.text) continue
    const [title, ...others] = cellsInRow(sheet, row - 1, box)
    const isTitled = title?.value.kind === 'text' && others.length === 0 && cellsInRow(sheet, row - 2, box).length === 0
    const cells = cellsInRow(sheet, row, box)
    const isOther = cells.some(({ text, column }) => sheet.cellAt(first, column)?.text !== text)
    if (isTitled && isOther && cells.length >= FEWEST_NAMES) found.push(row)
  }
  return found
}

/**
 * Rows of other names, dressed as the names at the top are and as no row below them is, behind an empty row or under a title
 * behind one: the list of troubles below the list of checks.
 */
export function dressedNamesBelow(sheet: Sheet, first: number, box: Box): number[] {
  const names = cellsInRow(sheet, first, box)
  if (!areDressedNames(names)) return []
  const known = new Set(names.map(({ text }) => text))
  const found: number[] = []
  for (let row = first + 3; row < box.bottom; row++) {
    const cells = cellsInRow(sheet, row, box)
    const above = cellsInRow(sheet, row - 1, box)
    const [title] = above
    const isTitled = above.length === 1 && title?.value.kind === 'text' && cellsInRow(sheet, row - 2, box).length === 0
    if (!areDressedNames(cells) || !(isTitled || above.length === 0)) continue
    const below = cellsInRow(sheet, row + 1, box)
    const isOther = cells.filter(({ text }) => known.has(text)).length * 2 < cells.length
    if (isOther && cells[0]?.column === names[0]?.column && below.length > 1 && !below.some(isDressed)) found.push(row)
  }
  return found
}

/** Different texts, most of them bold or filled; days may stand among them. */
const areDressedNames = (cells: readonly SheetCell[]) =>
  cells.length >= FEWEST_NAMES &&
  cells[0]?.value.kind === 'text' &&
  cells.every(isDressed) &&
  new Set(cells.map(({ text }) => text)).size === cells.length

/**
 * Rows behind an empty one that say the same names but for the first, with other days below them: the next week of a roster. Its
 * marks are of its own days.
 */
export function otherDaysBelow(sheet: Sheet, first: number, box: Box): number[] {
  const [label, ...names] = cellsInRow(sheet, first, box)
  if (label?.value.kind !== 'text' || names.length < FEWEST_NAMES) return []
  const daysIn = (row: number) =>
    names.flatMap(({ column }) => {
      const value = sheet.cellAt(row, column)?.value
      return value?.kind === 'date' ? [value.iso] : []
    })
  const known = daysIn(first + 1)
  if (known.length < FEWEST_NAMES) return []
  const found: number[] = []
  for (let row = first + 3; row < box.bottom; row++) {
    const again = sheet.cellAt(row, label.column)
    const isNamed = names.every(({ column, text }) => sheet.cellAt(row, column)?.text === text)
    if (!isNamed || again?.value.kind !== 'text' || cellsInRow(sheet, row - 1, box).length > 0) continue
    const days = daysIn(row + 1)
    if (days.length === known.length && days.every((day) => !known.includes(day))) found.push(row)
  }
  return found
}
