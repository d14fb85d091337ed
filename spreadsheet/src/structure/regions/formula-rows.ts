import type { SheetCell } from '../sheet.ts'
import type { Line } from './lines.ts'

/** A place of R1C1 notation in the same column, given by its distance. */
const ROW_AWAY = /R\[(-?\d+)\]C(?!\[)/g

/** The highest row that formulas of these lines compute from, in columns of their own; null where they have none. */
export function firstRowSeen(lines: readonly Line[]): number | null {
  let first: number | null = null
  for (const { cells } of lines)
    for (const cell of cells) {
      const row = highestRow(cell)
      if (row !== null && (first === null || row < first)) first = row
    }
  return first
}

function highestRow({ formula, row }: SheetCell): number | null {
  if (!formula || formula.r1c1.includes('!')) return null
  const rows = Array.from(formula.r1c1.matchAll(ROW_AWAY), ([, away]) => row + Number(away))
  return rows.length > 0 ? Math.min(...rows) : null
}
