import { COMPUTED_COLUMNS, type Region, type RegionColumn } from '../../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../../xlsx/cell-reference.ts'
import { isWeekday, periodOfCell } from '../periods/period-of-cell.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { pathOf } from '../tables/relation-of.ts'
import { levelsOfReport } from '../tables/report/account-parents.ts'
import { labelsOfRows } from '../tables/row-labels.ts'
import type { TableWords } from '../tables/words.ts'
import type { Candidate } from './candidate.ts'
import { profileOf } from './column-profile.ts'
import { areOtherQuantities, columnsUnder } from './quantities.ts'
import { rowsWithValues } from './sample.ts'

/** Tables whose values are distinguished by what stands above them: times, or names that are grouped again. */
export function findUnpivot(sheet: Sheet, region: Region, words: TableWords): Candidate[] {
  if (region.orientation === 'columns') return []
  const columns = region.columns.filter(({ include }) => include)
  const measures = columns.filter((column) => isMeasure(column, region))
  const times = new Set(region.period_axis?.columns)
  // Half years beside the quarters that nothing has verified as their sums are values like any other.
  const timed = measures.filter(
    (column) => times.has(column.source_column) || (times.size > 0 && isTimed(sheet, column)),
  )
  const unpivot = (values: readonly RegionColumn[], score: number, why: string): Candidate[] => [
    { step: unpivotOf(sheet, region, columns, values, words), score, why },
  ]
  const added = () => unpivot(measures, 0.85, 'columns are grouped by what stands above them')
  // The columns of a delimited file are distinguished by what they hold too: that is judged with all other steps.
  if (sheet.isUntyped && region.header_rows.length < 2)
    return region.hierarchy === null && isAddedAcross(region, measures) ? added() : []
  const beside = measuresBeside(sheet, columns, timed.length >= 2 ? timed : measures, words, region)
  // A statement becomes a table for each level of its accounts, and these have one column of values.
  const isStatement = timed.length >= 2 && timed.length === measures.length && isAccount(sheet, region, timed)
  if (beside && !isStatement) return [{ step: beside, score: 0.95, why: 'several things are measured under each name' }]
  if (timed.length >= 2) return unpivot(timed, 0.95, 'columns are distinguished by time')
  // One measure alone needs no column that says which it is; a report becomes a table for each level all the same.
  const hasLevels = measures.length > 1 || levelsOfReport(region).accounts > 1
  if (measures.length > 0 && hasLevels && isAccount(sheet, region, measures))
    return unpivot(measures, 0.9, 'rows stand under one another')
  const isCross =
    isCrossed(sheet, region, measures) ||
    isAddedAcross(region, measures) ||
    (areUnderOneName(sheet, measures) && areAdded(region, measures))
  return isCross ? added() : []
}

/**
 * Under each upper name the same lower ones, and what stands under them is of different kinds: a result and its verdict. Each
 * lower name stays a column; values of different kinds in one column would be worth nothing. Null for any other header.
 */
