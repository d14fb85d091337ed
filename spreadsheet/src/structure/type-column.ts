import type { ColumnWarning } from '../values/column-warnings.ts'
import { type ColumnDecision, observeColumn } from '../values/observe-column.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import type { SheetCell } from './sheet.ts'
import type { DateOrder } from './values/date-order.ts'
import type { DateValue, NumberValue } from './values/value.ts'

export type ColumnToType = { cells: readonly SheetCell[]; rows: number; isUntyped: boolean }

/** The format of a column whose texts spell numbers or dates as people do: groups, `▲`, brackets, `%`, units, eras. */
export const AS_WRITTEN = 'as_written'
/** The same where the column has settled which of two numbers is the month. */
export const AS_WRITTEN_IN: Readonly<Record<DateOrder, string>> = {
  month_first: 'as_written_month_first',
  day_first: 'as_written_day_first',
}

/** The same where the other figures of the sheet have settled that a comma is the decimal sign. */
export const AS_WRITTEN_WITH_COMMA = 'as_written_with_comma'

/** With so many misfits for each figure a person is asked whether the column is one of figures. */
const ALMOST_ALL = 0.5
/** So many cells a warning names. */
const MOST_NAMED = 5

/**
 * The narrowest type that loses no value. Where the spelling of the file bears none, the meaning of its texts may: words
 * that say that there is nothing are nulls beside numbers and dates. An error among them says nothing either: its cell is
 * left empty, and named.
 */
export function typeColumn({ cells, rows, isUntyped }: ColumnToType): ColumnDecision {
  const decided = observed(cells, isUntyped).decide(rows)
  if (decided.type === 'BIGINT' && areCompactDays(cells)) return { ...decided, ...verdictOn([], daysOf(cells)) }
  if (decided.type !== 'VARCHAR' && !cells.some(isSettledByOthers)) return decided
  const { numbers, dates, absent, errors, others } = meaningsOf(cells)
  const values = Math.max(numbers.length, dates.length)
  if (values === 0 || cells.some(isPadded)) return decided
  const rarer = numbers.length < dates.length ? 'number' : 'date'
  const strangers = [...others, ...cells.filter(({ value }) => value.kind === rarer)]
  const misfits = strangers.length
  const nulls = rows - cells.length + absent
  const evidence = { ...decided.evidence, nulls, nonconforming: misfits + errors.length }
  if (misfits === 0) {
    const isSettled = dates.some(({ order }) => order !== undefined)
    const doubts = decided.warnings.filter(({ code }) => code === 'ambiguous_dates' && !isSettled)
    return { ...verdictOn(numbers, dates), warnings: [...leftEmpty(errors), ...doubts.map(readOneByOne)], evidence }
  }
  if (misfits > values * ALMOST_ALL || areKinds(cells)) return decided
  return { ...decided, evidence, warnings: [...decided.warnings, almostAll(strangers)] }
}

/** `19.484` reads as a number of its own, and as another one beside figures with a comma. */
const isSettledByOthers = ({ value }: SheetCell) => value.kind === 'number' && value.isSettled === true

/** So many values and hardly any that differ say which of a few kinds a row is of: `1回`, `分割3回`. */
const FEWEST_OF_KINDS = 10
const MOST_KINDS = 2

const areKinds = (cells: readonly SheetCell[]) =>
  cells.length >= FEWEST_OF_KINDS && new Set(cells.map(({ text }) => text)).size <= MOST_KINDS

const PADDED = /^0\d+(?:[.,]\d+)?$/

/** `058.2`: no figure is written with a zero before it. */
const isPadded = ({ cell, text }: SheetCell) => cell.kind === 'text' && PADDED.test(text)

/** Fewer numbers of eight digits may be days by chance. */
const FEWEST_DAYS = 3

const daysOf = (cells: readonly SheetCell[]) => cells.flatMap(({ value }) => (value.kind === 'date' ? [value] : []))

/** `20240401` in every cell: a number that is a day each time is a day. */
const areCompactDays = (cells: readonly SheetCell[]) =>
  cells.length >= FEWEST_DAYS && cells.every(({ cell, value }) => cell.kind === 'text' && value.kind === 'date')

