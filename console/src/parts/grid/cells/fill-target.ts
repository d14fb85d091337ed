import type { CellPosition, CellRange } from './cell-range.ts'

/** The cells beyond a range that a drag of its handle reaches, in the direction it went furthest; null within it. */
export function fillTarget(source: CellRange, { row, column }: CellPosition): CellRange | null {
  const { top, bottom, left, right } = source
  const down = Math.max(row - bottom, top - row, 0)
  const across = Math.max(column - right, left - column, 0)
  if (down === 0 && across === 0) return null
  if (down >= across)
    return row > bottom ? { ...source, top: bottom + 1, bottom: row } : { ...source, top: row, bottom: top - 1 }
  return column > right ? { ...source, left: right + 1, right: column } : { ...source, left: column, right: left - 1 }
}
