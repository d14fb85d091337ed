import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { settleSheet } from '../invariants/settle-sheet.ts'
import { outputsOf } from '../names/outputs-of.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { makeTables } from './make-tables.ts'

function tablesOf(sheet: Sheet) {
  const { regions } = settleSheet(sheet, structureSheet(sheet, 1, 'en'), (region) => outputsOf(region, 'list', 'en'))
  return regions
    .filter(({ kind }) => kind === 'data')
    .flatMap((region) => makeTables(sheet, region))
    .map(({ columns, rows }) => ({
      names: columns.map(({ name }) => name),
      rows: rows.map((row) => row.map(({ text }) => text)),
    }))
}

const bold = { isBold: true }

const WORKS = sheetOf(
  [
    ['Mark', 'Item', 'Qty', 'Unit', 'Price', 'Amount'],
    ['A', 'Groundworks', null, null, null, null],
    [null, 'Digging', 12, 'm3', 40, 480],
    [null, 'Gravel', 30, 'm2', 9, 270],
    [null, 'Subtotal', null, null, null, 750],
    ['B', 'Fencing', null, null, null, null],
    [null, 'Posts', 18, 'pcs', 25, 450],
    [null, 'Panels', 17, 'pcs', 60, 1020],
    [null, 'Gate', 1, 'pcs', 310, 310],
    [null, 'Subtotal', null, null, null, 1780],
    [null, 'Total', null, null, null, 2530],
  ],
  { styles: { 'A1:F2': bold, 'A5:F6': bold, 'A10:F11': bold } },
)

test('a code and a name above lines without a code head them: the name is a column, the code stays in its own', () => {
  const [lines] = tablesOf(WORKS)

  expect(lines?.names).toEqual(['category', 'Mark', 'Item', 'Qty', 'Unit', 'Price', 'Amount'])
  expect(lines?.rows).toHaveLength(5)
  expect(lines?.rows[0]).toEqual(['Groundworks', 'A', 'Digging', '12', 'm3', '40', '480'])
  expect(lines?.rows[4]?.slice(0, 3)).toEqual(['Fencing', 'B', 'Gate'])
})

test('the sum of a group is called by its heading, and the sum of all groups is not', () => {
  const [, totals] = tablesOf(WORKS)

  expect(totals).toEqual({
    names: ['category', 'Mark', 'Item', 'Amount'],
    rows: [
      ['Groundworks', 'A', 'Subtotal', '750'],
      ['Fencing', 'B', 'Subtotal', '1780'],
      [null, null, 'Total', '2530'],
    ],
  })
})

test('headings under headings are a column each', () => {
  const indent = (n: number) => ({ indent: n })
  const sheet = sheetOf(
    [
      ['Place', 'Seats', 'Rows', 'Doors'],
      ['North', null, null, null],
      ['Ground floor', null, null, null],
      ['Hall', 120, 12, 4],
      ['Studio', 40, 5, 2],
      ['First floor', null, null, null],
      ['Gallery', 60, 6, 2],
      ['South', null, null, null],
      ['Ground floor', null, null, null],
      ['Stage', 310, 19, 6],
      ['Foyer', 25, 3, 3],
    ],
    {
      styles: {
        'A1:D1': bold,
        'A2:A2': bold,
        'A8:A8': bold,
        'A3:A3': indent(1),
        'A6:A6': indent(1),
        'A9:A9': indent(1),
      },
    },
  )
  const [places] = tablesOf(sheet)

  expect(places?.names).toEqual(['category', 'category2', 'Place', 'Seats', 'Rows', 'Doors'])
  expect(places?.rows.map((row) => row.slice(0, 3))).toEqual([
    ['North', 'Ground floor', 'Hall'],
    ['North', 'Ground floor', 'Studio'],
    ['North', 'First floor', 'Gallery'],
    ['South', 'Ground floor', 'Stage'],
    ['South', 'Ground floor', 'Foyer'],
  ])
})

test('headings that say what they are name their column', () => {
  const sheet = sheetOf([
    ['Day', 'Text', 'Amount'],
    ['Account: Travel', null, null],
    ['2026-04-05', 'Taxi', 45],
    ['2026-04-11', 'Train', 61],
    ['Account: Rent', null, null],
    ['2026-04-30', 'April', 900],
    ['2026-05-31', 'May', 900],
  ])
  const [entries] = tablesOf(sheet)

  expect(entries?.names[0]).toBe('Account')
  expect(entries?.rows.map(([account]) => account)).toEqual(['Travel', 'Travel', 'Rent', 'Rent'])
})

const slip = (no: string, day: string, customer: string, lines: readonly (string | number)[][]) => [
  ['No.', no, 'Day', day],
  ['Customer', customer],
  ['Article', 'Qty', 'Price', 'Amount'],
  ...lines,
  ['Total', null, null, lines.reduce((sum, line) => sum + Number(line[3]), 0)],
  [null],
]

test('slips below one another are one table, with what stands above each beside its lines', () => {
  const sheet = sheetOf([
    ...slip('00418', '2026-06-02', 'Inn at the lake', [
      ['Miso', 5, 3450, 17250],
      ['Sake', 1, 5200, 5200],
    ]),
    ...slip('00419', '2026-06-08', 'Noodle house', [
      ['Miso', 1, 3450, 3450],
      ['Nori', 7, 4100, 28700],
      ['Rice', 2, 11800, 23600],
    ]),
    ...slip('00431', '2026-06-14', 'School kitchen', [
      ['Rice', 4, 11800, 47200],
      ['Nori', 2, 4100, 8200],
    ]),
  ])
  const [lines, totals] = tablesOf(sheet)

  expect(lines?.names).toEqual(['No.', 'Day', 'Customer', 'Article', 'Qty', 'Price', 'Amount'])
  expect(lines?.rows).toHaveLength(7)
  expect(lines?.rows[2]).toEqual(['00419', '2026-06-08', 'Noodle house', 'Miso', '1', '3450', '3450'])
  expect(totals?.rows.map((row) => [row[0], row.at(-1)])).toEqual([
    ['00418', '22450'],
    ['00419', '55750'],
    ['00431', '55400'],
  ])
})

test('pages of a ledger whose heads name another account keep it beside each row, and page numbers go', () => {
  const page = (account: string, number: number, days: readonly string[]) => [
    ['General ledger', null, null, null],
    [`Account: ${account}`, null, null, `Page ${number}`],
    ['Miller Ltd.', null, null, '(in euros)'],
    ['Day', 'Text', 'Debit', 'Balance'],
    ...days.map((day, n) => [day, `entry ${n}`, 10 + n, 100 + 7 * n]),
    [null],
  ]
  const sheet = sheetOf([
    ...page('Travel', 1, ['2026-04-05', '2026-04-11', '2026-04-13']),
    ...page('Travel', 2, ['2026-05-01', '2026-05-09', '2026-05-12']),
    ...page('Rent', 1, ['2026-04-30', '2026-05-31', '2026-06-30']),
  ])
  const [entries] = tablesOf(sheet)

  expect(entries?.names).toEqual(['Account', 'Day', 'Text', 'Debit', 'Balance'])
  expect(entries?.rows.map(([account]) => account)).toEqual([
    ...Array.from({ length: 6 }, () => 'Travel'),
    ...Array.from({ length: 3 }, () => 'Rent'),
  ])
})
