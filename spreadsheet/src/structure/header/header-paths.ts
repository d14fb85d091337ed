import type { Sheet, SheetCell } from '../sheet.ts'

type Rows = readonly number[]

/** The header cells above each column from the top down. Merged and spanning cells are above all they span. */
export function headerPaths(sheet: Sheet, rows: Rows, left: number, right: number): SheetCell[][] {
  const paths: SheetCell[][] = Array.from({ length: right - left + 1 }, () => [])
  for (const [place, row] of rows.entries()) {
    const cells = cellsOfRow(sheet, row, left, right)
    const filled = isSpannedByMerges(sheet, row, left, right)
      ? cells
      : fillRight(sheet, cells, paths, rows, place, left)
    for (const [n, cell] of filled.entries()) {
      const path = paths[n]
      if (cell && path && !isSaid(path, cell)) path.push(cell)
    }
  }
  return paths
}

function cellsOfRow(sheet: Sheet, row: number, left: number, right: number): (SheetCell | undefined)[] {
  return Array.from({ length: right - left + 1 }, (_, n) => {
    const cell = sheet.cellAt(row, left + n)
    if (cell) return cell
    const merge = sheet.mergeAt(row, left + n)
    return merge ? sheet.cellAt(merge.top, merge.left) : undefined
  })
}

/** Where one cell of a row is merged to the right, the others are left as they are on purpose. */
function isSpannedByMerges(sheet: Sheet, row: number, left: number, right: number): boolean {
  for (let column = left; column <= right; column++) {
    const merge = sheet.mergeAt(row, column)
    if (merge && merge.right > merge.left) return true
  }
  return false
}

/** A cell spans the empty ones to its right, as long as they share what is above and have a name of their own below. */
function fillRight(
  sheet: Sheet,
  cells: readonly (SheetCell | undefined)[],
  paths: readonly (readonly SheetCell[])[],
  rows: Rows,
  place: number,
  left: number,
): (SheetCell | undefined)[] {
  if (areNeighbours(cells)) return [...cells]
  const below = rows.slice(place + 1)
  const hasNameBelow = (n: number) => below.some((row) => sheet.cellAt(row, left + n) !== undefined)
  let spanning: number | null = null
  return cells.map((cell, n) => {
    if (cell) {
      spanning = hasNameBelow(n) ? n : null
      return cell
    }
    if (spanning === null) return undefined
    if (!hasNameBelow(n) || paths[n]?.at(-1) !== paths[spanning]?.at(-1)) spanning = null
    return spanning === null ? undefined : cells[spanning]
  })
}

/** Fewer cells may each span columns that are not there yet. */
const FEWEST_NEIGHBOURS = 5

/** Cell beside cell without a gap, as days and weekdays stand: none of them spans what comes behind the last. */
function areNeighbours(cells: readonly (SheetCell | undefined)[]): boolean {
  const first = cells.findIndex((cell) => cell !== undefined)
  const last = cells.findLastIndex((cell) => cell !== undefined)
  return last - first + 1 >= FEWEST_NEIGHBOURS && cells.slice(first, last + 1).every((cell) => cell !== undefined)
}

/** Merged down, or written again in each row of what was merged before the file lost it. */
const isSaid = (path: readonly SheetCell[], cell: SheetCell) =>
  path.some((said) => said === cell) || path.at(-1)?.text === cell.text
