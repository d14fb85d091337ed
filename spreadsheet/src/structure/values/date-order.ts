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
 * The order of day and month is one for a whole column: a day past the twelfth settles it for all of its texts. Where none
 * does, or two contradict each other, each text keeps the reading it has by itself.
 */
export function settleDateOrders(cells: SheetCell[]) {
  const columns = Map.groupBy([...cells.entries()].filter(isNumericDate), ([, { column }]) => column)
  for (const dated of columns.values()) {
    const order = orderOf(dated.map(([, { text }]) => text))
    if (order === null) continue
    for (const [n, cell] of dated) {
      const value = readOrdered(cell.text, order)
      if (value) cells[n] = { ...cell, value }
    }
  }
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
