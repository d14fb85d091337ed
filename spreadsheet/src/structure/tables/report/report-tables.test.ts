import { expect, test } from 'vitest'
import { regionOf } from '../../../../test/region-of.ts'
import { sheetOf } from '../../../../test/sheet-of.ts'
import type { Region } from '../../../parse-spec/parse-spec.ts'
import { outputsOf } from '../../names/outputs-of.ts'
import type { Sheet } from '../../sheet.ts'
import type { MadeTable } from '../made-table.ts'
import { makeTables } from '../make-tables.ts'

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

const PROFIT = [
  ['科目', '4月', '5月'],
  ['売上高', 30, 70],
  ['国内', 10, 30],
  ['海外', 20, 40],
  ['売上原価', 5, 6],
  ['売上総利益', 25, 64],
] as const

const PROFIT_SPEC: Partial<Region> = {
  row_roles: [
    { rows: [2], role: 'subtotal' },
    { rows: [6], role: 'difference' },
  ],
  totals: [
    { row: 2, op: 'sum', operands: ['3:4'], cells: ['B2:C2'], verified: true, agreement: 1 },
    { row: 6, op: 'difference', operands: ['2', '5'], cells: ['B6:C6'], verified: true, agreement: 1 },
  ],
  reshape: unpivot(['科目'], ['4月', '5月']),
}

test('a report becomes a table a level, one of what is computed, and one of its accounts', () => {
  const tables = made(sheetOf(PROFIT), PROFIT_SPEC)

  expect(tables.T_階層1).toEqual([
    ['売上高', null, '4月', '30'],
    ['売上高', null, '5月', '70'],
    ['売上原価', null, '4月', '5'],
    ['売上原価', null, '5月', '6'],
  ])
  expect(tables.T_階層2?.map(([account, parent]) => [account, parent])).toEqual([
    ['国内', '売上高'],
    ['国内', '売上高'],
    ['海外', '売上高'],
    ['海外', '売上高'],
  ])
  expect(tables.T_階層1_計算項目).toEqual([
    ['売上総利益', '4月', '25'],
    ['売上総利益', '5月', '64'],
  ])
  expect(tables.T_科目?.map((row) => row.join())).toEqual([
    '売上高,,1,1,科目',
    '国内,売上高,2,2,科目',
    '海外,売上高,2,3,科目',
    '売上原価,,1,4,科目',
    '売上総利益,,1,5,計算項目',
  ])
})

test('a group whose sum stands below it takes the values of that sum', () => {
  const sheet = sheetOf([
    ['科目', '4月'],
    ['材料費', null],
    ['鉄', 1],
    ['銅', 2],
    ['材料費計', 3],
  ])

  const tables = made(sheet, {
    row_roles: [
      { rows: [2], role: 'group' },
      { rows: [5], role: 'subtotal' },
    ],
    totals: [{ row: 5, op: 'sum', operands: ['3:4'], cells: ['B5'], verified: true, agreement: 1 }],
    reshape: unpivot(['科目'], ['4月']),
  })

  expect(tables.T_階層1).toEqual([['材料費', null, '4月', '3']])
  expect(tables.T_階層2).toEqual([
    ['鉄', '材料費', '4月', '1'],
    ['銅', '材料費', '4月', '2'],
  ])
})

test('a workbook whose language is English gets English names', () => {
  const sheet = sheetOf(PROFIT)
  const region = regionOf(sheet, PROFIT_SPEC)

  const names = outputsOf(region, 'T', 'en').map(({ name }) => name)

  expect(names).toEqual(['T_level_1', 'T_level_2', 'T_level_1_computed', 'T_accounts'])
})

const ENGLISH_PROFIT = [
  ['Account', 'Q1', 'Q2'],
  ['Sales', 30, 70],
  ['Home', 10, 30],
  ['Abroad', 20, 40],
  ['Cost of sales', 5, 6],
  ['Gross profit', 25, 64],
] as const

