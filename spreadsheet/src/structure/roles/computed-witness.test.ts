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
