import { COMPUTED_COLUMNS, type Region, type Total } from '../parse-spec/parse-spec.ts'
import { columnIndex, spellCell } from '../xlsx/cell-reference.ts'
import { type ColumnFacts, columnFacts, spellNumber } from './column-facts.ts'
import { equalRecords, repeatedKeys } from './duplicates.ts'
import type { MapLine } from './fit-lines.ts'
import { type PatternBreak, patternBreaks, shortSums } from './formula-patterns.ts'
import { missingPeriods } from './missing-periods.ts'
import { RANK } from './ranks.ts'
import { type RegionRows, rowsOf } from './region-rows.ts'
import type { CellTable, MappedCell, MappedSheet } from './sheet-cells.ts'

const MOST_COLUMNS = 40
const MOST_TOTALS = 30
const MOST_NAMED = 6

/** What a map says of one region: what it is and where, its columns, its totals, and what is wrong in it. */
export function regionLines({ cells }: MappedSheet, region: Region): MapLine[] {
  const rows = rowsOf(region)
  const totals = region.totals.filter((total) => isTakenAsTotal(region, rows, total))
  const facts = new Map(rows.columns.map((column) => [column, columnFacts(cells, rows.records, column)]))
  return [
    { rank: RANK.region, text: headline(region, rows) },
    ...region.columns.slice(0, MOST_COLUMNS).flatMap((column) => {
      const its = facts.get(columnIndex(column.source_column))
      return its ? [{ rank: RANK.column, text: columnLine(column, its) }] : []
    }),
    ...more(region.columns.length - MOST_COLUMNS, 'columns'),
    ...totals
      .slice(0, MOST_TOTALS)
      .map((total) => ({ rank: RANK.total, text: totalLine({ cells }, rows.columns, total) })),
    ...more(totals.length - MOST_TOTALS, 'totals'),
    ...findings({ cells }, region, rows, [...facts.values()]),
  ]
}

/** Arithmetic that holds by chance does not make a total. */
const isTakenAsTotal = ({ columns }: Region, { computed }: RegionRows, { row, column }: Total) =>
  row === undefined
    ? columns.some(({ source_column, role }) => source_column === column && COMPUTED_COLUMNS.has(role))
    : computed.includes(row - 1)

