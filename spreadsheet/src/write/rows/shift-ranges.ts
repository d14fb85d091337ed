import type { Box } from '../../grid.ts'
import { columnLetters, parseBox, parseCell } from '../../xlsx/cell-reference.ts'
import { boxAfter, type RowChange, RowsRefused, rowAfter } from './row-change.ts'

/** `B2:C9` after rows came or went; null where none of it is left. One that is not understood is refused. */
export function shiftRange(change: RowChange, range: string): string | null {
  const box = boxOf(range)
  const next = boxAfter(change, box)
  if (!next) return null
  return next === box ? range : spelledLike(range, next)
}

/** Several ranges with spaces between them. */
export function shiftRanges(change: RowChange, ranges: string): string | null {
  const left = rangesIn(ranges).flatMap((range) => shiftRange(change, range) ?? [])
  return left.length > 0 ? left.join(' ') : null
}

/** The first and last rows of each. */
export const rowsOf = (ranges: string) =>
  rangesIn(ranges).map((range): [number, number] => {
    const { top, bottom } = boxOf(range)
    return [top, bottom]
  })

export function shiftCellAddress(change: RowChange, cell: string): string | null {
  const at = parseCell(cell)
  if (!at) throw notUnderstood(cell)
  const row = rowAfter(change, at.row)
  return row === null ? null : cell.replace(/\d+$/, String(row + 1))
}

export function boxOf(range: string): Box {
  const box = parseBox(range)
  if (!box) throw notUnderstood(range)
  return box
}

const rangesIn = (ranges: string) => ranges.split(/[\s,]+/).filter((range) => range !== '')

const notUnderstood = (range: string) =>
  new RowsRefused('not_understood', `the file has a range that is not understood: ${range.slice(0, 60)}`)

/** As a cell, as whole rows, or with both corners; dollar signs are left out in these places. */
function spelledLike(range: string, { top, left, bottom, right }: Box): string {
  if (/^\$?\d+:\$?\d+$/.test(range)) return `${top + 1}:${bottom + 1}`
  const first = `${columnLetters(left)}${top + 1}`
  return range.includes(':') ? `${first}:${columnLetters(right)}${bottom + 1}` : first
}
