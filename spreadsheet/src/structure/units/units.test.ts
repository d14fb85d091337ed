import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { findShape } from '../header/find-shape.ts'
import { findUnits } from './find-units.ts'
import { readUnit, unitIn } from './read-unit.ts'

test('a unit says by what its numbers are to be multiplied', () => {
  const read = ['円', '千円', '百万円', '億円', '千株', '%', 'Millions of yen', 'in thousands'].map(readUnit)

  expect(read.map((unit) => unit?.scale)).toEqual([1, 1e3, 1e6, 1e8, 1e3, 0.01, 1e6, 1e3])
})

test('a unit is found among other words, and a name is none', () => {
  expect(unitIn('(単位:百万円)')).toEqual({ text: '百万円', scale: 1e6 })
  expect(unitIn('売上高(千円)')).toEqual({ text: '千円', scale: 1e3 })
  expect(unitIn('自己資本比率(%)')).toEqual({ text: '%', scale: 0.01 })
  expect(unitIn('東京支店')).toBeNull()
  expect(unitIn('従業員(うち臨時)')).toBeNull()
})

test('a company is no unit, and shares are counted in one', () => {
  expect(unitIn('(株)山田商店')).toBeNull()
  expect(unitIn('日清食品ホールディングス(株)')).toBeNull()
  expect(unitIn('所有株式数(株)')).toEqual({ text: '株', scale: 1 })
})

function unitsOf(...args: Parameters<typeof sheetOf>) {
  const sheet = sheetOf(...args)
  return findUnits(sheet, findShape(sheet, sheet.box), [])
}

test('a row of units speaks for the rows below it', () => {
  const { rows } = unitsOf([
    ['区分', '前期(百万円)', '当期(百万円)'],
    ['当期利益', 511586, 337944],
    ['株主に帰属', 464785, 279832],
    [null, '(円)', '(円)'],
    ['1株当たり利益', 324.07, 335.58],
  ])

  expect(rows).toEqual([{ rows: [5], unit: { text: '円', scale: 1 } }])
})

test('records of two lines under a header of two lines count line by line', () => {
  const { rows } = unitsOf(
    [
      ['銘柄', '株式数(株)', '保有'],
      [null, '計上額(百万円)', null],
      ['甲社', 5_400_000, '有'],
      [null, 41_040, null],
      ['乙社', 34_800, '無'],
      [null, 10_736, null],
    ],
    { merges: ['A1:A2', 'C1:C2', 'A3:A4', 'C3:C4', 'A5:A6', 'C5:C6'] },
  )

  expect(rows).toEqual([
    { rows: [3, 5], unit: { text: '株', scale: 1 } },
    { rows: [4, 6], unit: { text: '百万円', scale: 1e6 } },
  ])
})

test('a column of units speaks for the column beside it', () => {
  const { columns } = unitsOf([
    [null, '前期', null, '当期', null],
    ['貯蔵品', 164, '百万円', 170, '百万円'],
    ['製品', 951, '百万円', 843, '百万円'],
  ])

  expect(columns.get(1)).toEqual({ text: '百万円', scale: 1e6 })
})

test('days of the week above a roster are no units, nor are its marks', () => {
  const week = ['月', '火', '水', '木', '金', '土', '日']
  const shifts = ['日', '夜', '明', '休', '日', '早', '遅']
  const { region, rows } = unitsOf([
    ['氏名', ...week, '出勤'],
    ['岡本', ...shifts, 5],
    ['林', ...shifts.toReversed(), 5],
    ['藤井', ...shifts, 5],
  ])

  expect(region).toBeNull()
  expect(rows).toEqual([])
})
