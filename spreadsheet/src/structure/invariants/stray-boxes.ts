import type { Box } from '../../grid.ts'
import type { SheetCell } from '../sheet.ts'

/** Cells that no region holds, as boxes of neighbours in a row. */
export function strayBoxes(strays: readonly SheetCell[]): Box[] {
  const boxes: Box[] = []
  for (const { row, column } of strays) {
    const last = boxes.at(-1)
    if (last && last.top === row && last.right === column - 1) last.right = column
    else boxes.push({ top: row, left: column, bottom: row, right: column })
  }
  return boxes
}
