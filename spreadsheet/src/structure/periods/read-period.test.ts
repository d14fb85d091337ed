import { expect, test } from 'vitest'
import { readPeriod } from './read-period.ts'
import { spellPeriod } from './spell-period.ts'

const spelled = (text: string) => {
  const period = readPeriod(text)
  return period && spellPeriod(period)
}

test.each([
  ['2024年度', 'FY2024'],
  ['FY24', 'FY2024'],
  ['令和6年度', 'FY2024'],
  ['令和元年', '2019'],
  ['2012/13', 'FY2012'],
  ['2024年3月期', 'FY2023'],
  ['24/3期', 'FY2023'],
  ['2024年4月', '2024-04'],
  ['2024/04', '2024-04'],
  ['令和6年4月', '2024-04'],
  ['R6.4', '2024-04'],
  ['Apr-24', '2024-04'],
  ['April 2024', '2024-04'],
  ['2024Q1', '2024-Q1'],
  ['2024年度第1四半期', 'FY2024-Q1'],
  ['Q1 2012/13', 'FY2012-Q1'],
  ['FY24 上期', 'FY2024-H1'],
  ['1Q/24', '2024-Q1'],
])('a header that says %s names the period %s', (text, period) => {
  expect(spelled(text)).toBe(period)
})

test.each([
  ['4月', 'month'],
  ['Sep', 'month'],
  ['第2四半期', 'quarter'],
  ['下期', 'half'],
  ['W12', 'week'],
  ['15日', 'day'],
  ['前期', 'other'],
  ['当連結会計年度', 'other'],
  ['第52期', 'year'],
])('%s names a %s whose year something else must tell', (text, granularity) => {
  expect(readPeriod(text)).toMatchObject({ granularity, year: null })
})

test.each(['売上高', '金額', '合計', '13月', 'R6', 'May be late', '2024-13', '担当者'])('%s names no time', (text) => {
  expect(readPeriod(text)).toBeNull()
})