/** Each text keeps the reading it has by itself. */
const readOneByOne = (doubt: ColumnWarning): ColumnWarning => ({
  ...doubt,
  message:
    'Dates can be read with the day first or with the month first, and no value settles it: they are read day first, and month first where the year has two digits.',
})

function leftEmpty(cells: readonly SheetCell[]): ColumnWarning[] {
  if (cells.length === 0) return []
  const message = `Cells whose formula ends in an error have no value and are left empty: ${spelledOut(cells)}.`
  return [{ code: 'error_values', count: cells.length, message }]
}

function meaningsOf(cells: readonly SheetCell[]) {
  const numbers: NumberValue[] = []
  const dates: DateValue[] = []
  const errors: SheetCell[] = []
  const others: SheetCell[] = []
  let absent = 0
  for (const cell of cells) {
    const { value } = cell
    if (value.kind === 'number') numbers.push(value)
    else if (value.kind === 'date') dates.push(value)
    else if (value.kind === 'absent') absent++
    else if (value.kind === 'error') errors.push(cell)
    else others.push(cell)
  }
  return { numbers, dates, absent, errors, others }
}

function verdictOn(
  numbers: readonly NumberValue[],
  dates: readonly DateValue[],
): Pick<ColumnDecision, 'type' | 'format'> {
  if (numbers.length > 0) {
    const isSettled = numbers.some((number) => number.isSettled)
    return { type: numberType(numbers), format: isSettled ? AS_WRITTEN_WITH_COMMA : AS_WRITTEN }
  }
  const order = dates.find((date) => date.order !== undefined)?.order
  if (order) return { type: momentType(dates), format: AS_WRITTEN_IN[order] }
  const formats = new Set(dates.map(({ format }) => format))
  const [format = null] = formats
  return { type: momentType(dates), format: formats.size === 1 && format !== null ? format : AS_WRITTEN }
}

/** Days, times of day, or both, by how long their spelling is. */
function momentType(dates: readonly DateValue[]): string {
  const isDay = ({ iso }: DateValue) => /^\d{4}-\d\d-\d\d$/.test(iso)
  if (dates.every(isDay)) return 'DATE'
  return dates.every(({ iso }) => /^\d\d:/.test(iso)) ? 'TIME' : 'TIMESTAMP'
}

function observed(cells: readonly SheetCell[], isUntyped: boolean) {
  // Serials of days were turned into dates when the sheet was read.
  const observer = observeColumn({ isUntyped, isDate1904: false })
  for (const { cell, style, value } of cells) {
    if (value.kind === 'date' && cell.kind === 'number') observer.date(value.iso)
    else if (cell.kind === 'number') observer.number(cell.value, style.meaning)
    else if (cell.kind === 'boolean') observer.boolean(cell.value)
    else observer[cell.kind](cell.value)
  }
  return observer
}

/** Whole ones, ones of equally many decimals, or any. */
function numberType(numbers: readonly NumberValue[]): string {
  const scales = new Set(numbers.map(({ decimals, isPercent }) => decimals + (isPercent ? 2 : 0)))
  if (numbers.every(({ number }) => Number.isSafeInteger(number))) return 'BIGINT'
  const [scale = 0] = scales
  const areSmall = numbers.every(({ number }) => Math.abs(number) < 10 ** (15 - scale))
  // A format may show fewer decimals than the number has: 0.9271 as 93 %.
  const areWhole = numbers.every(({ number }) => Number(number.toFixed(Math.min(scale, 20))) === number)
  return scales.size === 1 && scale <= 9 && areSmall && areWhole ? `DECIMAL(18,${scale})` : 'DOUBLE'
}

const almostAll = (cells: readonly SheetCell[]): ColumnWarning => ({
  code: 'almost_one_type',
  count: cells.length,
  message: `The column is text: all but these few values are numbers or dates: ${spelledOut(cells)}.`,
})

function spelledOut(cells: readonly SheetCell[]): string {
  const named = cells
    .slice(0, MOST_NAMED)
    .map(({ row, column, text }) => `${spellCell(row, column)} (${shortened(text)})`)
  const more = cells.length > MOST_NAMED ? ` and ${cells.length - MOST_NAMED} more` : ''
  return `${named.join(', ')}${more}`
}

const LONGEST_NAMED = 40
const shortened = (text: string) => (text.length > LONGEST_NAMED ? `${text.slice(0, LONGEST_NAMED)}…` : text)
