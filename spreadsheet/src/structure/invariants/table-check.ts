import type { Output, Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import type { ColumnSum, TableCheck } from '../../parse-spec/table-check.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import { COMPUTED_ROWS, type RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { givenIn, withGivenCells } from '../tables/given-cells.ts'
import type { MadeTable } from '../tables/made-table.ts'
import { notesTable } from '../tables/notes-table.ts'
import { distinctNames } from '../tables/reshape/distinct-names.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { addText, newSum, spellSum } from './decimal-sum.ts'
import type { Tally } from './expected-columns.ts'
import { expectedReport } from './expected-report.ts'
import { type ExpectedTable, expectedTable } from './expected-table.ts'
import { isMeasure, NUMBERS, namesThings } from './repeated-measures.ts'

/** The check of a table that may still be given another name. */
export type OutputCheck = Omit<TableCheck, 'table' | 'region_id'>

/** So many columns are added up: a sheet of thousands stays fast. */
export const MOST_SUMS = 50

const ROWS_OF_LIST: ReadonlySet<RowRole> = new Set(['data', 'group'])
const ROWS_AMONG: ReadonlySet<RowRole> = new Set([...ROWS_OF_LIST, ...COMPUTED_ROWS])

/** A region, and the cells that stand in it and in no smaller one. */
export type RegionToCheck = { sheet: Sheet; region: Region; cells: readonly SheetCell[] }

/** The checks of the tables of a region, in their order: what its cells say must come out, and what did. */
export function checkTables(checked: RegionToCheck, tables: readonly MadeTable[]): OutputCheck[] {
  const { region } = checked
  const asGiven = givenIn(region)
  const cells = checked.cells.flatMap((cell) => asGiven(cell) ?? [])
  const sheet = withGivenCells(checked.sheet, region)
  const expectedOf = expectations(sheet, region, cells)
  return tables.map((table, n) => {
    const counts = {
      cells_dropped: n === 0 ? droppedCells(region) : 0,
      cells_computed: n === 0 ? computedCells(region, cells) : 0,
    }
    const expected = expectedOf(table)
    if (!expected) return { ...NOTHING_COUNTED, ...counts, rows_out: table.rows.length, reason: 'not_followed' }
    const { rowsIn, rowsOut, factor, cellsFilled } = expected
    const { sums, areEqual } = compareSums(sheet, region, expected, table)
    return {
      rows_in: rowsIn,
      rows_out: table.rows.length,
      factor,
      cells_empty: Math.max(0, rowsIn * factor - rowsOut),
      cells_filled: cellsFilled,
      ...(n === 0 ? marksFilled(region) : {}),
      ...counts,
      sums,
      balanced: rowsOut === table.rows.length && areEqual,
      reason: null,
    }
  })
}

const MOST_MARKS = 100

const marksFilled = ({ repeat_marks = [] }: Region): Pick<OutputCheck, 'marks_filled'> =>
  repeat_marks.length === 0 ? {} : { marks_filled: repeat_marks.slice(0, MOST_MARKS) }

/** A note is a row for each of its cells; a form is one row. */
export function checkNotes(sheet: Sheet, region: Region, cells: readonly SheetCell[]): OutputCheck {
  const { rows } = notesTable(sheet, region, { name: region.sheet, kind: 'notes' })
  const rowsIn = region.kind === 'keyvalue' ? Math.min(1, cells.length) : cells.length
  return { ...NOTHING_COUNTED, rows_in: rowsIn, rows_out: rows.length, balanced: rowsIn === rows.length }
}

/** Counted as computed or as filled, and not as dropped. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'computed_row',
  'computed_column',
  'heads_computed_rows',
  'repeats_the_cell_above',
])

/** Each range that is listed is full of cells. */
function droppedCells({ dropped = [] }: Region): number {
  return dropped.reduce((sum, { range, why }) => sum + (EXPLAINED.has(why) ? 0 : sizeOf(range)), 0)
}

function sizeOf(range: string): number {
  const box = parseBox(range)
  return box ? (box.bottom - box.top + 1) * (box.right - box.left + 1) : 0
}

function expectations(
  sheet: Sheet,
  region: Region,
  cells: readonly SheetCell[],
): (output: Output) => ExpectedTable | null {
  const isReport = region.outputs.some(({ kind }) => kind === 'level')
  const ofReport = isReport ? expectedReport(region, cells) : null
  const unshaped: Region = { ...region, reshape: null, orientation: 'rows' }
  return (output) => {
    if (ofReport) return ofReport(output)
    if (output.kind === 'computed') return expectedTable(sheet, unshaped, cells, COMPUTED_ROWS)
    return expectedTable(sheet, region, cells, region.computed_rows === 'among' ? ROWS_AMONG : ROWS_OF_LIST)
  }
}

export const NOTHING_COUNTED: OutputCheck = {
  rows_in: 0,
  rows_out: null,
  factor: 1,
  cells_empty: 0,
  cells_filled: 0,
  cells_dropped: 0,
  cells_computed: 0,
  sums: [],
  balanced: null,
  reason: null,
}

/** Figures in rows and columns that are computed from others. */
function computedCells(region: Region, cells: readonly SheetCell[]): number {
  const roles = rolesByRow(region)
  const columns = new Map(region.columns.map((column) => [columnIndex(column.source_column), column]))
  const header = new Set(region.header_rows)
  let computed = 0
  for (const { row, column, value } of cells) {
    if (value.kind !== 'number' || header.has(row + 1)) continue
    const isComputed = COMPUTED_ROWS.has(roles.get(row) ?? 'data') || isComputedColumn(columns.get(column))
    if (isComputed) computed++
  }
  return computed
}

const isComputedColumn = (column: RegionColumn | undefined) =>
  column !== undefined && (column.role === 'total' || column.role === 'difference' || column.role === 'ratio')

/** Each column of figures of the table beside what the sheet says it adds up to. */
function compareSums(
  sheet: Sheet,
  region: Region,
  { columns }: ExpectedTable,
  table: MadeTable,
): { sums: ColumnSum[]; areEqual: boolean } {
  const names = distinctNames(columns.map(({ name }) => name))
  const places = new Map(table.columns.map(({ name, type }, place) => [name, { place, type }]))
  const sums: ColumnSum[] = []
  let areEqual = true
  for (const [n, { tally }] of columns.entries()) {
    if (sums.length === MOST_SUMS) break
    const column = names[n] ?? ''
    const made = places.get(column)
    if (!tally || (made && !NUMBERS.test(made.type)) || !isAddedUp(tally, made !== undefined)) continue
    const sum_in = spellSum(tally.sum)
    const sum_out = made ? sumOfColumn(table, made.place) : '0'
    const isEqual = sum_in === sum_out
    if (isEqual && !made) continue
    if (!isEqual && tally.column && !isMeasure(sheet, region, tally.column)) continue
    sums.push({ column, sum_in, sum_out })
    areEqual &&= isEqual
  }
  return { sums, areEqual }
}

/** Numbers that name things have no sum, nor have those that come again because the sheet says so, nor texts. */
function isAddedUp({ column, mayRepeat }: Tally, isMade: boolean): boolean {
  if (!column) return isMade
  return !mayRepeat && !namesThings(column) && (isMade || NUMBERS.test(column.type))
}

function sumOfColumn({ rows }: MadeTable, place: number): string {
  const sum = newSum()
  for (const row of rows) {
    const text = row[place]?.text
    if (text != null) addText(sum, text)
  }
  return spellSum(sum)
}
