import { invalidField } from '../../artifacts/artifacts.errors.ts'

/** A rectangle of cells. Columns and rows count from 0; row 0 is the header. Both ends are included. */
export type Rectangle = { left: number; right: number; top: number; bottom: number }

/** A range as it was written: what it leaves out reaches to the table's own edge. */
export type A1Range = {
  left: number | null
  right: number | null
  top: number | null
  bottom: number | null
  isCell: boolean
}

const RANGE = /^\$?([A-Za-z]{1,3})?\$?([1-9][0-9]{0,9})?(?::\$?([A-Za-z]{1,3})?\$?([1-9][0-9]{0,9})?)?$/

/** Reads `A1`, `A1:C10`, `A:C` and `2:5`. */
export function parseRange(text: string, loc: readonly string[]): A1Range {
  const [, column, row, lastColumn = '', lastRow = ''] = RANGE.exec(text.trim()) ?? []
  const isRange = text.includes(':')
  const isCell = !isRange && column !== undefined && row !== undefined
  const isWhole = isRange && (column === undefined) === (lastColumn === '') && (row === undefined) === (lastRow === '')
  if (!isCell && !(isWhole && (column !== undefined || row !== undefined)))
    throw invalidField(loc, 'range', 'must be a range like A1, A1:C10, A:C or 2:5')
  const columns = column === undefined ? null : ordered(columnNumber(column), columnNumber(lastColumn || column))
  const rows = row === undefined ? null : ordered(Number(row) - 1, Number(lastRow || row) - 1)
  return {
    left: columns?.[0] ?? null,
    right: columns?.[1] ?? null,
    top: rows?.[0] ?? null,
    bottom: rows?.[1] ?? null,
    isCell,
  }
}

const ordered = (a: number, b: number): [number, number] => (a <= b ? [a, b] : [b, a])

/** A is 0, Z 25, AA 26. */
function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

export function columnLetters(number: number): string {
  let letters = ''
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

export function formatRange({ left, right, top, bottom }: Rectangle): string {
  const first = `${columnLetters(left)}${top + 1}`
  return left === right && top === bottom ? first : `${first}:${columnLetters(right)}${bottom + 1}`
}