function measuresBeside(
  sheet: Sheet,
  columns: readonly RegionColumn[],
  values: readonly RegionColumn[],
  words: TableWords,
  region: Region,
): Candidate['step'] | null {
  const paths = values.map((column) => pathOf(sheet, column))
  if (values.length < 4 || paths.some((path) => path.length !== 2)) return null
  const groups = [...Map.groupBy(values.keys(), (n) => paths[n]?.[0]?.text).values()]
  const namesIn = (group: readonly number[]) => group.map((n) => paths[n]?.[1]?.text ?? '')
  const [first = []] = groups
  const lower = namesIn(first)
  if (groups.length < 2 || lower.length < 2 || groups.some((group) => namesIn(group).join('|') !== lower.join('|')))
    return null
  const isNumeric = (column: RegionColumn | undefined) => column !== undefined && holdsNumbers(sheet, region, column)
  const numeric = lower.map((_, n) => groups.filter((group) => isNumeric(values[group[n] ?? 0])).length)
  // Nearly all numbers under one name and none under another, or a plan and its outcome under each period.
  const labels = new Set(region.period_axis?.labels)
  const areMeasures = labels.size > 0 && paths.every((path) => isPeriodOf(path, labels))
  if (!areMeasures && (!numeric.includes(groups.length) || !numeric.includes(0))) return null
  const taken = new Set(values.map(({ name }) => name))
  return {
    kind: 'wide_to_long',
    id_columns: columns
      .filter(({ name, role }) => !taken.has(name) && !COMPUTED_COLUMNS.has(role))
      .map(({ name }) => name),
    groups: lower.map((name, n) => ({ name, columns: groups.map((group) => values[group[n] ?? 0]?.name ?? '') })),
    name_to: region.period_axis ? words.period : words.category,
    labels: groups.map((group) => paths[group[0] ?? 0]?.[0]?.text ?? ''),
    ...(sheet.isUntyped ? {} : { drop_empty: true }),
  }
}

/** Under a period, and a word that is none. */
const isPeriodOf = ([upper, lower]: readonly SheetCell[], labels: ReadonlySet<string>) =>
  upper !== undefined && lower !== undefined && labels.has(upper.text) && !labels.has(lower.text)

function holdsNumbers(sheet: Sheet, region: Region, { source_column }: RegionColumn): boolean {
  const column = columnIndex(source_column)
  const cells = rowsWithValues(region).flatMap((row) => sheet.cellAt(row, column) ?? [])
  return cells.filter(({ value }) => value.kind === 'number').length * 2 > cells.length
}

const isTimed = (sheet: Sheet, column: RegionColumn) =>
  pathOf(sheet, column).some((cell) => periodOfCell(cell) !== null)

const isMeasure = ({ source_column, role }: RegionColumn, { label_columns }: Region) =>
  !label_columns.includes(source_column) && !COMPUTED_COLUMNS.has(role) && role !== 'note'

/** Rows that have names of their own and are sums of others, and beside them nothing but numbers of one kind. */
function isAccount(sheet: Sheet, region: Region, measures: readonly RegionColumn[]): boolean {
  const { row_roles, hierarchy, label_columns } = region
  const isSummed = row_roles.some(({ role }) => role === 'subtotal' || role === 'difference')
  if (!isSummed || !hierarchy || label_columns.length === 0 || hasRemarks(region)) return false
  // Rows with a day of their own are entries of a ledger, whose columns are what each entry says.
  if (region.columns.some(({ include, type }) => include && MOMENTS.test(type))) return false
  const labels = labelsOfRows(sheet, region)
  const isNamed = hierarchy.parents.some(([, parent]) => !labels.isBareTotal(parent - 1))
  return (
    isNamed &&
    measures.every(({ type, role }) => NUMBERS.test(type) || role !== 'label') &&
    areComparable(sheet, region, measures)
  )
}

const MOMENTS = /^(?:DATE|TIME)/

/** A text beside the figures speaks of its row as a whole. */
const hasRemarks = ({ columns, label_columns }: Region) =>
  columns.some(
    ({ include, source_column, type, role }) =>
      include &&
      !label_columns.includes(source_column) &&
      (role === 'note' || (role === 'label' && !NUMBERS.test(type))),
  )

/** Numbers of one kind differ by so many powers of ten at most: pieces and prices differ by more. */
const SIZES_APART = 1

function areComparable(sheet: Sheet, region: Region, measures: readonly RegionColumn[]): boolean {
  const rows = rowsWithValues(region)
  const sizes = measures.flatMap(({ source_column }) => {
    const column = columnIndex(source_column)
    return profileOf(rows.map((row) => sheet.cellAt(row, column) ?? null)).size ?? []
  })
  return Math.max(...sizes) - Math.min(...sizes) <= SIZES_APART
}

const NUMBERS = /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/

