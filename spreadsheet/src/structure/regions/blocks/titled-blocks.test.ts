import { expect, test } from 'vitest'
import { sheetOf } from '../../../../test/sheet-of.ts'
import { structureSheet } from '../../structure-sheet.ts'

const regionsOf = (sheet: ReturnType<typeof sheetOf>) =>
  structureSheet(sheet, 1, 'en').regions.map(({ kind, range }) => `${kind} ${range}`)
const tablesOf = (sheet: ReturnType<typeof sheetOf>) => regionsOf(sheet).filter((region) => region.startsWith('data'))

const car = (n: number) => [`van ${n}`, 'light', 12_000 + 731 * n, n % 3 === 0 ? 'new tyres' : null]
const driver = (n: number) => [`0${210 + 17 * n}`, `driver ${n}`, 'large']

test('blocks with a title each are tables of their own, although one column alone parts them', () => {
  const rows = Array.from({ length: 9 }, (_, n) => [...(n < 6 ? car(n) : [null, null, null, null]), null, ...driver(n)])

  const sheet = sheetOf([
    ['Cars', null, null, null, null, 'Drivers'],
    ['plate', 'kind', 'km', 'remark', null, 'number', 'name', 'licence'],
    ...rows,
  ])

  expect(tablesOf(sheet)).toEqual(['data A2:D8', 'data F2:H11'])
})

test('a list under one title with an empty column inside stays one table', () => {
  const rows = Array.from({ length: 9 }, (_, n) => [...car(n), null, ...driver(n)])

  const sheet = sheetOf([
    ['Cars and drivers'],
    ['plate', 'kind', 'km', 'remark', null, 'number', 'name', 'licence'],
    ...rows,
  ])

  expect(tablesOf(sheet)).toHaveLength(1)
})

test('behind one empty column a full block that ends rows before the other is a table of its own', () => {
  const rows = Array.from({ length: 9 }, (_, n) => [
    `${n + 1}-${n + 2}`,
    `team ${n}`,
    `hall ${n % 2}`,
    null,
    ...(n < 5 ? [`post ${n}`, `name ${n}`, `0${310 + 7 * n}`] : []),
  ])

  expect(tablesOf(sheetOf([['days', 'team', 'place', null, 'post', 'name', 'phone'], ...rows]))).toEqual([
    'data A1:C10',
    'data E1:G6',
  ])
})

test('under another title the same first name with other names behind it begins a table', () => {
  const sheet = sheetOf([
    ['Polo shirts'],
    ['article', 'S', 'M', 'L'],
    ['classic', 38.9, 40.75, 45.5],
    ['ladies', 15.6, 16.8, 18.9],
    [],
    ['Trousers'],
    ['article', '28', '30', '32', '34'],
    ['cargo', 42.1, 44.9, 51.2, 53],
    ['stretch', 48.2, 55, 56.3, 60],
  ])

  expect(tablesOf(sheet)).toEqual(['data A2:D4', 'data A7:E9'])
})

test('the number and the day of a letter beside an address are a form above its lines', () => {
  const sheet = sheetOf([
    [null, null, null, null, null, '注文番号', 'PO-26-0318'],
    ['大和精機株式会社 御中', null, null, null, null, '注文日', '2026/03/18'],
    ['下記の通り注文いたします。', null, null, null, null, '担当者', '松本 直美'],
    [],
    ['No.', '品名', '数量', '単位', '単価', '金額', '納期'],
    [1, 'ギヤ', 2, '個', 9040, 18080, '2026/04/07'],
    [2, 'リング', 26, '袋', 3500, 91000, '2026/04/01'],
    [3, 'モータ', 52, '台', 8490, 441480, '2026/04/09'],
  ])

  expect(regionsOf(sheet)).toEqual(['keyvalue F1:G3', 'note A2:A2', 'note A3:A3', 'data A5:G8'])
})

test('halves under a heading each that have the same names and other labels are two tables', () => {
  const costs = ['Rent', 'Insurance', 'Repairs', 'Wages', 'Postage', 'Fuel']
  const income = ['Bar', 'Fees', 'Grants', 'Gifts']
  const rows = costs.map((name, n) => [
    6010 + n,
    name,
    120 + 31 * n,
    ...(n < income.length ? [7010 + n, income[n] ?? '', 95 + 47 * n] : []),
  ])
  const sheet = sheetOf(
    [['COSTS', null, null, 'INCOME'], ['Account', 'Name', 'Amount', 'Account', 'Name', 'Amount'], ...rows],
    { merges: ['A1:C1', 'D1:F1'], styles: { 'A1:F2': { isBold: true } } },
  )

  expect(tablesOf(sheet)).toHaveLength(2)
})

test('blocks with a title each are tables of their own below a form that fills the column between them', () => {
  const sheet = sheetOf([
    ['Stall plan'],
    ['group', '2-3', null, 'stall', 'Octopus', null, 'head', 'Hirose'],
    [],
    ['1. costs', null, null, null, null, '2. duty', null, null, null, '3. tools'],
    ['item', 'count', 'unit', 'amount', null, 'time', 'kitchen', 'sale', null, 'tool', 'count', 'from'],
    ...Array.from({ length: 8 }, (_, n) => [
      ...[`item ${n}`, 11 + n * 3, 'bag', 4125 + 731 * n, null],
      ...(n < 4 ? [`${9 + n}:00`, `cook ${n}`, `clerk ${n}`] : [null, null, null]),
      ...(n < 6 ? [null, `tool ${n}`, 1 + (n % 4), 'school'] : []),
    ]),
  ])

  expect(tablesOf(sheet)).toEqual(['data A5:D13', 'data F5:H9', 'data J5:L11'])
})

test('cards below each other with a title and a line of pairs each are tables of their own', () => {
  const card = (title: string, seed: number) => [
    [title],
    ['Portions', 20 + seed, 'Price', 6.5 + seed],
    ['Ingredient', 'Qty', 'Unit', 'Cost'],
    ...['Flour', 'Butter', 'Apples', 'Sugar'].map((name, n) => [name, 2.5 + n + seed, 'kg', 18.2 * (n + 1) + seed]),
  ]
  const bold = { isBold: true }
  const sheet = sheetOf([...card('Soup', 1), [], ...card('Risotto', 7)], {
    merges: ['A1:D1', 'A9:D9'],
    styles: { A1: bold, 'A3:D3': bold, A9: bold, 'A11:D11': bold },
  })

  expect(tablesOf(sheet)).toEqual(['data A3:D7', 'data A11:D15'])
})

test('weeks of a roster below each other, with days of their own, are tables of their own', () => {
  const week = (name: string, first: number) => [
    [name, 'Mon', 'Tue', 'Wed', 'Thu', 'Shifts'],
    ['Name', ...[0, 1, 2, 3].map((n) => `2025-06-${String(first + n).padStart(2, '0')}`)],
    ...['Priya', 'Hugh', 'Rosa', 'Derek'].map((person, n) => [person, 'L', 'E', n % 2 ? 'OFF' : 'D', 'L', 3 + (n % 2)]),
  ]
  const bold = { isBold: true }
  const sheet = sheetOf([...week('Week 23', 2), [], ...week('Week 24', 9), [], ...week('Week 25', 16)], {
    styles: { 'A1:F2': bold, 'A8:F9': bold, 'A15:F16': bold },
  })

  expect(tablesOf(sheet)).toEqual(['data A1:F6', 'data A8:F13', 'data A15:F20'])
})
