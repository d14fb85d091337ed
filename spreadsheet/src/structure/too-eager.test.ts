import { expect, test } from 'vitest'
import { settledRegions, tablesOf } from '../../test/settled-tables.ts'
import { sheetOf } from '../../test/sheet-of.ts'
import type { Sheet } from './sheet.ts'

function dataOf(sheet: Sheet) {
  const regions = settledRegions(sheet).filter(({ kind }) => kind === 'data')
  expect(regions.map(({ range }) => range)).toHaveLength(1)
  const [made] = tablesOf(sheet)
  return { types: regions[0]?.columns.map(({ type, format }) => [type, format]) ?? [], rows: made?.rows ?? [] }
}

const PLANS = [
  ['06-15-56', '2025-05-01', 'Leeds', 'Parts Only', 'Fridge', 12, 206.99, 16.56],
  ['08-17-42', '2025-05-02', 'Hull', 'Accidental', 'Cooker', 60, 184.8, 14.78],
  ['01-26-40', '2025-05-03', 'Hull', 'Accidental', 'Dishwasher', 36, 226.97, 18.16],
  ['03-21-97', '2025-05-03', 'York', 'Total Care', 'Washer', 24, 133.06, 10.64],
  ['04-26-65', '2025-05-03', 'York', 'Total Care', 'Dishwasher', 12, 247.24, 19.78],
  ['05-03-18', '2025-05-03', 'York', 'Total Care', 'Washer', 12, 208.91, 16.71],
  ['08-06-28', '2025-05-03', 'York', 'Parts Only', 'Dishwasher', 24, 20.45, 1.64],
  ['05-01-06', '2025-05-04', 'Hull', 'Parts Only', 'Washer', 60, 148.76, 11.9],
  ['09-12-84', '2025-05-04', 'Leeds', 'Total Care', 'Cooker', 12, 72.6, 5.81],
  ['10-02-46', '2025-05-04', 'Hull', 'Total Care', 'Dishwasher', 12, 135.21, 10.82],
]
const PLAN_NAMES = ['Plan no.', 'Sold', 'Store', 'Plan', 'Appliance', 'Months', 'Price', 'Commission']
const PLAN_TOTAL = [null, null, null, 'Total', null, null, 1584.99, 126.8]

test('a product called Total Care is one, and only the total is taken out', () => {
  const { rows } = dataOf(sheetOf([PLAN_NAMES, ...PLANS, PLAN_TOTAL]))

  expect(rows.map(([, , , plan]) => plan)).toEqual(PLANS.map(([, , , plan]) => plan))
})

test('numbers that would be days of a hundred years are codes, unless their name says that they are days', () => {
  const asCodes = dataOf(sheetOf([PLAN_NAMES, ...PLANS, PLAN_TOTAL]))
  const asDays = dataOf(sheetOf([['Date of birth', ...PLAN_NAMES.slice(1)], ...PLANS, PLAN_TOTAL]))

  expect(asCodes.types[0]).toEqual(['VARCHAR', null])
  expect(asCodes.rows[0]?.[0]).toBe('06-15-56')
  expect(asDays.types[0]?.[0]).toBe('DATE')
})

test('a figure that can be read in two ways is read as the others of its sheet are', () => {
  const wine = (code: string, litres: string, bottles: string, price: string) => [
    code,
    'Barbera',
    litres,
    bottles,
    price,
  ]
  const { types, rows } = dataOf(
    sheetOf(
      [
        ['Codice', 'Etichetta', 'Formato', 'Bottiglie', 'Prezzo'],
        wine('A48', '1,500', '1.469', '63,50'),
        wine('A35', '0,375', '2.293', '5,07'),
        wine('A71', '0,750', '1.285', '56,66'),
        wine('A81', '0,375', '1.347', '56,73'),
      ],
      { isUntyped: true },
    ),
  )

  expect(types.slice(2)).toEqual([
    ['DECIMAL(18,3)', 'as_written_with_comma'],
    ['BIGINT', 'as_written_with_comma'],
    ['DECIMAL(18,2)', 'as_written'],
  ])
  expect(rows[0]?.slice(2)).toEqual(['1.5', '1469', '63.5'])
  expect(rows[1]?.slice(2)).toEqual(['0.375', '2293', '5.07'])
})

