import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import { bareWordOf } from '../roles/line-words.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'

/** So many rows are looked at from the top of a table and as many from its end. */
const ROWS_LOOKED_AT = 500
/** A column has a kind where so many of its rows agree. */
const AGREED = 0.7
/** A row that differs in so many of the columns that have a kind is of another shape. */
const UNLIKE = 0.5
/** Where more rows are unlike the others, the table has no usual shape. */
const MOST_UNLIKE = 0.34

type Kind = SheetCell['value']['kind'] | 'empty'

/**
 * Records that are of another shape than most of their table, by their numbers counting from 1: empty where the others hold
 * something, texts where they hold figures, or called a total. Headings, totals and lines of another table look like this.
 */
export function unlikeRows(sheet: Sheet, region: Region): number[] {
  const places = region.columns.map(({ source_column }) => columnIndex(source_column))
  const rows = dataRows(region)
  const usual = places.map((column) => usualKind(rows.map((row) => kindAt(sheet, row, column))))
  const known = [...places.keys()].filter((n) => usual[n] !== undefined && usual[n] !== 'empty')
  if (known.length === 0) return []
  const isUnlike = (row: number) => {
    const differing = known.filter((n) => kindAt(sheet, row, places[n] ?? 0) !== usual[n])
    return differing.length >= known.length * UNLIKE || isCalledTotal(sheet, row, places)
  }
  const unlike = rows.filter(isUnlike)
  return unlike.length > rows.length * MOST_UNLIKE ? [] : unlike.map((row) => row + 1)
}

function dataRows(region: Region): number[] {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const rows: number[] = []
  for (let row = top; row <= bottom; row++) {
    if (row >= top + ROWS_LOOKED_AT && row <= bottom - ROWS_LOOKED_AT) continue
    if ((roles.get(row) ?? 'data') === 'data') rows.push(row)
  }
  return rows
}

const kindAt = (sheet: Sheet, row: number, column: number): Kind => sheet.cellAt(row, column)?.value.kind ?? 'empty'

function usualKind(kinds: readonly Kind[]): Kind | undefined {
  const counts = new Map<Kind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].find(([, count]) => count >= kinds.length * AGREED)?.[0]
}

const isCalledTotal = (sheet: Sheet, row: number, places: readonly number[]) =>
  places.some((column) => {
    const cell = sheet.cellAt(row, column)
    return cell?.value.kind === 'text' && bareWordOf(cell.text) !== null
  })
