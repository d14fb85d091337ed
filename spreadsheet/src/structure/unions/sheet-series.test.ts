import { expect, test } from 'vitest'
import { isEdition, isNoPart, nameRoles, seriesOf } from './sheet-series.ts'

test.each([
  ['4月', '5月', '6月'],
  ['2026-04', '2026-05'],
  ['Jan', 'Feb', 'Mar'],
  ['FY2023', 'FY2024'],
  ['売上_4月', '売上_5月'],
  ['Sales Jan 2025', 'Sales Feb 2025'],
  ['第1週', '第2週'],
  ['20230401', '20230402'],
])('%s and the others are times', (...names) => {
  expect(seriesOf(names)).toBe('periods')
})

test.each([
  ['東京支店', '大阪支店'],
  ['支店A', '支店B'],
  ['Store 1', 'Store 2'],
  ['101 Leeds', '114 York'],
  ['Sales - East', 'Sales - West'],
  ['Mr Adams', 'Ms Baker'],
  ['佐藤', '鈴木', '高橋'],
])('%s and the others are parts of one thing', (...names) => {
  expect(seriesOf(names)).toBe('parts')
})

test.each([
  ['Sheet1', 'Sheet2'],
  ['Customers', 'Suppliers'],
  ['入庫', '出庫'],
  ['予算', '実績'],
  ['4月', 'Q1'],
  ['表1', '表2'],
  ['List', 'List_old'],
])('%s and the others are no series', (...names) => {
  expect(seriesOf(names)).toBeNull()
})

test('editions, summaries and roles are known by their names, and no name is taken for one that only begins so', () => {
  expect(['顧客 (2)', 'list_old', 'Draft v1', '一覧_旧', 'rev 3'].every(isEdition)).toBe(true)
  expect(['Baker', 'Verona', 'Oldham', 'Revere', 'Finalists'].some(isEdition)).toBe(false)
  expect(['合計', 'Summary', 'Grand total', '年間', 'Template'].every(isNoPart)).toBe(true)
  expect(['Totnes', 'Allen', '東京'].some(isNoPart)).toBe(false)
  expect(nameRoles(['Parents', 'Children', 'Helpers'])).toBe(true)
})
