import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { findShape } from '../header/find-shape.ts'
import { findRoles } from './find-roles.ts'

function rolesOf(rows: Parameters<typeof sheetOf>[0]) {
  const sheet = sheetOf(rows)
  return findRoles(sheet, findShape(sheet, sheet.box))
}

test('subtotals and the total of subtotals are found by their arithmetic', () => {
  const { rows, totals } = rolesOf([
    ['支店', '4月', '5月', '6月'],
    ['東京', 3722, 8029, 6969],
    ['横浜', 1373, 2686, 780],
    ['関東 小計', 5095, 10715, 7749],
    ['札幌', 5280, 3270, 7717],
    ['旭川', 4890, 135, 6588],
    ['北海道 小計', 10170, 3405, 14305],
    ['合計', 15265, 14120, 22054],
  ])

  expect([...rows]).toEqual([
    [3, 'subtotal'],
    [6, 'subtotal'],
    [7, 'total'],
  ])
  expect(totals.find(({ row }) => row === 4)).toMatchObject({
    op: 'sum',
    operands: ['2:3'],
    cells: ['B4:D4'],
    verified: true,
    agreement: 1,
  })
  expect(totals.find(({ row }) => row === 8)).toMatchObject({ op: 'sum', operands: ['4', '7'] })
})

test('a profit is what is left of the sales, not a part of a sum', () => {
  const { rows, totals } = rolesOf([
    ['科目', '前期', '当期'],
    ['売上高', 140632, 270053],
    ['製品売上', 32052, 159200],
    ['商品売上', 108580, 110853],
    ['売上原価', 16800, 29653],
    ['材料費', 9528, 15441],
    ['労務費', 7272, 14212],
    ['売上総利益', 123832, 240400],
  ])

  expect(rows.get(1)).toBe('subtotal')
  expect(rows.get(4)).toBe('subtotal')
  expect(rows.get(7)).toBe('difference')
  expect(totals.find(({ row }) => row === 8)).toMatchObject({
    op: 'difference',
    operands: ['2', '5'],
    cells: ['B8:C8'],
  })
})

test('a change and its rate are computed columns, and a sum of rounded numbers still is one', () => {
  const { columns, totals } = rolesOf([
    ['科目', '前期', '当期', '増減額', '増減率'],
    ['食品', 219.2, 270.3, 51.1, 0.233],
    ['衣料', 90.4, 122.1, 31.7, 0.351],
    ['住居', 64.8, 76.1, 11.3, 0.174],
    ['雑貨', 125.2, 46.1, -79.1, -0.632],
    ['合計', 499.7, 514.6, 15, 0.03],
  ])

  expect(columns.get(1)).toBe('measure')
  expect(columns.get(3)).toBe('difference')
  expect(columns.get(4)).toBe('ratio')
  expect(totals.find(({ row }) => row === 6)).toMatchObject({ op: 'sum', operands: ['2:5'] })
})

test('quantity times price is an amount, and none of the three is left out of a list', () => {
  const { columns, rows } = rolesOf([
    ['品名', '数量', '単価', '金額'],
    ['机', 17, 19700, 334900],
    ['椅子', 18, 4600, 82800],
    ['棚', 7, 15400, 107800],
    ['灯', 14, 18900, 264600],
    ['箱', 8, 1800, 14400],
  ])

  expect([1, 2, 3].map((column) => columns.get(column))).toEqual(['measure', 'measure', 'measure'])
  expect(rows.size).toBe(0)
})

test('small numbers that add up by chance make no totals', () => {
  const { rows, totals } = rolesOf([
    ['名前', '点', '回'],
    ['青木', 1, 3],
    ['井上', 2, 1],
    ['上田', 3, 4],
    ['江口', 5, 2],
    ['大野', 4, 6],
    ['加藤', 9, 1],
  ])

  expect(rows.size).toBe(0)
  expect(totals.filter(({ row }) => row !== undefined)).toEqual([])
})

test('a name without values heads the rows below it, and an empty row parts them', () => {
  const { rows } = rolesOf([
    ['科目', '前期', '当期'],
    ['材料費', null, null],
    ['主要材料費', 31956, 11136],
    ['補助材料費', 13982, 3721],
    [null, null, null],
    ['労務費', null, null],
    ['賃金', 8066, 30528],
    ['賞与', 11856, 29349],
  ])

  expect([rows.get(1), rows.get(4), rows.get(5)]).toEqual(['group', 'separator', 'group'])
})
