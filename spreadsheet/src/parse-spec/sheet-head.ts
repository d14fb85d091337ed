import type { Cell } from '../cell.ts'
import { findHeader, HEAD_ROWS, type HeadRow } from './find-header.ts'

export type StyledCell = { column: number; cell: Cell; style: number }
export type HeldRow = HeadRow & { cells: readonly StyledCell[] }

/** The first rows of a sheet, held back until it is plain whether the first of them is a header. */
export type SheetHead = {
  /** False once it is plain: the reader goes on without it. */
  isOpen: boolean
  /** True if the cell is held; else the head has just ended, and the cell is not placed yet. */
  keep(row: number, held: StyledCell): boolean
  end(): void
}

/** `report` is given the header, if there is one, and the rows that are not it. */
export function createSheetHead(
  report: (header: { names: ReadonlyMap<number, string>; row: number } | null, rows: readonly HeldRow[]) => void,
): SheetHead {
  const rows: { row: number; cells: StyledCell[] }[] = []
  const head: SheetHead = {
    isOpen: true,
    keep: (row, held) => {
      const last = rows.at(-1)
      if (last?.row === row) last.cells.push(held)
      else if (rows.length < HEAD_ROWS) rows.push({ row, cells: [held] })
      else head.end()
      return head.isOpen
    },
    end: () => {
      if (!head.isOpen) return
      head.isOpen = false
      const names = findHeader(rows)
      const [first, ...below] = rows
      if (names && first) report({ names, row: first.row }, below)
      else report(null, rows)
    },
  }
  return head
}
