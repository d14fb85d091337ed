import type { SheetCell } from '../sheet.ts'
import { readWithComma } from './number-text.ts'

/** A single figure may be mistyped. */
const FEWEST_WITH_COMMA = 2

/** `63.50`, `1,234.56`, `1,234,567`: here the decimal sign is a point. */
const HAS_POINT = /\d\.\d{1,2}$|\d\.\d{4,}$|,\d{3}\.\d|,\d{3},\d{3}/

/**
 * The decimal sign is one for a whole sheet of texts: where figures have a comma beyond doubt and none has a point, `1,500` is one and a
 * half and `19.484` is nineteen thousand.
 */
export function settleDecimalCommas(cells: SheetCell[]) {
  let commas = 0
  for (const { cell, value, text } of cells) {
    if (cell.kind !== 'text' || value.kind !== 'number') continue
    if (value.isContinental) commas++
    else if (HAS_POINT.test(text)) return
  }
  if (commas < FEWEST_WITH_COMMA) return
  for (const [n, cell] of cells.entries()) {
    const value = cell.cell.kind === 'text' && cell.value.kind === 'number' ? readWithComma(cell.text) : null
    if (value) cells[n] = { ...cell, value }
  }
}
