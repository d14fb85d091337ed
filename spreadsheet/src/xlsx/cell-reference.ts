import type { Box } from '../grid.ts'

export const MOST_ROWS = 1_048_576
export const MOST_COLUMNS = 16_384

/** Row and column of `$B$3`, counting from 0; null where that is no cell. */
export function parseCell(text: string): { row: number; column: number } | null {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text) ?? []
  const row = Number(digits) - 1
  const column = columnIndex(letters)
  return row >= 0 && row < MOST_ROWS && column >= 0 && column < MOST_COLUMNS ? { row, column } : null
}

/** The cells of `A1:C3` or `A1`, and all rows or columns of `A:C` and `1:3`; null where that is no box. */
export function parseBox(text: string): Box | null {
  const [first = '', last = first] = text.split(':')
  const from = parseCorner(first, 'first')
  const to = parseCorner(last, 'last')
  if (!from || !to) return null
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  }
}

function parseCorner(text: string, end: 'first' | 'last') {
  const cell = parseCell(text)
  if (cell) return cell
  const bare = text.replace('$', '')
  if (/^[A-Za-z]{1,3}$/.test(bare)) return parseCell(`${bare}${end === 'first' ? 1 : MOST_ROWS}`)
  return /^\d{1,7}$/.test(bare) ? parseCell(`${end === 'first' ? 'A' : 'XFD'}${bare}`) : null
}

/** `A` is 0; -1 for no letters. */
export function columnIndex(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

export function columnLetters(column: number): string {
  let letters = ''
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters
  return letters
}

/** `B3` of row 2 and column 1. */
export const spellCell = (row: number, column: number) => `${columnLetters(column)}${row + 1}`

/** Always with both corners: `B3:B3`. */
export const spellBox = ({ top, left, bottom, right }: Box) => `${spellCell(top, left)}:${spellCell(bottom, right)}`
