import type { Sheet, SheetCell } from './sheet.ts'

/** The cells of a row that hold something, between two columns, from left to right. */
export function cellsInRow(sheet: Sheet, row: number, { left, right }: { left: number; right: number }): SheetCell[] {
  const cells: SheetCell[] = []
  for (let column = left; column <= right; column++) {
    const cell = sheet.cellAt(row, column)
    if (cell) cells.push(cell)
  }
  return cells
}
