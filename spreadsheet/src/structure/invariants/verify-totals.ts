import type { Total } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'

/** The totals of a region, computed once more; those that do not hold are no longer called verified. */
export function verifyTotals(sheet: Sheet, totals: readonly Total[]): Total[] {
  return totals.map((total) => (total.verified && !holds(sheet, total) ? { ...total, verified: false } : total))
}

/** A value that was rounded where it was shown may be off by half of its last digit, and so may each that it is made of. */
const HALF = 0.5

function holds(sheet: Sheet, total: Total): boolean {
  if (total.op !== 'sum' && total.op !== 'difference') return true
  const operands = total.operands.flatMap((span) => placesOf(span, total.row === undefined))
  return total.cells.every((range) => {
    const box = parseBox(range)
    if (!box) return false
    for (let row = box.top; row <= box.bottom; row++)
      for (let column = box.left; column <= box.right; column++)
        if (!cellHolds(sheet, total, operands, row, column)) return false
    return true
  })
}

function cellHolds(sheet: Sheet, total: Total, operands: readonly number[], row: number, column: number): boolean {
  const result = sheet.cellAt(row, column)?.value
  if (result?.kind !== 'number') return true
  let sum = 0
  let decimals = result.decimals
  let count = 0
  for (const place of operands) {
    const value = (total.row === undefined ? sheet.cellAt(row, place) : sheet.cellAt(place, column))?.value
    if (value?.kind !== 'number') continue
    sum += total.op === 'difference' && count > 0 ? -value.number : value.number
    decimals = Math.max(decimals, value.decimals)
    count++
  }
  const tolerance = HALF * (count + 1) * 10 ** -decimals
  return Math.abs(sum - result.number) <= tolerance
}

/** Rows or columns of `5:59`, `61`, `C:E`, `G`, counting from 0. */
function placesOf(span: string, areColumns: boolean): number[] {
  const [first = '', last = first] = span.split(':')
  const [from, to] = areColumns ? [columnIndex(first), columnIndex(last)] : [Number(first) - 1, Number(last) - 1]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
}
