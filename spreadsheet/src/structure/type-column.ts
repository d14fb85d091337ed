import type { ColumnWarning } from '../values/column-warnings.ts'
import { type ColumnDecision, type ColumnObserver, observeColumn } from '../values/observe-column.ts'
import { spellCell } from '../xlsx/cell-reference.ts'
import type { SheetCell } from './sheet.ts'
import type { DateOrder } from './values/date-order.ts'
import { createDatesSeen, createNumbersSeen, type DatesSeen, type NumbersSeen } from './values-seen.ts'

/** Takes the cells of a column one at a time, however many they are, and then says of which type they are. */
export type ColumnTyper = {
  add(cell: SheetCell): void
  /** `rows` there are; those without a cell are null. */
  decide(rows: number): ColumnDecision
  readonly areAllTexts: boolean
  /** Those that say something. */
  readonly areOfOneLength: boolean
}

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
export function createColumnTyper(isUntyped: boolean): ColumnTyper {
  // Serials of days were turned into dates when the sheet was read.
  const observer = observeColumn({ isUntyped, isDate1904: false })
  const numbers = createNumbersSeen()
  const dates = createDatesSeen()
  const errors = createNamed()
  const others = createNamed()
  const named = { number: createNamed(), date: createNamed() }
  const shape = createTextShape()
  let absent = 0

  function add(cell: SheetCell) {
    const { value } = cell
    observe(observer, cell)
    shape.add(cell)
    if (value.kind === 'absent') absent++
    else if (value.kind === 'error') errors.add(cell)
    else if (value.kind === 'number') {
      numbers.add(value)
      named.number.add(cell)
    } else if (value.kind === 'date') {
      dates.add(value)
      named.date.add(cell)
    } else others.add(cell)
  }

  function decide(rows: number): ColumnDecision {
    const decided = observer.decide(rows)
    const { cells } = shape
    const areCompactDays = cells >= FEWEST_DAYS && shape.areAllTexts && dates.count === cells
    if (decided.type === 'BIGINT' && areCompactDays) return { ...decided, ...momentsIn(dates) }
    if (decided.type !== 'VARCHAR' && !numbers.isSettled) return decided
    const values = Math.max(numbers.count, dates.count)
    if (values === 0 || shape.isPadded) return decided
    const rarer = numbers.count < dates.count ? named.number : named.date
    const misfits = others.count + rarer.count
    const evidence = { ...decided.evidence, nulls: rows - cells + absent, nonconforming: misfits + errors.count }
    if (misfits === 0) {
      const doubts = decided.warnings.filter(({ code }) => code === 'ambiguous_dates' && dates.order === null)
      const verdict = numbers.count > 0 ? numbersIn(numbers) : momentsIn(dates)
      return { ...verdict, warnings: [...leftEmpty(errors), ...doubts.map(readOneByOne)], evidence }
    }
    if (misfits > values * ALMOST_ALL || shape.areKinds) return decided
    return { ...decided, evidence, warnings: [...decided.warnings, almostAll(others, rarer)] }
  }

  return {
    add,
    decide,
    get areAllTexts() {
      return shape.areAllTexts
    },
    get areOfOneLength() {
      return shape.areOfOneLength
    },
  }
}

/** Fewer numbers of eight digits may be days by chance: `20240401` in every cell is a day each time. */
const FEWEST_DAYS = 3

/** So many values and hardly any that differ say which of a few kinds a row is of: `1回`, `分割3回`. */
const FEWEST_OF_KINDS = 10
const MOST_KINDS = 2

const PADDED = /^0\d+(?:[.,]\d+)?$/

/** How the cells of a column look, whatever they mean. */
function createTextShape() {
  const kinds = new Set<string>()
  let cells = 0
  let areAllTexts = true
  let isPadded = false
  let length: number | null = null
  let areOfOneLength = true
  return {
    add({ cell, text, value }: SheetCell) {
      cells++
      if (kinds.size <= MOST_KINDS) kinds.add(text)
      if (cell.kind !== 'text') areAllTexts = false
      // `058.2`: no figure is written with a zero before it.
      else if (!isPadded && PADDED.test(text)) isPadded = true
      if (value.kind === 'absent') return
      length ??= text.length
      if (length !== text.length) areOfOneLength = false
    },
    get cells() {
      return cells
    },
    get areAllTexts() {
      return areAllTexts
    },
    get isPadded() {
      return isPadded
    },
    get areOfOneLength() {
      return areOfOneLength
    },
    get areKinds() {
      return cells >= FEWEST_OF_KINDS && kinds.size <= MOST_KINDS
    },
  }
}

/** Each text keeps the reading it has by itself. */
const readOneByOne = (doubt: ColumnWarning): ColumnWarning => ({
  ...doubt,
  message:
    'Dates can be read with the day first or with the month first, and no value settles it: they are read day first, and month first where the year has two digits.',
})

function leftEmpty(errors: Named): ColumnWarning[] {
  if (errors.count === 0) return []
  const message = `Cells whose formula ends in an error have no value and are left empty: ${spelledOut(errors)}.`
  return [{ code: 'error_values', count: errors.count, message }]
}

function numbersIn(numbers: NumbersSeen): Pick<ColumnDecision, 'type' | 'format'> {
  return { type: numbers.type, format: numbers.isSettled ? AS_WRITTEN_WITH_COMMA : AS_WRITTEN }
}

const momentsIn = ({ type, order, format }: DatesSeen): Pick<ColumnDecision, 'type' | 'format'> => ({
  type,
  format: order ? AS_WRITTEN_IN[order] : (format ?? AS_WRITTEN),
})

function observe(observer: ColumnObserver, { cell, style, value }: SheetCell) {
  if (value.kind === 'date' && cell.kind === 'number') observer.date(value.iso)
  else if (cell.kind === 'number') observer.number(cell.value, style.meaning)
  else if (cell.kind === 'boolean') observer.boolean(cell.value)
  else observer[cell.kind](cell.value)
}

function almostAll(others: Named, rarer: Named): ColumnWarning {
  const both = { count: others.count + rarer.count, first: [...others.first, ...rarer.first].slice(0, MOST_NAMED) }
  return {
    code: 'almost_one_type',
    count: both.count,
    message: `The column is text: all but these few values are numbers or dates: ${spelledOut(both)}.`,
  }
}

/** Cells that a warning counts, the first of which it names. */
type Named = { readonly count: number; readonly first: readonly string[] }

function createNamed(): Named & { add(cell: SheetCell): void } {
  const first: string[] = []
  let count = 0
  return {
    first,
    get count() {
      return count
    },
    add({ row, column, text }) {
      count++
      if (first.length < MOST_NAMED) first.push(`${spellCell(row, column)} (${shortened(text)})`)
    },
  }
}

const spelledOut = ({ count, first }: Named) =>
  `${first.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}`

const LONGEST_NAMED = 40
const shortened = (text: string) => (text.length > LONGEST_NAMED ? `${text.slice(0, LONGEST_NAMED)}…` : text)
