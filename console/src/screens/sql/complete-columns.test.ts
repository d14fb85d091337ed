import { expect, test } from 'vitest'
import { columnsFor } from './complete-columns.ts'

const SCHEMA = { sales: ['region', 'amount', 'day'], regions: ['region', 'head'], '売上 明細': ['金額', '部門'] }

/** `|` is where the word begins. */
const offered = (text: string) => {
  const at = text.indexOf('|')
  return columnsFor(text.replace('|', ''), at, SCHEMA).map(({ column }) => column)
}

test('columns of the table that the statement names are offered, wherever the word stands', () => {
  expect(offered('SELECT |reg FROM sales')).toEqual(['region', 'amount', 'day'])
  expect(offered('SELECT region FROM sales WHERE |am')).toEqual(['region', 'amount', 'day'])
  expect(offered('select |x from "売上 明細"')).toEqual(['金額', '部門'])
})

test('of several tables all are offered, each name once', () => {
  expect(offered('SELECT | FROM sales s JOIN regions r ON s.region = r.region')).toEqual([
    'region',
    'amount',
    'day',
    'head',
  ])
  expect(offered('SELECT | FROM sales, regions')).toEqual(['region', 'amount', 'day', 'head'])
})

test('another statement and an unknown table offer nothing', () => {
  expect(offered('SELECT 1 FROM sales; SELECT |')).toEqual([])
  expect(offered("SELECT ';' , | FROM sales")).toEqual(['region', 'amount', 'day'])
  expect(offered('SELECT | FROM nowhere')).toEqual([])
})
