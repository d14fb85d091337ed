import { boxOf, type SheetPlaces } from '../calculation/find-blocked.ts'
import type { FoundFormula } from '../calculation/found-formula.ts'
import type { Box } from '../grid.ts'
import { isCut, rowAfter, rowBefore, spanAfter } from '../write/rows/row-change.ts'
import type { CellOfSheet } from './plan-edits.ts'

/** Rows that came and went, in their order; sheets by their places. Rows count from 0. */
export type RowMoves = readonly { sheet: number; action: 'insert' | 'delete'; row: number; count: number }[]

/** Where a cell is afterwards; null where it went. */
export function placeAfter(moves: RowMoves, place: CellOfSheet): CellOfSheet | null {
  let { row } = place
  for (const move of moves) {
    const next = move.sheet === place.sheet ? rowAfter(move, row) : row
    if (next === null) return null
    row = next
  }
  return { ...place, row }
}

/** Where a cell was before; null where it is in a row that came. */
export function placeBefore(moves: RowMoves, place: CellOfSheet): CellOfSheet | null {
  let { row } = place
  for (const move of moves.toReversed()) {
    const was = move.sheet === place.sheet ? rowBefore(move, row) : row
    if (was === null) return null
    row = was
  }
  return { ...place, row }
}

/** Functions that see where cells stand. */
const SEES_PLACES: ReadonlySet<string> = new Set(['ROW', 'CELL', 'FORMULATEXT', 'ADDRESS', 'OFFSET', 'INDIRECT'])

/**
 * Formulas of the file before whose value may be another after the rows, at the places where they are then: they read a range that rows came
 * into or went from, or they see where cells stand. All others read the same cells as before.
 */
export function touchedByRows(before: readonly FoundFormula[], moves: RowMoves, places: SheetPlaces): CellOfSheet[] {
  return before.flatMap((formula) => {
    const place = placeAfter(moves, formula)
    return place && isTouched(formula, moves, places)
      ? [{ sheet: place.sheet, row: place.row, column: place.column }]
      : []
  })
}

function isTouched(formula: FoundFormula, moves: RowMoves, places: SheetPlaces): boolean {
  const { areas, functions, readsAnything, obstacle } = formula.reads
  if (readsAnything || functions.some((name) => SEES_PLACES.has(name.toUpperCase()))) return true
  if (obstacle && 'name' in obstacle && SEES_PLACES.has(obstacle.name.toUpperCase())) return true
  return areas.some((area) => {
    const sheet = area.sheet === null ? formula.sheet : places.get(area.sheet.toLowerCase())
    return sheet !== undefined && isRangeCut(moves, sheet, boxOf(area, formula))
  })
}

function isRangeCut(moves: RowMoves, sheet: number, box: Box): boolean {
  let span: [number, number] = [box.top, box.bottom]
  for (const move of moves) {
    if (move.sheet !== sheet) continue
    if (isCut(move, ...span)) return true
    span = spanAfter(move, ...span) ?? span
  }
  return false
}
