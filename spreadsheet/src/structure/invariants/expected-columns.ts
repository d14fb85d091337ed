import type { Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { fillsMerged } from '../tables/fills-merged.ts'
import { OPENS_RECORD } from '../tables/relation-of.ts'
import { isRepeatMark } from '../tables/repeat-marks.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfRange } from '../tables/rows-of-range.ts'
import { groupsAbove, rowsOfTable } from '../tables/rows-of-table.ts'
import { addNumber, addText, type DecimalSum, newSum } from './decimal-sum.ts'

/** What the cells of a column, or of whatever else becomes one, amount to. It is read off the sheet, not off any table. */
export type Tally = {
  /** Cells that hold a value, also one that stands elsewhere. */
  values: number
  /** Those of them whose value stands elsewhere: in a merged area, or above a mark. */
  filled: number
  sum: DecimalSum
  /** The column of the sheet; null for what is made of several. */
  column: RegionColumn | null
  /** Its values may come again, for a reason the sheet itself gives. */
  mayRepeat: boolean
}

export const newTally = (column: RegionColumn | null = null): Tally => ({
  values: 0,
  filled: 0,
  sum: newSum(),
  column,
  mayRepeat: false,
})

/** The rows of a region that are to become rows of a table, counting from 0, in their order. */
export type WantedRows = {
  records: readonly number[]
  /** Those of the records that head others. */
  headings: ReadonlySet<number>
  /** The record that a row is of; undefined for a row that is of none. */
  recordOf(row: number): number | undefined
}

export function wantedRows(region: Region, wanted: ReadonlySet<RowRole>): WantedRows {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const records = wanted.has('group') ? groupsAbove(roles, top) : []
  const headings = new Set(records)
  const recordsByRow = new Map(records.map((row) => [row, row]))
  let open = records.at(-1)
  for (let row = top; row <= bottom; row++) {
    const role = roles.get(row) ?? 'data'
    if (role === 'continued' && open !== undefined) recordsByRow.set(row, open)
    if (OPENS_RECORD.has(role)) open = wanted.has(role) ? row : undefined
    if (!wanted.has(role)) continue
    records.push(row)
    recordsByRow.set(row, row)
    if (role === 'group') headings.add(row)
  }
  return { records, headings, recordOf: (row) => recordsByRow.get(row) }
}

type TallyOf = (column: number, record: number) => Tally | undefined

/** Counts the cells of the wanted rows, each where it belongs. */
export function tallyCells(
  sheet: Sheet,
  region: Region,
  cells: readonly SheetCell[],
  rows: WantedRows,
  tallyOf: TallyOf,
) {
  const included = region.columns.filter(({ include }) => include)
  const types = new Map(included.map(({ source_column, type }) => [columnIndex(source_column), type]))
  let row = -1
  let record: number | undefined
  for (const cell of cells) {
    if (cell.row !== row) {
      row = cell.row
      record = rows.recordOf(row)
    }
    const type = types.get(cell.column)
    if (record === undefined || type === undefined) continue
    const tally = tallyOf(cell.column, record)
    if (tally) countCell(sheet, tally, cell, record, type)
  }
  for (const { anchor, row, column } of coveredCells(sheet, region, rows)) {
    const type = types.get(column) ?? ''
    const tally = tallyOf(column, row)
    if (tally && count(tally, anchor, type)) tally.filled++
  }
}

function countCell(sheet: Sheet, tally: Tally, cell: SheetCell, record: number, type: string) {
  const isFurtherLine = cell.row !== record && sheet.cellAt(record, cell.column) !== undefined
  if (isFurtherLine) addCell(tally.sum, cell, type)
  else if (!isRepeatMark(cell)) count(tally, cell, type)
  else if (count(tally, cellAbove(sheet, cell) ?? cell, type)) tally.filled++
}

/** Whether the cell holds a value, which is then counted. */
function count(tally: Tally, cell: SheetCell, type: string): boolean {
  if (!holdsValue(cell, type)) return false
  tally.values++
  addCell(tally.sum, cell, type)
  return true
}

/** A word for nothing is nothing in a column of figures or days; in one of texts it is a text. */
export const holdsValue = ({ value, cell }: SheetCell, type: string) =>
  value.kind !== 'absent' || (cell.kind === 'text' && type === 'VARCHAR')

/** What is no figure adds nothing; digits that look like a day or a code are figures in a column of them. */
export function addCell(sum: DecimalSum, { value, cell, text }: SheetCell, type: string) {
  if (value.kind === 'number') addNumber(sum, value.number)
  else if (cell.kind === 'number' && value.kind === 'text') addNumber(sum, cell.value)
  else if ((value.kind === 'date' || value.kind === 'code') && type !== 'VARCHAR') addText(sum, text)
}

/** No mark stands for a cell farther up. */
const FARTHEST_ABOVE = 1_000

function cellAbove(sheet: Sheet, { row, column }: SheetCell): SheetCell | undefined {
  for (let above = row - 1; above >= Math.max(0, row - FARTHEST_ABOVE); above--) {
    const cell = sheet.cellAt(above, column)
    if (cell && !isRepeatMark(cell)) return cell
  }
  return undefined
}

type Covered = { anchor: SheetCell; row: number; column: number }

/** The cells of wanted rows that a merged area of the region covers, where what it shows is said of each of them. */
function coveredCells(sheet: Sheet, region: Region, { records }: WantedRows): Covered[] {
  if (region.fill_merged !== 'down' && region.fill_merged !== 'all') return []
  const wanted = new Set(records)
  const fills = fillsMerged(region)
  const { top: first } = rowsOfRange(region.range)
  const { top, bottom } = rowsOfRange(region.data_range)
  const places = region.columns.filter(({ include }) => include).map((one) => columnIndex(one.source_column))
  return sheet.grid.merges.flatMap((merge) => {
    if (merge.bottom < Math.min(top, first) || merge.top > bottom || merge.top < first) return []
    const anchor = sheet.cellAt(merge.top, merge.left)
    const right = region.fill_merged === 'all' ? merge.right : merge.left
    const columns = places.filter((place) => place >= merge.left && place <= right && fills(place))
    const covered: Covered[] = []
    for (let row = merge.top; anchor && row <= Math.min(merge.bottom, bottom); row++)
      for (const column of wanted.has(row) ? columns : [])
        if (!sheet.cellAt(row, column)) covered.push({ anchor, row, column })
    return covered
  })
}
