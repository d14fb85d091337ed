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

test('a line that is a copy of another is not computed from lines that come to nothing beside it', () => {
  const { totals } = rolesOf([
    ['科目', '前期', '当期'],
    ['当期包括利益', 511586, 337944],
    ['株主に帰属', 464785, 279832],
    ['非支配持分に帰属', 46801, 58112],
    ['基本的1株当たり利益', 324.07, 335.58],
    ['希薄化後1株当たり利益', 324.07, 335.58],
  ])

  expect(totals.map(({ row }) => row)).not.toContain(6)
})

test('lines of one name are added up by a line of that name, wherever they stand', () => {
  const { totals } = rolesOf([
    ['Region', '2003', '2005', '2007'],
    ['Men', 9328, 9223, 9140],
    ['Women', 12938, 13273, 13263],
    ['East', 8390, 8251, 8337],
    ['Men', 4217, 4178, 4190],
    ['Women', 4171, 4071, 4143],
    ['West', 13881, 14249, 14068],
    ['Men', 5111, 5045, 4950],
    ['Women', 8767, 9202, 9120],
  ])

  expect(totals.find(({ row }) => row === 2)).toMatchObject({ op: 'sum', operands: ['5', '8'] })
  expect(totals.find(({ row }) => row === 3)).toMatchObject({ op: 'sum', operands: ['6', '9'] })
})

test('shares between the amounts are passed over when the amounts are added up', () => {
  const { totals } = rolesOf([
    ['Name', 'a', 'b', 'Total 1', 'Total 1 %', 'c', 'd', 'Total 2', 'Total 2 %', 'Total'],
    ['K', 8.5, 9.2, 17.7, 0.885, 7.3, 8.1, 15.4, 0.77, 33.1],
    ['L', 6.1, 3.9, 10, 0.5, 9.9, 4.4, 14.3, 0.715, 24.3],
    ['M', 9.6, 7.7, 17.3, 0.865, 5.2, 6.8, 12, 0.6, 29.3],
    ['N', 4.2, 8.8, 13, 0.65, 6.6, 9.1, 15.7, 0.785, 28.7],
  ])

  expect(totals.find(({ column }) => column === 'J')).toMatchObject({ op: 'sum', operands: ['D', 'H'] })
})

test('sums of numbers that an office has rounded at random are still found', () => {
  const { totals } = rolesOf([
    ['Place of birth', 'A', 'B', 'C', 'D'],
    ['Asia', 1250, 8095, 545, 1125],
    ['West', 150, 3475, 90, 365],
    ['East', 435, 2035, 195, 340],
    ['Southeast', 120, 880, 130, 205],
    ['South', 550, 1695, 135, 215],
    ['Oceania', 35, 315, 30, 45],
  ])

  expect(totals.find(({ row }) => row === 2)).toMatchObject({ op: 'sum', operands: ['3:6'] })
})

test('shares that are rounded alike are shares, however small some of them are', () => {
  const amounts = [12698, 19255, 29309, 341, 114]
  const shares = amounts.map((amount) => Number((amount / 61262).toFixed(3)))
  const { columns } = rolesOf([
    ['Item', 'Actual', '% of sales'],
    ...amounts.map((amount, n) => [`item ${n}`, amount, shares[n] ?? 0]),
  ])

  expect(columns.get(2)).toBe('ratio')
})
