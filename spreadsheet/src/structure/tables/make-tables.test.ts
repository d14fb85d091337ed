import { expect, test } from 'vitest'
import { regionOf } from '../../../test/region-of.ts'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import type { MadeTable } from './made-table.ts'
import { makeTables } from './make-tables.ts'

const textsOf = ({ rows }: MadeTable) => rows.map((row) => row.map(({ text }) => text))

const unpivot = (ids: readonly string[], values: readonly string[]) => ({
  kind: 'unpivot' as const,
  id_columns: ids,
  value_columns: values,
  name_to: '期間',
  value_to: '値',
})

const made = (sheet: Sheet, overrides: Partial<Region>) => {
  const tables = makeTables(sheet, regionOf(sheet, overrides))
  return Object.fromEntries(tables.map((table) => [table.name, textsOf(table)]))
}

test('an empty cell of a workbook is no row of its long form, and each value knows the cell it came from', () => {
  const sheet = sheetOf([
    ['店', '4月', '5月'],
    ['東', 10, null],
    ['西', 20, 30],
  ])

  const [table] = makeTables(sheet, regionOf(sheet, { reshape: unpivot(['店'], ['4月', '5月']) }))

  expect(table && textsOf(table)).toEqual([
    ['東', '4月', '10'],
    ['西', '4月', '20'],
    ['西', '5月', '30'],
  ])
  expect(table?.rows[2]?.[2]?.from).toMatchObject({ row: 2, column: 2 })
})

test('a field of a delimited file stays a row of its long form even if it is empty', () => {
  const sheet = sheetOf([
    ['id', '2020', '2021'],
    ['a', '1', null],
  ])
  const reshape: Reshape = { ...unpivot(['id'], ['2020', '2021']), kind: 'stack' }

  expect(made(sheet, { reshape }).T).toEqual([
    ['a', '2020', '1'],
    ['a', '2021', null],
  ])
})

test('groups of columns that repeat become rows under their labels', () => {
  const sheet = sheetOf([
    ['id', 'p1', 'q1', 'p2', 'q2'],
    ['a', 'x', 1, 'y', 2],
  ])
  const reshape: Reshape = {
    kind: 'wide_to_long',
    id_columns: ['id'],
    groups: [
      { name: 'p', columns: ['p1', 'p2'] },
      { name: 'q', columns: ['q1', 'q2'] },
    ],
    name_to: 'n',
    labels: ['1', '2'],
  }

  expect(made(sheet, { reshape }).T).toEqual([
    ['a', '1', 'x', '1'],
    ['a', '2', 'y', '2'],
  ])
})

test('headings between the rows become a column, as they are written', () => {
  const sheet = sheetOf([
    ['番号', '名'],
    ['■ 東支店', null],
    ['001', '佐藤'],
    ['■ 西支店', null],
    ['002', '鈴木'],
  ])

  const { T } = made(sheet, {
    row_roles: [{ rows: [2, 4], role: 'group' }],
    reshape: { kind: 'subtitle', name_to: '区分' },
  })

  expect(T).toEqual([
    ['東支店', '001', '佐藤'],
    ['西支店', '002', '鈴木'],
  ])
})

test('labels that were written once are filled down before a field of several values is taken apart', () => {
  const sheet = sheetOf([
    ['g', 'v'],
    ['a', 'x, y'],
    [null, 'z'],
  ])

  const { T } = made(sheet, {
    reshape: [
      { kind: 'fill_down', columns: ['g'] },
      { kind: 'explode', column: 'v', separator: ',' },
    ],
  })

  expect(T).toEqual([
    ['a', 'x'],
    ['a', 'y'],
    ['a', 'z'],
  ])
})

test('names and values one below the other become one row a round', () => {
  const sheet = sheetOf([
    ['Name: A', null],
    ['Age: 1', null],
    ['Name: B', null],
    ['Age: 2', null],
  ])

  const { T } = made(sheet, {
    header_rows: [],
    data_range: 'A1:A4',
    reshape: { kind: 'pivot', name_column: 'Name: A', value_column: 'Name: A' },
  })

  expect(T).toEqual([
    ['A', '1'],
    ['B', '2'],
  ])
})

