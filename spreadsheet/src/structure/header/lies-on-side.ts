import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'
import { type Look, lookOf } from './look.ts'

/** By so much more alike must the cells of a row be than those of a column. */
const MARGIN = 0.2
/** Larger tables do not lie on their side: people do not write a hundred records as columns. */
const MOST_ROWS = 60
const MOST_COLUMNS = 60
const DEEPEST_HEADER = 3

/** The names stand in the first column and each further column is a record: rows hold one kind of value, columns do not. */
export function liesOnSide(sheet: Sheet, box: Box): boolean {
  const height = box.bottom - box.top + 1
  const width = box.right - box.left
  if (height < 3 || width < 2 || height > MOST_ROWS || width > MOST_COLUMNS) return false
  if (!isNamedInFront(sheet, box)) return false
  const kinds = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => kindOf(lookOf(sheet.cellAt(box.top + y, box.left + 1 + x)))),
  )
  const alikeInRows = mean(kinds.map(alike))
  // Were the table upright, its first rows would be the header: none of them may make the columns alike.
  const ends = [height, height - countsAtEnd(kinds)]
  for (let header = 1; header <= Math.min(DEEPEST_HEADER, height / 2); header++)
    if (ends.some((end) => alikeInRows - alikeInColumns(kinds.slice(header, end), width) < MARGIN)) return false
  return true
}

/** No more rows of counts close a roster. */
const MOST_COUNTS = 6

/** How many rows at the end hold nothing but figures, below rows that hold none: so many people work early, so many late. */
function countsAtEnd(kinds: readonly (readonly (Look | null)[])[]): number {
  const holds = (row: readonly (Look | null)[]) => row.filter((kind) => kind !== null)
  const last = kinds.findLastIndex((row) => holds(row).some((kind) => kind !== 'figure'))
  const counts = kinds.length - last - 1
  const above = holds(kinds[last] ?? [])
  const areWords = above.filter((kind) => kind !== 'figure').length * 2 > above.length
  return counts <= MOST_COUNTS && areWords ? counts : 0
}

const alikeInColumns = (kinds: readonly (readonly (Look | null)[])[], width: number) =>
  mean(Array.from({ length: width }, (_, x) => alike(kinds.map((row) => row[x] ?? null))))

/** All rows have a name of words, and each another. */
function isNamedInFront(sheet: Sheet, { top, bottom, left }: Box): boolean {
  const names = new Set<string>()
  for (let row = top; row <= bottom; row++) {
    const cell = sheet.cellAt(row, left)
    if (cell?.value.kind !== 'text' || names.has(cell.text)) return false
    names.add(cell.text)
  }
  return true
}

/** Whether a number is large says nothing of its kind. */
const kindOf = (look: Look) => (look === 'empty' || look === 'absent' ? null : look === 'count' ? 'figure' : look)

/** The share of the commonest kind; 1 where there is nothing to compare. */
function alike(kinds: readonly (Look | null)[]): number {
  const counts = new Map<Look, number>()
  for (const kind of kinds) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 1 : Math.max(...counts.values()) / all
}

const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length
