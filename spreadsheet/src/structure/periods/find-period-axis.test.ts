import { expect, test } from 'vitest'
import type { SheetFacts } from '../../../test/sheet-of.ts'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { TableShape } from '../header/table-shape.ts'
import type { Roles } from '../roles/roles.ts'
import { findPeriodAxis } from './find-period-axis.ts'

type Value = string | number | null

const NO_ROLES: Roles = { rows: new Map(), columns: new Map(), totals: [], evidence: [] }

/** The axis of a table whose first rows are its header, with one column of labels. */
function axisOf(header: readonly (readonly Value[])[], title: string | null, facts: SheetFacts = {}, roles = NO_ROLES) {
  const width = header[0]?.length ?? 0
  const sheet = sheetOf([...header, Array.from({ length: width }, (_, n) => (n === 0 ? 'x' : n * 7))], facts)
  const spanning = (row: number, column: number) => {
    for (let left = column; left > 0; left--) {
      const cell = sheet.cellAt(row, left)
      if (cell) return [cell]
    }
    return []
  }
  const shape: TableShape = {
    orientation: 'rows',
    headerRows: header.map((_, row) => row),
    firstGroup: null,
    repeatedHeaders: [],
    dataTop: header.length,
    dataBottom: header.length,
    columns: Array.from({ length: width }, (_, column) => ({
      column,
      path: header.flatMap((_, row) => spanning(row, column)),
      name: `c${column}`,
      unit: null,
    })),
    labelColumns: [0],
    attributes: [],
    confidence: 1,
    evidence: [],
  }
  return findPeriodAxis(sheet, shape, roles, title)
}

test('months without a year take it from the title, and those after December the next one', () => {
  const axis = axisOf([['科目', '11月', '12月', '1月', '2月']], '2023年度 損益計算書')

  expect(axis).toMatchObject({
    granularity: 'month',
    labels: ['11月', '12月', '1月', '2月'],
    normalized: ['2023-11', '2023-12', '2024-01', '2024-02'],
  })
})

test('the name of the sheet tells the year where no title does', () => {
  const axis = axisOf([['支店', 'Q1', 'Q2', 'Q3']], null, { name: '2024年度' })

  expect(axis?.normalized).toEqual(['FY2024-Q1', 'FY2024-Q2', 'FY2024-Q3'])
})

test('a year above the months counts more than one in the title', () => {
  const header = [
    ['科目', '2022年', null, '2023年', null],
    [null, '11月', '12月', '11月', '12月'],
  ]

  expect(axisOf(header, '2025年')?.normalized).toEqual(['2022-11', '2022-12', '2023-11', '2023-12'])
})

test('days of a month are numbers in a row', () => {
  const axis = axisOf([['店', ...Array.from({ length: 10 }, (_, n) => n + 1)]], '2024年11月 来客数')

  expect(axis?.granularity).toBe('day')
  expect(axis?.normalized.at(-1)).toBe('2024-11-10')
})

test('half years between the quarters say the same again and are no part of the axis', () => {
  const axis = axisOf([['科目', '1Q', '2Q', '上期', '3Q', '4Q', '下期']], '2024年度')

  expect(axis?.labels).toEqual(['1Q', '2Q', '3Q', '4Q'])
})

test('labels without any year keep what they say', () => {
  const axis = axisOf([['科目', '前期', '当期']], null)

  expect(axis).toMatchObject({ labels: ['前期', '当期'], normalized: [null, null], granularity: 'other' })
})

test('computed columns have no time of their own', () => {
  const roles: Roles = { ...NO_ROLES, columns: new Map([[3, 'total']]) }

  expect(axisOf([['科目', '4月', '5月', '6月']], '2024年', {}, roles)?.labels).toEqual(['4月', '5月'])
})

test('a table with one date among other columns is not laid out by time', () => {
  expect(axisOf([['品名', '単価', '数量', '4月', '備考', '担当']], null)).toBeNull()
})
