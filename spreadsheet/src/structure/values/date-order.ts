import type { SheetCell } from '../sheet.ts'
import { dayOf, fullYear } from './date-text.ts'
import type { DateValue } from './value.ts'

/** Which of the first two numbers of `3/4/2025` is the month. */
export type DateOrder = 'month_first' | 'day_first'

const NUMERIC = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/
const LAST_MONTH = 12

/** A day of two numbers and a year in this order; null for any other text. */
export function readOrdered(text: string, order: DateOrder): DateValue | null {
  const [, first, , second, year] = NUMERIC.exec(text) ?? []
  if (first === undefined || second === undefined || year === undefined) return null
  const [month, day] = order === 'month_first' ? [first, second] : [second, first]
  const read = dayOf(fullYear(year), Number(month), Number(day))
  return read && { ...read, order }
}

/**
 * The order of day and month is one for a whole column: a day past the twelfth settles it for all of its texts, and for the
 * other columns of the sheet where none contradicts it. Where nothing settles it the texts are no dates yet: 01/11/2010 is
 * left as it stands, and a person is asked.
 */
export function settleDateOrders(cells: SheetCell[]) {
  withoutCodes(cells)
  const columns = numericDates(cells)
  const orders = new Map([...columns].map(([column, dated]) => [column, orderOf(textsOf(dated))]))
  const settled = new Set([...orders.values()].filter((order) => order !== null))
  const [common = null] = settled.size === 1 ? settled : []
  for (const [column, dated] of columns) {
    const order = orders.get(column) ?? common
    for (const [n, cell] of dated) {
      const value = order ? readOrdered(cell.text, order) : null
      if (value) cells[n] = { ...cell, value }
      else if (isAmbiguous(cell.text)) cells[n] = { ...cell, value: { kind: 'code' } }
    }
  }
}

/** By their columns, with their places among all cells. */
const numericDates = (cells: readonly SheetCell[]) =>
  Map.groupBy([...cells.entries()].filter(isNumericDate), ([, { column }]) => column)

/** Columns of numbers that only look like days are columns of codes. */
function withoutCodes(cells: SheetCell[]) {
  for (const [column, dated] of numericDates(cells)) {
    if (!areCodes(textsOf(dated), namesAbove(cells, column, dated[0]?.[1].row ?? 0))) continue
    for (const [n, cell] of dated) cells[n] = { ...cell, value: { kind: 'code' } }
  }
}

const textsOf = (dated: readonly [number, SheetCell][]) => dated.map(([, { text }]) => text)

const namesAbove = (cells: readonly SheetCell[], column: number, below: number) =>
  cells.flatMap((cell) => (cell.column === column && cell.row < below ? [cell.text] : []))

/** Fewer texts say too little of the years they would be of. */
const FEWEST_CODES = 8
/** So many of the texts are of other years than the others, and so many years are enough. */
const OTHER_YEARS = 0.6
const MANY_YEARS = 40

const SAYS_DAY = /\b(?:date|day|born|birth|dob|since|until|datum|tag|geb|naiss|né|fecha|nacim|data|nasc)|日|年|月|생/iu

/** `06-15-56`: where the last two digits are any of a hundred and no name says that they are days, they are of no year. */
function areCodes(texts: readonly string[], names: readonly string[]): boolean {
  const years = texts.flatMap((text) => {
    const [, , , , year = ''] = NUMERIC.exec(text) ?? []
    return year.length === 2 ? [Number(year)] : []
  })
  if (years.length < FEWEST_CODES || years.length < texts.length || names.some((name) => SAYS_DAY.test(name)))
    return false
  const quarters = new Set(years.map((year) => Math.floor(year / 25)))
  return quarters.size === 4 && new Set(years).size >= Math.min(years.length * OTHER_YEARS, MANY_YEARS)
}

/** Both numbers may be the month, and it makes a difference which. */
function isAmbiguous(text: string): boolean {
  const [, first, , second] = NUMERIC.exec(text) ?? []
  return Number(first) <= LAST_MONTH && Number(second) <= LAST_MONTH && Number(first) !== Number(second)
}

const isNumericDate = ([, { cell, value, text }]: [number, SheetCell]) =>
  cell.kind === 'text' && value.kind === 'date' && NUMERIC.test(text)

function orderOf(texts: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, , second] = NUMERIC.exec(text) ?? []
    if (Number(first) > LAST_MONTH) orders.add('day_first')
    if (Number(second) > LAST_MONTH) orders.add('month_first')
  }
  const [order = null] = orders
  return orders.size === 1 ? order : null
}
