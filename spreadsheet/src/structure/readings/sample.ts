import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseCell } from '../../xlsx/cell-reference.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { groupsAbove, rowsOfTable } from '../tables/rows-of-table.ts'
import type { TableWords } from '../tables/words.ts'

/** Some rows of a table, enough to judge it by: whole ones, in their order. */
export type Sample = {
  columns: readonly SampleColumn[]
  rows: readonly (readonly Field[])[]
  /** The numbers of these rows on the sheet; none once the table was turned. */
  numbers: readonly number[]
  /** Those of the rows that the spec takes for headings, by their places. */
  headings?: ReadonlySet<number>
  /** No row names the columns. */
  hasNoHeader: boolean
  /** An empty field is one that is there, as in a delimited file; an empty cell of a sheet is not. */
  keepsEmpty: boolean
  /** For columns that a step makes. */
  words: TableWords
}

export type SampleColumn = {
  /** As the region calls it. */
  name: string
  /** As the sheet does; empty where nothing stands above the column. */
  header: string
  headerCell: SheetCell | null
}

export type Field = SheetCell | null

/** Neighbouring rows show the order, distant rows show what else there is. */
const ROWS_FROM_TOP = 160
const ROWS_FROM_AFAR = 80

/** Rows that only describe others are no part of the table. */
const PASSED_OVER = new Set(['separator', 'repeat_header', 'note', 'unit', 'continued'])

export function takeSample(sheet: Sheet, region: Region, words: TableWords): Sample {
  const columns = region.columns.filter(({ include }) => include)
  const places = columns.map(({ source_column }) => columnIndex(source_column))
  const roles = rolesByRow(region)
  const numbers = sampleOfRows(rowsWithValues(region).filter((row) => !COMPUTED_ROWS.has(roles.get(row) ?? 'data')))
  return {
    columns: columns.map(({ name, header, header_cells = [] }) => {
      const at = parseCell(header_cells.at(-1) ?? '')
      return { name, header: header ?? '', headerCell: (at && sheet.cellAt(at.row, at.column)) ?? null }
    }),
    rows: numbers.map((row) => places.map((column) => sheet.cellAt(row, column) ?? null)),
    numbers,
    headings: new Set(numbers.flatMap((row, place) => (roles.get(row) === 'group' ? [place] : []))),
    hasNoHeader: region.header_rows.length === 0,
    keepsEmpty: sheet.isUntyped,
    words,
  }
}

/** The rows of a table that hold something of their own, counting from 0. */
export function rowsWithValues(region: Region): number[] {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const rows: number[] = groupsAbove(roles, top)
  for (let row = top; row <= bottom; row++) if (!PASSED_OVER.has(roles.get(row) ?? 'data')) rows.push(row)
  return rows
}

function sampleOfRows(rows: readonly number[]): number[] {
  if (rows.length <= ROWS_FROM_TOP + ROWS_FROM_AFAR) return [...rows]
  const rest = rows.length - ROWS_FROM_TOP
  const afar = Array.from(
    { length: ROWS_FROM_AFAR },
    (_, n) => rows[ROWS_FROM_TOP + Math.floor((n * rest) / ROWS_FROM_AFAR)],
  )
  return [...rows.slice(0, ROWS_FROM_TOP), ...afar.filter((row) => row !== undefined)]
}
