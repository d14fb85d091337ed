import type { Cell } from '../cell.ts'

export type HeadCell = { column: number; cell: Cell }
/** A row that holds something. Counts from 0. */
export type HeadRow = { row: number; cells: readonly HeadCell[] }

/** So many rows are looked at. */
export const HEAD_ROWS = 100
/** What is longer is a sentence, not a name. */
const LONGEST_NAME = 200
/** Texts of a delimited file that stand for a number, a date or a time. */
const VALUE_TEXT = /^[-+(▲△]?[\s¥￥$€]*\d[\d.,:/\-年月日時分秒TZ\s]*[%％)]?$/

/**
 * The names of the columns, where the first row of a sheet names everything below it: texts without a gap, each another,
 * and below them something else. A row that only may be a header is none: it stays a row, so that nothing is lost.
 */
export function findHeader(rows: readonly HeadRow[]): ReadonlyMap<number, string> | null {
  const [first, ...below] = rows
  if (!first || below.length === 0) return null
  const names = namesOf(first)
  if (!names || !coversAll(names, rows)) return null
  return hasOtherKindBelow(names, below) || (below.length > 1 && !isRepeated(names, below)) ? names : null
}

function namesOf({ cells }: HeadRow): Map<number, string> | null {
  const names = new Map<number, string>()
  const known = new Set<string>()
  for (const { column, cell } of cells) {
    if (isEmpty(cell)) continue
    if (cell.kind !== 'text' || !isName(cell.value)) return null
    const name = cell.value.trim().normalize('NFC')
    if (known.has(name)) return null
    known.add(name)
    names.set(column, name)
  }
  return names.size > 0 ? names : null
}

const isName = (text: string) => text.length <= LONGEST_NAME && text.trim() !== '' && !VALUE_TEXT.test(text.trim())

const isEmpty = (cell: Cell) => cell.kind === 'text' && cell.value === ''

/** From the first to the last column that any row uses there is a name. */
function coversAll(names: ReadonlyMap<number, string>, rows: readonly HeadRow[]): boolean {
  const used = rows.flatMap(({ cells }) => cells.filter(({ cell }) => !isEmpty(cell)).map(({ column }) => column))
  const left = used.reduce((least, column) => Math.min(least, column), Number.POSITIVE_INFINITY)
  const right = used.reduce((most, column) => Math.max(most, column), 0)
  for (let column = left; column <= right; column++) if (!names.has(column)) return false
  return true
}

/** A column whose cells are all numbers, dates and the like. */
function hasOtherKindBelow(names: ReadonlyMap<number, string>, below: readonly HeadRow[]): boolean {
  const texts = new Set<number>()
  const values = new Set<number>()
  for (const { column, cell } of below.flatMap(({ cells }) => cells)) {
    if (isEmpty(cell)) continue
    const isText = cell.kind === 'text' && !VALUE_TEXT.test(cell.value.trim())
    ;(isText ? texts : values).add(column)
  }
  return [...names.keys()].some((column) => values.has(column) && !texts.has(column))
}

function isRepeated(names: ReadonlyMap<number, string>, below: readonly HeadRow[]): boolean {
  return below.some(({ cells }) =>
    cells.some(({ column, cell }) => cell.kind === 'text' && cell.value.trim().normalize('NFC') === names.get(column)),
  )
}
