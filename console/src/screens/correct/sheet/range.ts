/** A part of a sheet. Rows and columns count from 1, as in the sheet; both ends belong to it. */
export type Box = { top: number; left: number; bottom: number; right: number }

export type Cell = { row: number; column: number }

/** 1 → A, 27 → AA. */
export function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}

export const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

const RANGE = /^([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6}))?$/

/** `B3:D9` or `B3`; null for anything else. Corners may come in any order. */
export function parseRange(text: string): Box | null {
  const [, left, top, right = left, bottom = top] = RANGE.exec(text.trim().toUpperCase()) ?? []
  if (!left || !top || !right || !bottom) return null
  const columns = [columnOf(left), columnOf(right)]
  const rows = [Number(top), Number(bottom)]
  return {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  }
}

export const spellCell = ({ row, column }: Cell) => `${lettersOf(column)}${row}`

export function spellRange({ top, left, bottom, right }: Box): string {
  return `${spellCell({ row: top, column: left })}:${spellCell({ row: bottom, column: right })}`
}

export const isInside = ({ top, left, bottom, right }: Box, { row, column }: Cell) =>
  row >= top && row <= bottom && column >= left && column <= right

/** Where a region stands; a range that cannot be read is its first cell. */
export const boxOf = ({ range }: { range: string }): Box =>
  parseRange(range) ?? { top: 1, left: 1, bottom: 1, right: 1 }

/** The first cell of a range. */
export function cornerOf(range: string): Cell | null {
  const box = parseRange(range)
  return box && { row: box.top, column: box.left }
}