test('a report in English of a Japanese workbook is Japanese in all its columns', () => {
  const sheet = sheetOf(ENGLISH_PROFIT)
  const reshape = { ...unpivot(['Account'], ['Q1', 'Q2']), name_to: '期間', value_to: '値' }

  const [level] = makeTables(sheet, regionOf(sheet, { ...PROFIT_SPEC, reshape }))

  expect(level?.columns.map(({ name }) => name)).toEqual(['科目', '親科目', '期間', '値'])
})

test('the columns that are made of a report in English have English names, whatever its tables are called', () => {
  const sheet = sheetOf(ENGLISH_PROFIT)
  const reshape = { ...unpivot(['Account'], ['Q1', 'Q2']), name_to: 'period', value_to: 'value' }

  const tables = makeTables(sheet, regionOf(sheet, { ...PROFIT_SPEC, reshape }))

  const columns = Object.fromEntries(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]))
  expect(columns).toMatchObject({
    T_階層1: ['account', 'parent_account', 'period', 'value'],
    T_科目: ['account', 'parent_account', 'level', 'order', 'kind'],
  })
})

test('a hierarchy that leads in a circle ends somewhere', () => {
  const sheet = sheetOf(PROFIT)
  const hierarchy = {
    signals: [],
    levels: 2,
    parents: [
      [3, 4],
      [4, 3],
    ] as const,
    agreement: 1,
  }

  const tables = made(sheet, { hierarchy, reshape: unpivot(['科目'], ['4月', '5月']) })

  expect(Object.values(tables).flat()).not.toHaveLength(0)
})

test('a bare subtotal is called by the outer label of what it sums up', () => {
  const sheet = sheetOf([
    ['地域', '支店', '4月'],
    ['東', 'a', 1],
    [null, 'b', 2],
    [null, '小計', 3],
  ])

  const tables = made(sheet, {
    label_columns: ['A', 'B'],
    row_roles: [{ rows: [4], role: 'subtotal' }],
    totals: [{ row: 4, op: 'sum', operands: ['2:3'], cells: ['C4'], verified: true, agreement: 1 }],
    reshape: unpivot(['地域', '支店'], ['4月']),
  })

  expect(tables.T_階層1).toEqual([['東', null, '4月', '3']])
  expect(tables.T_階層2?.map(([account, parent]) => [account, parent])).toEqual([
    ['a', '東'],
    ['b', '東'],
  ])
})

test('where a parent has a namesake elsewhere, all accounts above are named', () => {
  const total = (row: number, from: number, to: number) => ({
    row,
    op: 'sum' as const,
    operands: [`${from}:${to}`],
    cells: [`B${row}:C${row}`],
    verified: true,
    agreement: 1,
  })
  const sheet = sheetOf([
    ['科目', '4月', '5月'],
    ['営業部', 12, 20],
    ['カード', 12, 20],
    ['旅費', 5, 8],
    ['会議費', 7, 12],
    ['開発部', 9, 11],
    ['カード', 9, 11],
    ['旅費', 4, 5],
    ['書籍費', 5, 6],
  ])
  const tables = made(sheet, {
    row_roles: [{ rows: [2, 3, 6, 7], role: 'subtotal' }],
    totals: [total(3, 4, 5), total(2, 3, 3), total(7, 8, 9), total(6, 7, 7)],
    hierarchy: {
      signals: [],
      parents: [
        [3, 2],
        [4, 3],
        [5, 3],
        [7, 6],
        [8, 7],
        [9, 7],
      ],
      levels: 3,
      agreement: 1,
    },
    reshape: unpivot(['科目'], ['4月', '5月']),
  })

  expect(tables.T_階層3?.map((row) => row.slice(0, 4))).toEqual([
    ['旅費', 'カード', '営業部', '4月'],
    ['旅費', 'カード', '営業部', '5月'],
    ['会議費', 'カード', '営業部', '4月'],
    ['会議費', 'カード', '営業部', '5月'],
    ['旅費', 'カード', '開発部', '4月'],
    ['旅費', 'カード', '開発部', '5月'],
    ['書籍費', 'カード', '開発部', '4月'],
    ['書籍費', 'カード', '開発部', '5月'],
  ])
})
