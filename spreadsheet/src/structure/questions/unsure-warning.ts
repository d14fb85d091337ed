import type { Box } from '../../grid.ts'
import type { Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { columnIndex, columnLetters, parseBox, spellBox } from '../../xlsx/cell-reference.ts'
import type { DoubtReason } from '../learned/doubt-reasons.ts'
import { COMPUTED_ROWS, type RowRole } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfTable } from '../tables/rows-of-table.ts'
import { regionsNear, tablesBeside } from './near-regions.ts'
import { oddCells } from './odd-cells.ts'
import { unlikeRows } from './unlike-rows.ts'

/** So many rows, cells or columns a warning names. */
const MOST_NAMED = 10

/**
 * What may be wrong with a table that is not sure, and in which cells: for those who read warnings and not questions. What the
 * sheet shows comes first, then what the learned doubts speak of.
 */
export function unsureWarning(sheet: Sheet, region: Region, regions: readonly Region[]): SpecWarning {
  const doubts = new Set<string>(region.evidence)
  const rows = unlikeRows(sheet, region)
  const said = [
    ...aboutRows(rows),
    ...aboutTablesBeside(region, regions),
    ...DOUBTS.flatMap(([reason, say]) => (doubts.has(reason) ? say(sheet, region, regions) : [])),
  ]
  const faults = said.length > 0 ? said : ['whether it is one table, and whether each of its rows is a record']
  const message = `${region.range} may be read wrongly. It is ambiguous ${faults.join('; ')}.`
  return { code: 'unsure_reading', region_id: region.region_id, column: null, count: Math.max(1, rows.length), message }
}

const listed = (things: readonly (string | number)[]) =>
  things.length > MOST_NAMED
    ? `${things.slice(0, MOST_NAMED).join(', ')} and ${things.length - MOST_NAMED} more`
    : things.join(', ')

const theRows = (rows: readonly number[]) => `${rows.length === 1 ? 'row' : 'rows'} ${listed(rows)}`

const aboutRows = (rows: readonly number[]) =>
  rows.length === 0
    ? []
    : [`whether records, headings or totals among the data stand in ${theRows(rows)}, unlike in the others`]

function aboutTablesBeside(region: Region, regions: readonly Region[]): string[] {
  const beside = tablesBeside(region, regions)
  return beside.length === 0 ? [] : [`whether it and ${listed(beside)} side by side are one table or two tables`]
}

type Say = (sheet: Sheet, region: Region, regions: readonly Region[]) => string[]

/** What each doubt means in this table; one that nothing on the sheet stands for is not spoken of. */
const DOUBTS: readonly (readonly [DoubtReason, Say])[] = [
  ['doubt_totals', (_, region) => aboutTotals(region)],
  ['doubt_header', (_, region) => aboutHeader(region)],
  ['doubt_reading', (_, region) => aboutReading(region)],
  ['doubt_kinds', (sheet, region) => aboutCells(oddCells(sheet, region))],
  ['doubt_groups', (_, region) => aboutGroups(region)],
  ['doubt_gaps', (sheet, region) => aboutGaps(sheet, region)],
  ['doubt_merges', (sheet, region) => aboutMerges(sheet, region)],
  ['doubt_edges', (_, { range }) => [`whether it begins and ends with ${range}, or cells were cut off`]],
  ['doubt_neighbours', (_, region, regions) => aboutNear(regionsNear(region, regions))],
]

function aboutHeader({ header_rows: rows, data_range }: Region): string[] {
  const taken = rows.length === 0 ? 'no row is' : `${theRows(rows)} ${rows.length === 1 ? 'is' : 'are'}`
  return [`which rows name its columns (${taken} taken for their names, ${data_range} for the rows they name)`]
}

const rowsWith = ({ row_roles }: Region, is: (role: RowRole) => boolean) =>
  row_roles.flatMap(({ role, rows }) => (is(role) ? rows : [])).sort((one, other) => one - other)

function aboutTotals(region: Region): string[] {
  const rows = rowsWith(region, (role) => COMPUTED_ROWS.has(role))
  return [
    rows.length === 0
      ? 'whether some of its rows or columns are totals (none is taken for one)'
      : `which of its rows are totals (taken for some: ${theRows(rows)})`,
  ]
}

function aboutReading(region: Region): string[] {
  if (region.orientation === 'columns') return ['whether its records stand in columns, as it is read']
  const values = region.columns.filter(({ role }) => role !== 'label').map(({ source_column }) => source_column)
  const steps = stepsOf(region).map(({ kind }) => kind.replaceAll('_', ' '))
  if (steps.length > 0) return [`whether it has to be rearranged as it is (${steps.join(', ')})`]
  return values.length < 2 ? [] : [`whether columns ${listed(values)} are fields, or values that should stand in rows`]
}

function aboutGroups(region: Region): string[] {
  const rows = rowsWith(region, (role) => role === 'group')
  return rows.length === 0 ? [] : [`whether the rows below ${theRows(rows)} belong to what stands there`]
}

const aboutCells = (cells: readonly string[]) =>
  cells.length === 0 ? [] : [`whether ${listed(cells)}, of another kind than their columns, hold values`]

/** A column with so many empty cells, and some that are not. */
const GAPS = 0.3

function aboutGaps(sheet: Sheet, region: Region): string[] {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfTable(region, roles)
  const rows = Array.from({ length: bottom - top + 1 }, (_, n) => top + n).filter((row) => !roles.has(row))
  const sparse = region.columns
    .map(({ source_column }) => columnIndex(source_column))
    .filter((column) => {
      const empty = rows.filter((row) => !sheet.cellAt(row, column)).length
      return empty >= rows.length * GAPS && empty < rows.length
    })
  return sparse.length === 0
    ? []
    : [`whether empty cells in ${listed(sparse.map(columnLetters))} mean what stands above them`]
}

function aboutMerges(sheet: Sheet, { data_range }: Region): string[] {
  const data = parseBox(data_range)
  const merges = data ? sheet.grid.merges.filter((merge) => overlap(merge, data)) : []
  return merges.length === 0
    ? []
    : [`which rows and columns the merged cells ${listed(merges.map(spellBox))} speak for`]
}

const overlap = (one: Box, other: Box) =>
  one.top <= other.bottom && one.bottom >= other.top && one.left <= other.right && one.right >= other.left

const aboutNear = (ranges: readonly string[]) =>
  ranges.length === 0 ? [] : [`whether ${listed(ranges)} close to it belong to it`]
