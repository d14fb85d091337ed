import type { Box } from '../grid.ts'
import { quotedSheetName } from '../write/sheet-names.ts'
import type { Corner, Line, ParsedFormula, Reference } from './parse-formula.ts'

export type CellPosition = { row: number; column: number }

/** How far a box has moved, as a whole; `tab`: it is on another sheet now, of this name. */
export type Shift = { rows: number; columns: number; tab: string | null }

/** Where a box of some sheet, null for the formula's own, stands now; null when it is not there, or not in one piece. */
export type FindShift = (sheet: string | null, box: Box) => Shift | null

/**
 * A formula of R1C1 notation as it must be where its cell stands now, so that it refers to the same cells where these stand
 * now. Null when one of them is not there.
 */
export function moveFormula(
  { pieces }: ParsedFormula,
  from: CellPosition,
  to: CellPosition,
  find: FindShift,
): string | null {
  let moved = ''
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : moveReference(piece, from, to, find)
    if (text === null) return null
    moved += text
  }
  return moved
}

function moveReference(
  { sheet, first, last }: Reference,
  from: CellPosition,
  to: CellPosition,
  find: FindShift,
): string | null {
  const start = placeOf(first, from)
  const end = last ? placeOf(last, from) : start
  const shift = find(sheet, {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  })
  if (!shift) return null
  const spelled = (corner: Corner, place: CellPosition) =>
    spellLine('R', corner.row, place.row + shift.rows, to.row) +
    spellLine('C', corner.column, place.column + shift.columns, to.column)
  const tab = shift.tab === null ? '' : `${quotedSheetName(shift.tab)}!`
  return `${tab}${spelled(first, start)}${last ? `:${spelled(last, end)}` : ''}`
}

const placeOf = ({ row, column }: Corner, from: CellPosition): CellPosition => ({
  row: indexOf(row, from.row),
  column: indexOf(column, from.column),
})

const indexOf = ({ isRelative, number }: Line, origin: number) => (isRelative ? origin + number : number)

function spellLine(axis: 'R' | 'C', { isRelative }: Line, index: number, origin: number): string {
  if (!isRelative) return `${axis}${index + 1}`
  return index === origin ? axis : `${axis}[${index - origin}]`
}