test('a table that lies on its side is turned, and its dates become dates', () => {
  const sheet = sheetOf(
    [
      ['会社', '甲', '乙'],
      ['設立', 45292, 45293],
    ],
    { styles: { 'B2:C2': { meaning: 'date', numberFormat: 'yyyy/m/d' } } },
  )

  const { T } = made(sheet, { orientation: 'columns', header_rows: [], data_range: 'A1:C2' })

  expect(T).toEqual([
    ['甲', '2024-01-01'],
    ['乙', '2024-01-02'],
  ])
})

test('a single total stands in a table of its own, whether or not it adds up', () => {
  const sheet = sheetOf([
    ['品', '額'],
    ['a', 1],
    ['b', 2],
    ['合計', 3],
  ])
  const total = { row: 4, op: 'sum', operands: ['2:3'], cells: ['B4'], agreement: 1 } as const
  const row_roles = [{ rows: [4], role: 'total' }] as const

  const verified = made(sheet, { row_roles, totals: [{ ...total, verified: true }] })
  const claimed = made(sheet, { row_roles, totals: [{ ...total, verified: false }] })

  expect(Object.keys(verified)).toEqual(['T', 'T_計算項目'])
  expect(verified.T_計算項目).toEqual([['合計', '3']])
  expect(claimed.T_計算項目).toEqual([['合計', '3']])
})

test('computed rows stay among the others where the spec says so', () => {
  const sheet = sheetOf([
    ['品', '額'],
    ['a', 1],
    ['合計', 1],
  ])

  const tables = made(sheet, { row_roles: [{ rows: [3], role: 'total' }], computed_rows: 'among' })

  expect(tables).toEqual({
    T: [
      ['a', '1'],
      ['合計', '1'],
    ],
  })
})

test('a further line is of the record above it, and of no record before a total', () => {
  const sheet = sheetOf([
    ['店', '額'],
    ['東', 10],
    ['西', 20],
    ['合計', 30],
    ['(税込)', null],
    ['平均', 15],
  ])
  const row_roles: Region['row_roles'] = [
    { rows: [4, 6], role: 'total' },
    { rows: [5], role: 'continued' },
  ]

  expect(made(sheet, { row_roles })).toEqual({
    T: [
      ['東', '10'],
      ['西', '20'],
    ],
    T_計算項目: [
      ['合計\n(税込)', '30'],
      ['平均', '15'],
    ],
  })
})

test('a heading above the header is no row of the totals', () => {
  const sheet = sheetOf([
    ['国内', null],
    ['店', '額'],
    ['東', 10],
    ['合計', 10],
    ['西', 20],
    ['合計', 20],
  ])
  const roles: Region['row_roles'] = [
    { rows: [1], role: 'group' },
    { rows: [4, 6], role: 'total' },
  ]

  const tables = made(sheet, { header_rows: [2], data_range: 'A3:B6', row_roles: roles })

  expect(tables.T_計算項目).toEqual([
    ['合計', '10'],
    ['合計', '20'],
  ])
})

test('a code that looks like a number stays a text when headings become a column, and a heading keeps its mark', () => {
  const sheet = sheetOf([
    ['Art.-Nr.', 'Name', 'Price'],
    ['◆ Boxes', null, null],
    ['10.250', 'small', 4.5],
    ['10.460', 'large', 7.25],
    ['◆ Tape', null, null],
    ['35.690', 'brown', 2.75],
  ])
  const region = regionOf(sheet, {
    row_roles: [{ rows: [2, 5], role: 'group' }],
    reshape: { kind: 'subtitle', name_to: 'category' },
  })
  const typed = region.columns.map((column) => ({ ...column, type: column.name === 'Price' ? 'DOUBLE' : 'VARCHAR' }))

  const [table] = makeTables(sheet, { ...region, columns: typed })

  expect(table?.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR', 'VARCHAR', 'DOUBLE'])
  expect(table && textsOf(table)[0]).toEqual(['Boxes', '10.250', 'small', '4.5'])
})

test('what is merged down is said of every row, what is merged across of its first column only', () => {
  const sheet = sheetOf(
    [
      ['週', '日', '主食', '主菜'],
      ['第1週', 3, '祝日', null],
      [null, 4, 'ごはん', '焼き魚'],
    ],
    { merges: ['A2:A3', 'C2:D2'] },
  )

  expect(made(sheet, { fill_merged: 'down' }).T).toEqual([
    ['第1週', '3', '祝日', null],
    ['第1週', '4', 'ごはん', '焼き魚'],
  ])
})
