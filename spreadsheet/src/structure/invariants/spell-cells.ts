import { spellBox } from '../../xlsx/cell-reference.ts'
import type { SheetCell } from '../sheet.ts'

/** Cells as few ranges: those that stand below each other are one. */
export function spellCells(cells: readonly SheetCell[]): string[] {
  const sorted = [...cells].sort((one, other) => one.column - other.column || one.row - other.row)
  const ranges: { top: number; left: number; bottom: number; right: number }[] = []
  for (const { row, column } of sorted) {
    const last = ranges.at(-1)
    if (last && last.left === column && last.bottom === row - 1) last.bottom = row
    else ranges.push({ top: row, left: column, bottom: row, right: column })
  }
  return ranges.map(spellBox)
}
