import { expect, test } from 'vitest'
import { sheetOf } from '../../test/sheet-of.ts'
import { structureSheet } from './structure-sheet.ts'

const warningsOf = (...args: Parameters<typeof sheetOf>) =>
  structureSheet(sheetOf(...args)).warnings.map(({ code, message }) => `${code}: ${message}`)

test('codes of one length that keep their zeros are no fault', () => {
  const warnings = warningsOf([
    ['code', 'item', 'price'],
    ['0052', 'Nails', 12],
    ['0301', 'Screws', 14],
    ['1120', 'Bolts', 19],
  ])

  expect(warnings).toEqual([])
})

test('a text column of numbers with and without zeros before them is a doubt', () => {
  const warnings = warningsOf([
    ['batch', 'item', 'price'],
    ['007', 'Nails', 12],
    ['31', 'Screws', 14],
    ['1120', 'Bolts', 19],
  ])

  expect(warnings).toEqual([expect.stringMatching(/^leading_zero_kept_as_text/)])
})

test('words among figures are named with their cells, once', () => {
  const warnings = warningsOf([
    ['item', 'price'],
    ['Nails', 12],
    ['Screws', 'on request'],
    ['Bolts', 19],
    ['Nuts', 21],
  ])

  expect(warnings).toEqual([
    'almost_one_type: The column is text: all but these few values are numbers or dates: B3 (on request).',
  ])
})

const PRODUCTS = [
  ['code', 'group', 'product', 'price'],
  ['A-1', 'paper', 'Notebook', 120],
  ['A-2', 'paper', 'Total planner', 340],
  ['A-3', 'pens', 'Marker', 95],
  ['A-4', 'pens', 'Pencil', 40],
]

test('a product that is called a total is a record where it has all that records have', () => {
  expect(warningsOf(PRODUCTS)).toEqual([])
})

test('a row that is called a total and lacks what records have is named', () => {
  const warnings = warningsOf([...PRODUCTS, [null, null, 'Total of stock', 700]])

  expect(warnings).toEqual([expect.stringMatching(/^possible_totals: Rows 6 /)])
})