/** Each column of numbers stands under a name, and most names have several columns. */
function isCrossed(sheet: Sheet, region: Region, measures: readonly RegionColumn[]): boolean {
  if (measures.length < 4 || region.label_columns.length === 0) return false
  const paths = measures.map((column) => pathOf(sheet, column))
  if (paths.some((path) => path.length < 2) || !measures.every((column) => holdsNumbers(sheet, region, column)))
    return false
  const groups = Map.groupBy(paths, ([first]) => first)
  const isCross = groups.size >= 2 && groups.size * 2 <= measures.length
  return isCross && !areOtherQuantities(sheet, region, columnsUnder(sheet, measures))
}

/** This many columns that a total adds up are one measure; fewer may be a price and its tax. */
const FEWEST_ADDED = 3

/**
 * One name for each row, and a column that is the sum of all others: they count the same thing. A row with more to it than
 * its name is a record, and its columns are what it says.
 */
const isAddedAcross = (region: Region, measures: readonly RegionColumn[]) =>
  region.label_columns.length === 1 && areAdded(region, measures)

/** `Size` above XS to XXL: whatever else its rows say, the columns are what that name stands for. */
function areUnderOneName(sheet: Sheet, measures: readonly RegionColumn[]): boolean {
  const [upper, ...others] = new Set(measures.map((column) => pathOf(sheet, column).at(-2)))
  return upper !== undefined && others.length === 0
}

function areAdded({ totals }: Region, measures: readonly RegionColumn[]): boolean {
  if (measures.length < FEWEST_ADDED) return false
  return totals.some(({ column, op, operands, verified }) => {
    if (column === undefined || op !== 'sum' || !verified) return false
    const boxes = operands.flatMap((operand) => parseBox(operand) ?? [])
    const isAdded = (place: number) => boxes.some(({ left, right }) => place >= left && place <= right)
    return measures.every(({ source_column }) => isAdded(columnIndex(source_column)))
  })
}

function unpivotOf(
  sheet: Sheet,
  region: Region,
  columns: readonly RegionColumn[],
  values: readonly RegionColumn[],
  words: TableWords,
): Candidate['step'] {
  const names = values.map(({ name }) => name)
  const taken = new Set(names)
  const ids = columns
    .filter(({ name, role }) => !taken.has(name) && !COMPUTED_COLUMNS.has(role))
    .map(({ name }) => name)
  const paths = values.map((column) => pathOf(sheet, column))
  const names_to = namesOf(paths, region, words)
  const whole = region.period_axis ? words.period : words.item
  return {
    // A field of a delimited file is there even if it is empty; an empty cell of a sheet is not.
    kind: sheet.isUntyped ? 'stack' : 'unpivot',
    id_columns: ids,
    value_columns: names,
    // The name of a column that is made, and of no other.
    name_to: names_to.includes(whole) ? whole : (names_to.find((name) => name !== null) ?? whole),
    value_to: words.value,
    names_to,
  }
}

/** What each row of the header tells apart; null for those that say the same of all, or only the day of the week. */
function namesOf(
  paths: readonly (readonly SheetCell[])[],
  { period_axis }: Region,
  words: TableWords,
): (string | null)[] {
  const depth = Math.max(...paths.map(({ length }) => length))
  const names = Array.from({ length: depth }, (_, level) => {
    const cells = paths.flatMap((path) => path[level] ?? [])
    const texts = new Set(cells.map(({ text }) => text))
    if ((texts.size === 1 && depth > 1) || [...texts].every(isWeekday)) return null
    const times = cells.filter((cell) => period_axis?.labels.includes(cell.text) || periodOfCell(cell)).length
    if (!period_axis || times <= cells.length / 2) return words.category
    return period_axis.granularity === 'day' ? words.day : words.period
  })
  if (names.every((name) => name === null)) return names.map((_, n) => (n === depth - 1 ? words.item : null))
  return numbered(names)
}

function numbered(names: readonly (string | null)[]): (string | null)[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    if (name === null) return null
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}${count}`
  })
}
