import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { structureSheet } from '../structure-sheet.ts'

function rolesOf(...args: Parameters<typeof sheetOf>) {
  const [table] = structureSheet(sheetOf(...args)).regions.filter(({ kind }) => kind === 'data')
  if (!table) throw new Error('the sheet holds no table')
  return {
    row: (row: number) => table.row_roles.find(({ rows }) => rows.includes(row))?.role ?? 'data',
    column: (letter: string) => table.columns.find(({ source_column }) => source_column === letter)?.role,
  }
}

test('a month that happens to be the average of others is a month', () => {
  const { column } = rolesOf([
    ['部署', '4月', '5月', '6月', '7月'],
    ['営業', 110, 120, 130, 120],
    ['開発', 210, 220, 230, 220],
    ['総務', 310, 320, 330, 320],
    ['経理', 410, 420, 430, 420],
  ])

  expect(column('E')).toBe(column('B'))
})

test('a customer whose figures happen to add up is a customer', () => {
  const { row } = rolesOf([
    ['Customer', 'Orders', 'Revenue'],
    ['Ashford', 12, 3410],
    ['Brook', 7, 1985],
    ['Calder', 19, 5395],
    ['Dunmore', 4, 877],
  ])

  expect(row(4)).toBe('data')
})

test('a total is one by its name and its arithmetic', () => {
  const { row, column } = rolesOf([
    ['Shop', 'Food', 'Drinks', 'Total'],
    ['North', 812, 344, 1156],
    ['South', 655, 471, 1126],
    ['Total', 1467, 815, 2282],
  ])

  expect(row(4)).toBe('total')
  expect(column('D')).toBe('total')
})

test('a dash among its parts keeps no column from being the total that its namesakes are', () => {
  const { column } = rolesOf(
    [
      ['県', '2023年', null, null, '2024年', null, null],
      [null, '男女計', '男', '女', '男女計', '男', '女'],
      ['東', 4031, 2010, 2021, 4312, '-', 2170],
      ['西', 3377, 1650, 1727, 3406, '-', 1755],
      ['北', 1892, 905, 987, 1881, '-', 940],
    ],
    { merges: ['B1:D1', 'E1:G1', 'A1:A2'] },
  )

  expect(column('B')).toBe('total')
  expect(column('E')).toBe('total')
})

test('the highest and the lowest are no pupils', () => {
  const { row } = rolesOf([
    ['Pupil', 'Maths', 'History'],
    ['Ada', 71, 64],
    ['Ben', 88, 59],
    ['Cleo', 65, 93],
    ['Max', 88, 93],
    ['Min', 65, 59],
    ['Average', 74.7, 72],
  ])

  expect([5, 6, 7].map(row)).toEqual(['ratio', 'ratio', 'ratio'])
})

test('a parent account is the sum of what is written further in below it', () => {
  const { row } = rolesOf([
    ['Account', 'Q1', 'Q2'],
    ['Travel', 170, 265],
    ['  Flights', 120, 180],
    ['  Hotels', 50, 85],
    ['Rent', 400, 400],
  ])

  expect(row(2)).toBe('subtotal')
  expect(row(5)).toBe('data')
})

test('an income tax is an amount, a sales tax below its lines is computed', () => {
  const statement = rolesOf([
    ['Item', '2024', '2025'],
    ['Income before tax', 1099, 2576],
    ['Income tax', -413, -382],
    ['Net income', 686, 2194],
  ])
  const invoice = rolesOf([
    ['Item', 'Amount'],
    ['Chairs', 5000],
    ['Desks', 7000],
    ['Subtotal', 12000],
    ['Tax', 1200],
    ['Total', 13200],
  ])

  expect(statement.row(3)).toBe('data')
  expect(invoice.row(5)).toBe('ratio')
})

test('a row that is the share its name says of another row is computed, any other row with a share in its name is not', () => {
  const { row } = rolesOf([
    ['Item', 'Q1', 'Q2', 'Q3'],
    ['Staff', 14700, 22100, 13900],
    ['Fringe (28%)', 6300, 4000, 3200],
    ['Direct costs total', 21000, 26100, 17100],
    ['Overhead (10%)', 2100, 2610, 1710],
  ])

  expect(row(3)).toBe('data')
  expect(row(5)).toBe('ratio')
})