function headline(region: Region, { records }: RegionRows): string {
  const { region_id, kind, range, layout, header_rows, data_range, title, unit, confidence, outputs } = region
  const parts = [
    ` ${region_id} ${kind} ${range}`,
    kind === 'data' ? layout : '',
    header_rows.length > 0 ? `header row${header_rows.length > 1 ? 's' : ''} ${header_rows.join(',')}` : '',
    kind === 'data' ? `data ${data_range}, ${records.length} records` : '',
    title ? `title "${short(title)}"` : '',
    unit ? `unit ${unit.text}` : '',
    outputs.length > 0 ? `-> ${outputs.map(({ name }) => name).join(', ')}` : '',
    kind === 'data' ? `confidence ${confidence.toFixed(2)}` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

function columnLine({ source_column, name, type, role, unit }: Region['columns'][number], facts: ColumnFacts): string {
  const values = facts.range
    ? `${facts.range.from}..${facts.range.to}`
    : facts.texts.length === facts.filled
      ? `${facts.filled} distinct${facts.texts.length > 0 ? `, ${textsOf(facts, 2)}` : ''}`
      : `${facts.texts.length} distinct: ${textsOf(facts, 4)}`
  const empty = facts.empty > 0 && facts.filled > 0 ? `, ${facts.empty} empty` : ''
  const what = [type, role === 'label' || role === 'measure' ? '' : role, unit ?? '']
    .filter((word) => word !== '')
    .join(' ')
  return `  ${source_column} ${short(name)} ${what}: ${facts.filled === 0 ? 'empty' : values}${empty}`
}

const textsOf = ({ texts }: ColumnFacts, most: number) =>
  texts
    .slice(0, most)
    .map(({ text, count }) => `${short(text, 16)}${count > 1 ? ` x${count}` : ''}`)
    .join(', ') + (texts.length > most ? ', …' : '')

function totalLine({ cells }: Pick<MappedSheet, 'cells'>, columns: readonly number[], total: Total): string {
  const { row, column, op, operands, verified } = total
  const label = row === undefined ? undefined : firstText(cells, row - 1, columns)
  const place = row === undefined ? `column ${column}` : `row ${row}${label ? ` "${short(label, 24)}"` : ''}`
  const where = `${total.cells.slice(0, 3).join(' ')}${total.cells.length > 3 ? ' …' : ''}`
  return `  ${place} is ${op} of ${operands.join(',')}${verified ? `, holds in ${where}` : ', by its name only'}`
}

function firstText(cells: CellTable, row: number, columns: readonly number[]): string | undefined {
  const found = columns.map((column) => cells.at(row, column)).find((cell) => cell?.kind === 'text')
  return found && String(found.value)
}

function findings(
  { cells }: Pick<MappedSheet, 'cells'>,
  region: Region,
  rows: RegionRows,
  facts: readonly ColumnFacts[],
): MapLine[] {
  const breaks = [...patternBreaks(cells, rows), ...shortSums(cells, rows)]
  const once = [...new Map(breaks.map((each) => [placeOf(each.cell), each])).values()]
  const strangers = facts.flatMap((column) => column.strangers)
  const outliers = facts.flatMap((column) => column.outliers)
  const missing = missingOf(region, rows, { cells })
  return [
    ...named('breaks its pattern', once.map(breakText)),
    ...named('text among figures', strangers.map(cellText)),
    ...named('far from the others', outliers.map(cellText)),
    ...named(
      'equal records in rows',
      equalRecords(cells, rows).map((its) => its.map((row) => row + 1).join('=')),
    ),
    ...named(
      'one key twice',
      repeatedKeys(cells, rows).map((its) => `${its.map(placeOf).join('=')} ${its[0]?.value}`),
    ),
    ...named('periods missing', missing),
    ...(region.question ? [{ rank: RANK.finding, text: `  unsure: ${region.question.text}` }] : []),
  ]
}

/** Periods that are left out of the header, or of a column that has one in each record. */
function missingOf(region: Region, { records, columns }: RegionRows, { cells }: Pick<MappedSheet, 'cells'>): string[] {
  const across = region.period_axis
    ? missingPeriods(region.period_axis.labels.map((label, n) => region.period_axis?.normalized[n] ?? label))
    : []
  const down = columns.flatMap((column) => {
    const labels = records.flatMap((row) => cells.at(row, column)?.value ?? [])
    const texts = [...new Set(labels.map((value) => monthOf(String(value))))]
    return missingPeriods(texts)
  })
  return [...new Set([...across, ...down])]
}

/** Days count for their month. */
const monthOf = (text: string) => /^(\d{4}-\d{2})-\d{2}/.exec(text)?.[1] ?? text

const named = (what: string, texts: readonly string[]): MapLine[] =>
  texts.length === 0
    ? []
    : [
        {
          rank: RANK.finding,
          text: `  ${what}: ${texts.slice(0, MOST_NAMED).join('; ')}${texts.length > MOST_NAMED ? `; +${texts.length - MOST_NAMED} more` : ''}`,
        },
      ]

const breakText = ({ cell, expected }: PatternBreak) =>
  `${placeOf(cell)} ${cell.r1c1 === null ? `is ${cellValue(cell)}, typed` : 'has another formula'}, the others have ${expected}`

const cellText = (cell: MappedCell) => `${placeOf(cell)} ${cellValue(cell)}`

const cellValue = ({ value }: MappedCell) => (typeof value === 'number' ? spellNumber(value) : short(value))

const placeOf = ({ row, column }: MappedCell) => spellCell(row, column)

const more = (count: number, what: string): MapLine[] =>
  count > 0 ? [{ rank: RANK.column, text: `  +${count} ${what}` }] : []

/** A text in one line, by its beginning. */
export function short(text: string, most = 40): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
}
