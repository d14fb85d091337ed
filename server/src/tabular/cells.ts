import type { Cells, Column } from './table.ts'

/** What is absent is the column's initial value. */
export function cellOf(cells: Cells, id: number, initial: string | null): string | null {
  const text = cells[id]
  return text === undefined ? initial : text
}

/** A row as a deletion keeps it, or an undo brings it back: whole. */
export function wholeRow(columns: readonly Column[], cells: Cells): Record<string, string | null> {
  const whole: Record<string, string | null> = {}
  for (const { id, initial } of columns) {
    const text = cellOf(cells, id, initial)
    if (text !== null || initial !== null) whole[id] = text
  }
  return whole
}
