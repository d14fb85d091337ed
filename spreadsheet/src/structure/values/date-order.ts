import type { SheetCell } from '../sheet.ts'
import { dayOf, fullYear } from './date-text.ts'
import type { SheetEvidence } from './sheet-evidence.ts'
import type { DateValue, Value } from './value.ts'

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

const CODE: Value = { kind: 'code' }

/** The texts of a column that are two numbers and a year. */
type NumericDates = {
  texts: number
  orders: Set<DateOrder>
  /** Of years written with two digits: how many texts, and which years. */
  shortYears: number
  years: Set<number>
  /** Of the cells above the first of them. */
  cellsAbove: number
  saysDay: boolean
}

/** A name stands within so many cells above the values. */
const MOST_ABOVE = 1_000

/**
 * The order of day and month is one for a whole column: a day past the twelfth settles it for all of its texts, and for the
 * other columns of the sheet where none contradicts it. Where nothing settles it the texts are no dates yet: 01/11/2010 is
 * left as it stands, and a person is asked. Columns of numbers that only look like days are columns of codes.
 */
export function createDateOrders(): SheetEvidence {
  const columns = new Map<number, NumericDates>()
  return {
    observe: (cell) => {
      const known = columns.get(cell.column)
      const column = known ?? noDates()
      if (!known) columns.set(cell.column, column)
      if (isNumericDate(cell)) addDate(column, cell.text)
      else if (column.texts === 0 && !column.saysDay && column.cellsAbove++ < MOST_ABOVE)
        column.saysDay = SAYS_DAY.test(cell.text)
    },
    finish: () => {
      const dated = new Map([...columns].filter(([, { texts }]) => texts > 0))
      if (dated.size === 0) return null
      const codes = new Set([...dated].flatMap(([column, dates]) => (areCodes(dates) ? [column] : [])))
      const orders = new Map([...dated].map(([column, dates]) => [column, codes.has(column) ? null : orderOf(dates)]))
      const settled = new Set([...orders.values()].filter((order) => order !== null))
      const [common = null] = settled.size === 1 ? settled : []
      return (cell) => {
        if (!isNumericDate(cell)) return null
        if (codes.has(cell.column)) return CODE
        const order = orders.get(cell.column) ?? common
        const value = order ? readOrdered(cell.text, order) : null
        return value ?? (isAmbiguous(cell.text) ? CODE : null)
      }
    },
  }
}

const noDates = (): NumericDates => ({
  texts: 0,
  orders: new Set(),
  shortYears: 0,
  years: new Set(),
  cellsAbove: 0,
  saysDay: false,
})

function addDate(column: NumericDates, text: string) {
  const [, first, , second, year = ''] = NUMERIC.exec(text) ?? []
  column.texts++
  if (Number(first) > LAST_MONTH) column.orders.add('day_first')
  if (Number(second) > LAST_MONTH) column.orders.add('month_first')
  if (year.length !== 2) return
  column.shortYears++
  column.years.add(Number(year))
}

/** Fewer texts say too little of the years they would be of. */
const FEWEST_CODES = 8
/** So many of the texts are of other years than the others, and so many years are enough. */
const OTHER_YEARS = 0.6
const MANY_YEARS = 40

const SAYS_DAY = /\b(?:date|day|born|birth|dob|since|until|datum|tag|geb|naiss|né|fecha|nacim|data|nasc)|日|年|月|생/iu

/** `06-15-56`: where the last two digits are any of a hundred and no name says that they are days, they are of no year. */
function areCodes({ texts, shortYears, years, saysDay }: NumericDates): boolean {
  if (shortYears < FEWEST_CODES || shortYears < texts || saysDay) return false
  const quarters = new Set([...years].map((year) => Math.floor(year / 25)))
  return quarters.size === 4 && years.size >= Math.min(shortYears * OTHER_YEARS, MANY_YEARS)
}

/** Both numbers may be the month, and it makes a difference which. */
function isAmbiguous(text: string): boolean {
  const [, first, , second] = NUMERIC.exec(text) ?? []
  return Number(first) <= LAST_MONTH && Number(second) <= LAST_MONTH && Number(first) !== Number(second)
}

const isNumericDate = ({ cell, value, text }: SheetCell) =>
  cell.kind === 'text' && value.kind === 'date' && NUMERIC.test(text)

function orderOf({ orders }: NumericDates): DateOrder | null {
  const [order = null] = orders
  return orders.size === 1 ? order : null
}
