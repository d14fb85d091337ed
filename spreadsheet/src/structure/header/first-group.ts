import { isLone } from './header-evidence.ts'
import type { TopRows } from './top-rows.ts'

/** Under a corner that has a name already, a row that fills the first column only is the label of the first rows. */
export function withoutLabelBelow<Depth extends { first: number; rows: number }>(top: TopRows, depth: Depth): Depth {
  const last = depth.rows - 1
  if (last <= depth.first || !isLone(top, last) || IN_BRACKETS.test(top.cellAt(last, 0)?.text ?? '')) return depth
  for (let row = depth.first; row < last; row++) if (top.cellAt(row, 0)) return { ...depth, rows: last }
  return depth
}

const IN_BRACKETS = /^[（(]/u

/**
 * Under a header whose corner is empty, a row that fills the first column only completes it: it names what stands below.
 * Null where there is none.
 */
export function rowUnderCorner(top: TopRows, { first, rows }: { first: number; rows: number }): number | null {
  if (rows === 0 || rows >= top.depth || !isLone(top, rows)) return null
  for (let row = first; row < rows; row++) if (top.cellAt(row, 0)) return null
  // Where the names of rows stand in the next column, the first one holds groups and nothing else.
  return rows + 1 < top.height && top.cellAt(rows + 1, 0) === undefined && top.cellAt(rows + 1, 1) ? null : rows
}

/** It heads the rows below as a group does, unless the next row does so or is empty: then it is the name of the column alone. */
export function headsRows(top: TopRows, row: number): boolean {
  if (row + 1 >= top.height || isLone(top, row + 1)) return false
  return Array.from({ length: top.width }, (_, column) => top.lookAt(row + 1, column)).some((look) => look !== 'empty')
}
