import type { Box } from '../grid.ts'
import { spellCell } from '../xlsx/cell-reference.ts'

export type CellPlace = { row: number; column: number }

/** The cells as few boxes: runs along each row, and equal runs of rows that follow each other as one. */
export function boxesOf(places: readonly CellPlace[]): Box[] {
  const sorted = [...places].sort((one, other) => one.row - other.row || one.column - other.column)
  const runs: Box[] = []
  for (const { row, column } of sorted) {
    const last = runs.at(-1)
    if (last && last.top === row && last.right === column - 1) last.right = column
    else runs.push({ top: row, bottom: row, left: column, right: column })
  }
  const boxes: Box[] = []
  const open = new Map<string, Box>()
  for (const run of runs) {
    const key = `${run.left}:${run.right}`
    const above = open.get(key)
    if (above && above.bottom === run.top - 1) above.bottom = run.top
    else {
      boxes.push(run)
      open.set(key, run)
    }
  }
  return boxes
}

/** `B3` for one cell, `B3:C9` for more. */
export function spellPlaces({ top, left, bottom, right }: Box): string {
  const first = spellCell(top, left)
  return top === bottom && left === right ? first : `${first}:${spellCell(bottom, right)}`
}

/** The first boxes, and how many more there are. */
export function spellBoxes(boxes: readonly Box[], most: number): string {
  const more = boxes.length > most ? ` +${boxes.length - most} more` : ''
  return boxes.slice(0, most).map(spellPlaces).join(' ') + more
}
