import type { Rectangle } from '../../core/tables/ranges/a1-range.ts'
import type { CellPosition } from '../../engine/loader/cell-origins.ts'

/** Rectangles that hold these cells and no others, each cell once, by column and then by row. */
export function rangesOfCells(places: Iterable<CellPosition>): Rectangle[] {
  const columns = new Map<number, Set<number>>()
  for (const { row, column } of places) {
    const rows = columns.get(column) ?? new Set<number>()
    columns.set(column, rows.add(row))
  }
  const found: Rectangle[] = []
  // By their rows, those that end at the column before the one that is looked at.
  let open = new Map<string, Rectangle>()
  for (const [column, rows] of [...columns].sort(([one], [other]) => one - other)) {
    const next = new Map<string, Rectangle>()
    for (const { top, bottom } of runsOf(rows)) {
      const beside = open.get(`${top}:${bottom}`)
      const isBeside = beside?.right === column - 1
      const range = isBeside ? beside : { left: column, right: column, top, bottom }
      range.right = column
      if (!isBeside) found.push(range)
      next.set(`${top}:${bottom}`, range)
    }
    open = next
  }
  return found
}

function runsOf(rows: ReadonlySet<number>): { top: number; bottom: number }[] {
  const runs: { top: number; bottom: number }[] = []
  for (const row of [...rows].sort((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && last.bottom === row - 1) last.bottom = row
    else runs.push({ top: row, bottom: row })
  }
  return runs
}

export const cellsIn = ({ left, right, top, bottom }: Rectangle) => (right - left + 1) * (bottom - top + 1)
