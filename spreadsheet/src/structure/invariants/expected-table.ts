import { COMPUTED_COLUMNS, type Region, type Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseCell } from '../../xlsx/cell-reference.ts'
import type { RowRole } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { operandRows } from '../tables/report/operand-rows.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { fieldNames } from '../tables/reshape/field-names.ts'
import { NAMED_VALUE } from '../tables/reshape/pivot.ts'
import { addSum } from './decimal-sum.ts'
import { holdsValue, newTally, type Tally, tallyCells, type WantedRows, wantedRows } from './expected-columns.ts'
import { hasWitnessOfFill } from './fill-witness.ts'

/** What a table must be, by the cells of the sheet and what its spec says of them. */
export type ExpectedTable = {
  rowsIn: number
  factor: number
  rowsOut: number
  cellsFilled: number
  /** Null: a column that no cells of the sheet add up to. */
  columns: readonly ExpectedColumn[]
}

type ExpectedColumn = { name: string; tally: Tally | null }

/** A region whose rows are being counted. */
type Counted = { sheet: Sheet; region: Region; cells: readonly SheetCell[]; rows: WantedRows }

/** Null where the steps follow each other in a way that is not followed here. */
export function expectedTable(
  sheet: Sheet,
  region: Region,
  cells: readonly SheetCell[],
  wanted: ReadonlySet<RowRole>,
): ExpectedTable | null {
  const isTurned = region.orientation === 'columns'
  const [first = null, ...later] = isTurned ? [TURN, ...stepsOf(region)] : stepsOf(region)
  const isUnderHeadings = first?.kind === 'subtitle'
  const rows = wantedRows(region, isUnderHeadings ? without(wanted, 'group') : wanted)
  const counted = { sheet, region, cells, rows }
  let expected: ExpectedTable | null = firstStep(counted, first)
  for (const step of later) expected = expected && laterStep(counted, expected, first, step)
  return expected
}

const TURN: Reshape = { kind: 'transpose' }

const without = (roles: ReadonlySet<RowRole>, role: RowRole) => new Set([...roles].filter((one) => one !== role))

function firstStep(counted: Counted, step: Reshape | null): ExpectedTable | null {
  if (step === null) return asItStands(counted)
  switch (step.kind) {
    case 'subtitle': {
      const stands = asItStands(counted)
      const held = stands.columns.filter(({ tally }) => (tally?.values ?? 0) > 0)
      return { ...stands, columns: [{ name: step.name_to, tally: null }, ...held] }
    }
    case 'fill_down':
      return filledDown(counted, asItStands(counted), step.columns)
    case 'heads':
      return headed(counted, asItStands(counted), step)
    case 'transpose':
      return turned(counted, step.labels)
    case 'pivot':
      return pivoted(counted, step)
    case 'join_lines':
      return joined(counted, step)
    default:
      return laterStep(counted, asItStands(counted), null, step)
  }
}

/** Steps that bring names to rows, and leave the figures where they are. */
const KEEPS_COLUMNS: ReadonlySet<Reshape['kind']> = new Set(['subtitle', 'fill_down', 'heads'])

/** `before`: the step that came first, where one did. */
function laterStep(
  counted: Counted,
  expected: ExpectedTable,
  before: Reshape | null,
  step: Reshape,
): ExpectedTable | null {
  const keepsColumns = before === null || KEEPS_COLUMNS.has(before.kind)
  switch (step.kind) {
    case 'unpivot':
    case 'stack':
      return melted(counted, expected, step)
    case 'wide_to_long':
      return keepsColumns ? lengthened(counted, expected, step) : null
    case 'fill_down':
      return keepsColumns ? filledDown(counted, expected, step.columns) : null
    case 'explode':
      return keepsColumns ? exploded(counted, expected, step) : null
    default:
      return null
  }
}

const includedIn = ({ columns }: Region) => columns.filter(({ include }) => include)

function asItStands(counted: Counted): ExpectedTable {
  const { sheet, region, cells, rows } = counted
  const columns = includedIn(region).map((column) => ({ name: column.name, tally: newTally(column), column }))
  const byPlace = new Map(columns.map(({ tally, column }) => [columnIndex(column.source_column), tally]))
  tallyCells(sheet, region, cells, rows, (column) => byPlace.get(column))
  for (const { tally } of columns) tally.mayRepeat = tally.filled > 0
  const count = rows.records.length
  return {
    rowsIn: count,
    factor: 1,
    rowsOut: count,
    cellsFilled: columns.reduce((sum, { tally }) => sum + tally.filled, 0),
    columns: columns.map(({ name, tally }) => ({ name, tally })),
  }
}

