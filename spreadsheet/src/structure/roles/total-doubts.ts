import type { Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'
import { wordOf } from './line-words.ts'

/** So many rows a warning names. */
const MOST_NAMED = 10
/** Where more of the rows are called totals, that is what the table is about. */
const MOST_CALLED = 0.5

/**
 * Rows that are called totals and stay among the data, because nothing adds up to them: a sum over the table would count
 * them again, and only a person can say whether it should.
 */
export function totalDoubts(sheet: Sheet, region: Region): SpecWarning[] {
  const doubted = doubtedRows(sheet, region)
  if (doubted.length === 0) return []
  const named = doubted.slice(0, MOST_NAMED).join(', ')
  const more = doubted.length > MOST_NAMED ? ` and ${doubted.length - MOST_NAMED} more` : ''
  const message = `Rows ${named}${more} are called totals and stay among the data: their figures are not the sums of other rows.`
  return [{ code: 'possible_totals', region_id: region.region_id, column: null, count: doubted.length, message }]
}

/** Their numbers, counting from 1. */
export function doubtedRows(sheet: Sheet, region: Region): number[] {
  const roles = rolesByRow(region)
  const labels = region.columns
    .filter(({ role }) => role === 'label')
    .map(({ source_column }) => columnIndex(source_column))
  const { top, bottom } = rowsOfTable(region, roles)
  const rows: number[] = []
  for (let row = top; row <= bottom; row++) if ((roles.get(row) ?? 'data') === 'data') rows.push(row)
  const calledIn = (row: number) =>
    labels.filter((column) => {
      const cell = sheet.cellAt(row, column)
      return cell?.value.kind === 'text' && cell.text.length <= LONGEST_LABEL && wordOf(cell.text) === 'sum'
    })
  const called = new Map(rows.map((row) => [row, calledIn(row)] as const).filter(([, places]) => places.length > 0))
  if (called.size === 0) return []
  const said = saidByRecords(
    sheet,
    labels,
    rows.filter((row) => !called.has(row)),
  )
  const doubted = [...called].flatMap(([row, places]) =>
    hasFigures(sheet, region, row) && !isRecord(sheet, row, said, places) ? [row] : [],
  )
  return doubted.length > rows.length * MOST_CALLED ? [] : doubted.map((row) => row + 1)
}

/** Columns in which nearly every record says something: what a total has not. */
const saidByRecords = (sheet: Sheet, labels: readonly number[], records: readonly number[]) =>
  labels.filter(
    (column) => records.filter((row) => sheet.cellAt(row, column)).length >= Math.max(1, records.length * NEARLY_ALL),
  )

/** So many of the records. */
const NEARLY_ALL = 0.95
/** A product called 合計くん has a code and a group as all others have: with so much more than its name a row is a record. */
const FEWEST_SAID = 2
/** A record may lack a day on which it was paid; a total lacks what names a record. */
const MOST_SAID = 0.75

function isRecord(sheet: Sheet, row: number, said: readonly number[], called: readonly number[]): boolean {
  const others = said.filter((place) => !called.includes(place))
  const filled = others.filter((place) => sheet.cellAt(row, place) !== undefined)
  return filled.length >= Math.max(FEWEST_SAID, others.length * MOST_SAID)
}

/** What is longer is a remark that speaks of a total. */
const LONGEST_LABEL = 40

const hasFigures = (sheet: Sheet, { columns }: Region, row: number) =>
  columns.some(({ source_column }) => sheet.cellAt(row, columnIndex(source_column))?.value.kind === 'number')