test('where one figure has a point, thousands keep their comma', () => {
  const { rows } = dataOf(
    sheetOf(
      [
        ['Code', 'Bottles', 'Price', 'Odd'],
        ['A48', '1,500', '63.50', '1,5'],
        ['A35', '2,375', '5.07', '2,5'],
        ['A71', '3,750', '56.66', '7,5'],
      ],
      { isUntyped: true },
    ),
  )

  expect(rows.map(([, bottles]) => bottles)).toEqual(['1500', '2375', '3750'])
})

test('the sum below a list is one without any word, and a last record that is no sum stays', () => {
  const pupil = (number: number, name: string | null, extra: number | null, amount: number) => [
    1,
    number,
    name,
    extra,
    amount,
  ]
  const list = [
    ['Class', 'No', 'Name', 'Extra', 'Amount'],
    pupil(1, 'Nakajima', null, 38500),
    pupil(2, 'Okada', 2, 44000),
    pupil(3, 'Ikeda', null, 38500),
    pupil(4, 'Hayashi', 1, 41250),
    pupil(5, 'Mori', null, 38500),
    pupil(6, 'Kato', 2, 44000),
  ]

  expect(dataOf(sheetOf([...list, [null, null, null, 5, 244750]])).rows).toHaveLength(6)
  expect(dataOf(sheetOf([...list, [null, null, null, 5, 244751]])).rows).toHaveLength(7)
})

test('pages are one table, whatever line stands between them and however their names are written', () => {
  const names = ['Member', 'Surname', 'Joined', 'Fee']
  const member = (n: number) => [`M0${1200 + n}`, 'Gardner', '2020-03-22', 24 + n]
  const page = (from: number) => Array.from({ length: 9 }, (_, n) => member(from + n))
  const { rows } = dataOf(
    sheetOf([
      names,
      ...page(0),
      ['--- page 1 ---'],
      names,
      ...page(9),
      ['--- page 2 ---'],
      names.map((name) => name.toUpperCase()),
      ...page(18),
    ]),
  )

  expect(rows).toHaveLength(27)
  expect(rows.map(([id]) => id).filter((id) => !/^M0/.test(id ?? ''))).toEqual([])
})

const STOCK_NAMES = ['code', 'item', 'quantity', 'net', 'gross', 'state']

test('a record without a field that others lack as well is no sum of two that add up to it', () => {
  const stock = [
    ['F1-84', null, 5, 114.5, 125.95, 'open'],
    ['F1-68', 'bolt', 1, 35.7, 39.27, 'open'],
    ['F1-232', null, 1, 71.8, 78.98, 'sent'],
    ['F1-151', 'nail', 3, 50.8, 55.88, 'sent'],
    ['F1-164', 'nail', 9, 38.4, 42.24, 'paid'],
    ['F1-287', 'washer', 4, 78.8, 86.68, 'sent'],
    ['F1-78', 'bolt', 12, 21.2, 23.32, 'paid'],
    ['F1-285', 'nut', 10, 15, 16.5, 'paid'],
  ]

  expect(dataOf(sheetOf([STOCK_NAMES, ...stock])).rows).toHaveLength(stock.length)
})

test('a record that alone lacks a field is no sum of two that stand elsewhere', () => {
  const stock = [
    ['F1-51', 'nut', 22, 86.8, 95.48, 'open'],
    ['F1-174', null, 40, 78.4, 86.24, 'sent'],
    ['F1-383', 'nut', 8, 42.7, 46.97, 'sent'],
    ['F1-198', 'washer', 0, 71.1, 78.21, 'open'],
    ['F1-284', 'nut', 77, 68.4, 75.24, 'open'],
    ['F1-40', 'bolt', 40, 7.3, 8.03, 'open'],
    ['F1-255', 'nut', 39, 97.6, 107.36, 'open'],
  ]

  expect(dataOf(sheetOf([STOCK_NAMES, ...stock])).rows).toHaveLength(stock.length)
})