/** From the first row that holds a label on, every row has one. */
function filledDown(counted: Counted, expected: ExpectedTable, names: readonly string[]): ExpectedTable {
  const { sheet, region, rows } = counted
  let filled = 0
  const columns = expected.columns.map(({ name, tally }) => {
    if (!tally?.column || !names.includes(name)) return { name, tally }
    const place = columnIndex(tally.column.source_column)
    const first = rows.records.findIndex((row) => sheet.cellAt(row, place) !== undefined)
    const its = first < 0 ? 0 : Math.max(0, rows.records.length - first - tally.values)
    filled += its
    const mayRepeat = tally.mayRepeat || (its > 0 && hasWitnessOfFill(sheet, region, name))
    return { name, tally: { ...tally, filled: tally.filled + its, mayRepeat } }
  })
  return { ...expected, cellsFilled: expected.cellsFilled + filled, columns }
}

/** The names of sums come to the rows they sum up, in a new column or in their own. */
function headed(
  { sheet, rows }: Counted,
  expected: ExpectedTable,
  { name_to, heads }: Extract<Reshape, { kind: 'heads' }>,
): ExpectedTable {
  if (name_to !== null) return { ...expected, columns: [{ name: name_to, tally: null }, ...expected.columns] }
  const records = new Set(rows.records)
  let filled = 0
  const named = new Set<number>()
  for (const { cell, rows: below } of heads) {
    const column = parseCell(cell)?.column ?? -1
    named.add(column)
    const empty = operandRows({ operands: below }).filter((row) => records.has(row) && !sheet.cellAt(row, column))
    filled += empty.length
  }
  const columns = expected.columns.map((one) => {
    const isNamed = one.tally?.column && named.has(columnIndex(one.tally.column.source_column))
    return one.tally && isNamed ? { ...one, tally: { ...one.tally, mayRepeat: true } } : one
  })
  return { ...expected, cellsFilled: expected.cellsFilled + filled, columns }
}

type Melt = Extract<Reshape, { kind: 'unpivot' | 'stack' }>

/** Every value of the columns that become rows is a row, or every field of them. */
function melted({ rows }: Counted, expected: ExpectedTable, step: Melt): ExpectedTable {
  const byName = new Map(expected.columns.map((column) => [column.name, column]))
  const ids = step.id_columns.flatMap((name) => byName.get(name) ?? [])
  const values = step.value_columns.flatMap((name) => byName.get(name) ?? [])
  const all = newTally()
  for (const { tally } of values) {
    if (!tally) continue
    all.values += tally.values
    addSum(all.sum, tally.sum)
  }
  const names = step.names_to?.some((name) => name !== null) ? step.names_to : [step.name_to]
  const fields = expected.rowsOut * values.length
  // A line that only heads others makes no row unless each of its fields does.
  const heads = step.kind === 'unpivot' && all.values <= fields - rows.headings.size * values.length
  const rowsIn = heads ? expected.rowsIn - rows.headings.size : expected.rowsIn
  return {
    rowsIn,
    factor: expected.factor * values.length,
    rowsOut: step.kind === 'stack' ? fields : all.values,
    cellsFilled: expected.cellsFilled,
    columns: [
      ...ids,
      ...names.flatMap((name) => (name === null ? [] : [{ name, tally: null }])),
      { name: step.value_to, tally: all },
      ...leftBehind(expected, [...ids, ...values]),
    ],
  }
}

/** Columns that a step takes nowhere. What is computed from others may go; of any other nothing is to be missing. */
function leftBehind({ columns }: ExpectedTable, taken: readonly ExpectedColumn[]): ExpectedColumn[] {
  return columns.filter(
    (one) => !taken.includes(one) && one.tally?.column && !COMPUTED_COLUMNS.has(one.tally.column.role),
  )
}

type WideToLong = Extract<Reshape, { kind: 'wide_to_long' }>

function lengthened(counted: Counted, expected: ExpectedTable, step: WideToLong): ExpectedTable {
  const byName = new Map(expected.columns.map((column) => [column.name, column]))
  const ids = step.id_columns.flatMap((name) => byName.get(name) ?? [])
  const groups = step.groups.map(({ columns }) => columns.map((name) => byName.get(name)))
  const rounds = Math.max(0, ...groups.map(({ length }) => length))
  const sums = step.groups.map(({ name }, n) => {
    const tally = newTally()
    for (const column of groups[n] ?? []) if (column?.tally) addSum(tally.sum, column.tally.sum)
    return { name, tally }
  })
  const fields = expected.rowsOut * rounds
  return {
    rowsIn: expected.rowsIn,
    factor: expected.factor * rounds,
    rowsOut: step.drop_empty ? fields - emptyRounds(counted, groups, rounds) : fields,
    cellsFilled: expected.cellsFilled,
    columns: [
      ...ids,
      ...(step.name_to === null ? [] : [{ name: step.name_to, tally: null }]),
      ...sums,
      ...leftBehind(expected, [...ids, ...groups.flat().filter((column) => column !== undefined)]),
    ],
  }
}

