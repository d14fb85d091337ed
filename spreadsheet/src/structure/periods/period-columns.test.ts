import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { tablesOfSheet } from '../../../test/tables-of-sheet.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { structureSheet } from '../structure-sheet.ts'
import { yearAround, yearInText } from './resolve-periods.ts'

const MONTHS = [
  ['店舗', '4月', '5月', '6月'],
  ['東京', 120, 131, 144],
  ['大阪', 90, 87, 95],
  ['福岡', 61, 66, 58],
]

/** The names of the columns of the first table, and its first row. */
function firstTable(...args: Parameters<typeof sheetOf>) {
  const sheet = sheetOf(...args)
  const { regions } = structureSheet(sheet)
  const named = regions
    .filter(({ kind }) => kind === 'data')
    .map((region) => ({ ...region, outputs: outputsOf(region, sheet.name, 'ja') }))
  const [table] = tablesOfSheet(sheet, named)
  return { names: table?.columns.map(({ name }) => name), rows: table?.rows.map((row) => row.map(({ text }) => text)) }
}

test('months under a title with a business year stand beside the year and month they are', () => {
  const { names, rows } = firstTable([['2026年度 売上', null, null, null], [], ...MONTHS])

  expect(names).toEqual(['店舗', '年月', '期間', '値'])
  expect(rows?.slice(0, 3)).toEqual([
    ['東京', '2026-04', '4月', '120'],
    ['東京', '2026-05', '5月', '131'],
    ['東京', '2026-06', '6月', '144'],
  ])
})

test('the months of January to March are of the next year in a business year', () => {
  const { rows } = firstTable(
    [
      ['店舗', '11月', '12月', '1月', '2月'],
      ['東京', 120, 131, 144, 150],
      ['大阪', 90, 87, 95, 91],
      ['福岡', 61, 66, 58, 70],
    ],
    { name: '令和7年度' },
  )

  expect(rows?.slice(0, 4).map(([, month]) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})

test('where nothing names a year, the labels stay as they are', () => {
  expect(firstTable(MONTHS).names).toEqual(['店舗', '期間', '値'])
})

test('last year beside months is no month: it has a column of its own', () => {
  const { names, rows } = firstTable(MONTHS.map((row, n) => [...row, n === 0 ? '前年実績' : 400 - n * 37]))

  expect(names).toEqual(['店舗', '期間', '区分', '値'])
  expect(rows?.slice(0, 4)).toEqual([
    ['東京', '4月', null, '120'],
    ['東京', '5月', null, '131'],
    ['東京', '6月', null, '144'],
    ['東京', null, '前年実績', '363'],
  ])
})

test('a number of four digits is a year only where it counts nothing', () => {
  expect(yearInText('上位2000社の売上')).toBeNull()
  expect(yearInText('Top 2000 customers')).toBeNull()
  expect(yearInText('item 120261')).toBeNull()
  expect(yearInText('売上_2026')?.year).toBe(2026)
  expect(yearInText('202604_売上')?.year).toBe(2026)
  expect(yearInText('FY26 budget')).toMatchObject({ year: 2026, isFiscal: true })
})

test('texts around a table name its year by a business year or a span, and not by the day they were written', () => {
  expect(yearAround(['作成日 2026年11月17日', '自 令和7年4月 至 令和7年9月'])?.year).toBe(2025)
  expect(yearAround(['2025年4月〜2026年3月'])?.year).toBe(2025)
  expect(yearAround(['出力日: 2026/11/17', '2026年11月17日現在'])).toBeNull()
})
