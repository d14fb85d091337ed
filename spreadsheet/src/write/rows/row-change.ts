import type { Box } from '../../grid.ts'
import { MOST_ROWS } from '../../xlsx/cell-reference.ts'

/** Rows that come into a sheet before a row, or go from it on; rows count from 0. */
export type RowChange = { sheet: string; action: 'insert' | 'delete'; row: number; count: number }

/** Rows cannot be inserted or deleted without writing a file that is wrong. */
export class RowsRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Rows = Pick<RowChange, 'action' | 'row' | 'count'>

/** Where a row is afterwards; null where it is deleted, or pushed out of the sheet. */
export function rowAfter({ action, row, count }: Rows, old: number): number | null {
  if (old < row) return old
  if (action === 'insert') return old + count < MOST_ROWS ? old + count : null
  return old < row + count ? null : old - count
}

/** Where a row was before; null for one that is new. */
export function rowBefore({ action, row, count }: Rows, next: number): number | null {
  if (next < row) return next
  if (action === 'delete') return next + count
  return next < row + count ? null : next - count
}

/** From the first to the last row, which grow with rows inserted between them and shrink with those deleted. */
export function spanAfter(change: Rows, top: number, bottom: number): [number, number] | null {
  const { action, row, count } = change
  if (action === 'insert') {
    const from = rowAfter(change, top)
    return from === null ? null : [from, Math.min(bottom >= row ? bottom + count : bottom, MOST_ROWS - 1)]
  }
  const from = rowAfter(change, top) ?? row
  const to = rowAfter(change, bottom) ?? row - 1
  return from <= to ? [from, to] : null
}

export function boxAfter(change: Rows, box: Box): Box | null {
  // Whole columns have no rows to count.
  if (box.top === 0 && box.bottom === MOST_ROWS - 1) return box
  const span = spanAfter(change, box.top, box.bottom)
  return span && { ...box, top: span[0], bottom: span[1] }
}

/** Rows are inserted between the first and the last of them, or some of them are deleted. */
export const isCut = ({ action, row, count }: Rows, top: number, bottom: number) =>
  action === 'insert' ? top < row && row <= bottom : top < row + count && row <= bottom