/** Repetitions of a row that hold nothing. A merged area shows nothing in them but where it stands. */
function emptyRounds(
  { sheet, rows }: Counted,
  groups: readonly (readonly (ExpectedColumn | undefined)[])[],
  rounds: number,
): number {
  let empty = 0
  for (let round = 0; round < rounds; round++) {
    const fields = groups.flatMap((columns) => columns[round]?.tally?.column ?? [])
    const places = fields.map(({ source_column, type }) => ({ place: columnIndex(source_column), type }))
    for (const row of rows.records) {
      const holds = places.some(({ place, type }) => {
        const cell = sheet.cellAt(row, place)
        return cell !== undefined && holdsValue(cell, type)
      })
      if (!holds) empty++
    }
  }
  return empty
}

/** A row for each piece; whatever stands beside the pieces comes with each of them. */
function exploded(
  { sheet, rows }: Counted,
  expected: ExpectedTable,
  { column, separator }: Extract<Reshape, { kind: 'explode' }>,
): ExpectedTable {
  const place = columnIndex(expected.columns.find(({ name }) => name === column)?.tally?.column?.source_column ?? '')
  let rowsOut = 0
  for (const row of rows.records) {
    const cell = sheet.cellAt(row, place)
    const text = cell?.cell.kind === 'text' && separator === '\n' ? cell.cell.value : (cell?.text ?? '')
    rowsOut += Math.max(1, text.split(separator).filter((piece) => piece.trim() !== '').length)
  }
  const columns = expected.columns.map((one) => (one.name === column ? { ...one, tally: null } : one))
  return { ...expected, rowsOut, columns }
}

/** The rows become columns, called by what stands first in each. */
function turned({ sheet, region, cells, rows }: Counted, labels = 1): ExpectedTable {
  const included = includedIn(region)
  const [corner] = included
  const others = included.slice(labels)
  const places = new Set(others.map(({ source_column }) => columnIndex(source_column)))
  const tallies = new Map(rows.records.map((row) => [row, newTally()]))
  tallyCells(sheet, region, cells, rows, (column, record) => (places.has(column) ? tallies.get(record) : undefined))
  const named = included.slice(0, labels).map(({ source_column }) => columnIndex(source_column))
  const texts = rows.records.map((row) => named.map((column) => sheet.cellAt(row, column)?.text ?? ''))
  const hasHeader = region.header_rows.length > 0
  const names = fieldNames(texts, hasHeader ? (corner?.name ?? '') : null)
  const fields = [...(hasHeader ? [null] : []), ...tallies.values()]
  return {
    rowsIn: others.length,
    factor: 1,
    rowsOut: others.length,
    cellsFilled: [...tallies.values()].reduce((sum, { filled }) => sum + filled, 0),
    columns: names.map((name, n) => ({ name, tally: fields[n] ?? null })),
  }
}

/** A record ends where the first of its names comes again. */
function pivoted(
  { sheet, region, cells, rows }: Counted,
  { name_column, value_column }: Extract<Reshape, { kind: 'pivot' }>,
): ExpectedTable | null {
  const columns = new Map(includedIn(region).map((column) => [column.name, columnIndex(column.source_column)]))
  const nameAt = columns.get(name_column)
  const valueAt = columns.get(value_column)
  if (nameAt === undefined || valueAt === undefined) return null
  const nameOf = (row: number) => {
    const text = sheet.cellAt(row, nameAt)?.text ?? ''
    return nameAt === valueAt ? (NAMED_VALUE.exec(text)?.[1] ?? '').trim() : text
  }
  const tallies = new Map<string, Tally>()
  let records = 0
  let open = new Set<string>()
  for (const row of rows.records) {
    const name = nameOf(row)
    if (name === '') continue
    if (records === 0 || open.has(name)) {
      records++
      open = new Set()
    }
    open.add(name)
    if (!tallies.has(name)) tallies.set(name, newTally())
  }
  const takes = (column: number, record: number) => (column === valueAt ? tallies.get(nameOf(record)) : undefined)
  tallyCells(sheet, region, cells, rows, takes)
  const made = [...tallies].map(([name, tally]) => ({ name, tally }))
  return { rowsIn: records, factor: 1, rowsOut: records, cellsFilled: 0, columns: made }
}

/** Lines that follow each other are one record, so many at a time. */
function joined(
  { sheet, region, cells, rows }: Counted,
  { lines, columns }: Extract<Reshape, { kind: 'join_lines' }>,
): ExpectedTable {
  const lineOf = new Map<number, number>()
  let records = 0
  for (const row of rows.records) {
    const above = lineOf.get(row - 1)
    const line = above === undefined || above + 1 >= lines ? 0 : above + 1
    if (line === 0) records++
    lineOf.set(row, line)
  }
  const places = new Map(includedIn(region).map((column) => [column.name, columnIndex(column.source_column)]))
  const made = columns.map(({ name, source, line }) => ({ name, tally: newTally(), at: places.get(source), line }))
  const takes = (column: number, record: number) =>
    made.find(({ at, line }) => at === column && line === lineOf.get(record))?.tally
  tallyCells(sheet, region, cells, rows, takes)
  return {
    rowsIn: records,
    factor: 1,
    rowsOut: records,
    cellsFilled: made.reduce((sum, { tally }) => sum + tally.filled, 0),
    columns: made.map(({ name, tally }) => ({ name, tally })),
  }
}