test('sums right above their parts that divide the whole table between them are sums, whatever they are called', () => {
  const rows = [
    ['市町村', '2019年度', '2020年度', '2021年度'],
    ['北部', 26722, 9764, 11172],
    ['中央市', 23297, 1811, 3306],
    ['白浜町', 3425, 7953, 7866],
    ['南部', 11682, 71660, 8961],
    ['港町', 854, 34572, 3543],
    ['泉市', 2673, null, 590],
    ['北山村', 8155, 37088, 4828],
  ]
  const whole = rolesOf(rows)
  const withOthers = rolesOf([...rows, ['桜井市', 5120, 4411, 6032], ['三島町', 803, 777, 912]])

  expect([2, 3, 4, 5, 6, 7, 8].map(whole.row)).toEqual(['subtotal', 'data', 'data', 'subtotal', 'data', 'data', 'data'])
  expect(withOthers.row(2)).toBe('data')
})

test('several sums of sums are the highest level of a report, and none of them is its total', () => {
  const { row } = rolesOf([
    ['Item', '2021', '2022', '2023', '2024'],
    ['East', 16072, 23012, 17099, 14844],
    [' Retail', 11912, 7708, 3366, 7778],
    ['  Pens', 3967, 5069, 1790, 6589],
    ['  Desks', 7945, 2639, 1576, 1189],
    [' Online', 4160, 15304, 13733, 7066],
    ['  Lamps', 424, 6679, 4841, 1064],
    ['  Chairs', 3736, 8625, 8892, 6002],
    ['West', 17715, 7768, 17007, 20240],
    [' Direct', 8245, 3448, 6203, 8940],
    ['  Cables', 4633, 2928, 1839, 4388],
    ['  Routers', 3612, 520, 4364, 4552],
    [' Partner', 9470, 4320, 10804, 11300],
    ['  Headsets', 3269, 2800, 5176, 4845],
    ['  Monitors', 6201, 1520, 5628, 6455],
  ])

  expect([row(2), row(3), row(9)]).toEqual(['subtotal', 'subtotal', 'subtotal'])
})

test('a row that is called cumulative and adds up another one is computed; a product of that name is not', () => {
  const { row } = rolesOf([
    ['Item', 'Jan', 'Feb', 'Mar', 'Apr'],
    ['Birch', 94, 20, 12, 84],
    ['Linden', 117, 328, 400, 301],
    ['Running shoes', 41, 178, 110, 349],
    ['Total', 252, 526, 522, 734],
    ['Cumulative', 252, 778, 1300, 2034],
  ])

  expect([row(4), row(5), row(6)]).toEqual(['data', 'total', 'total'])
})

test('what sums up totals is one, and so is what is left of it, whatever they are called', () => {
  const { row } = rolesOf(
    [
      ['区分', '前期', '当期'],
      ['材料費', null, null],
      ['期首材料', 23093, 44645],
      ['当期仕入', 41619, 46818],
      ['材料費計', 64712, 91463],
      ['経費', null, null],
      ['電力費', 5855, 9435],
      ['減価償却費', 8524, 36422],
      ['経費計', 14379, 45857],
      ['製造費用', 79091, 137320],
      ['期首仕掛品', 1243, 1166],
      ['期末仕掛品', 1950, 676],
      ['製造原価', 78384, 137810],
    ],
    { styles: { 'A13:C13': { isBold: true } } },
  )

  expect([row(10), row(11), row(13)]).toEqual(['total', 'data', 'difference'])
})

test('a sum that lacks what its parts are called besides is a total, whatever its name', () => {
  const { row } = rolesOf([
    ['Ward', 'District', 'Electorate', 'Votes'],
    ['Abbey', 'AA', 2046, 371],
    ['Abbey', 'AB', 3807, 384],
    ['Abbey', 'AC', 2694, 395],
    ['Abbey ward', null, 8547, 1150],
    ['Canal', 'CA', 3027, 107],
    ['Canal', 'CB', 1537, 184],
    ['Canal', 'CC', 2304, 110],
    ['Canal ward', null, 6868, 401],
  ])

  expect([row(5), row(9), row(8)]).toEqual(['subtotal', 'subtotal', 'data'])
})
