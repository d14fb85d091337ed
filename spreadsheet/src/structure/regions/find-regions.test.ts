import { expect, test } from 'vitest'
import { type SheetFacts, sheetOf } from '../../../test/sheet-of.ts'
import { spellBox } from '../../xlsx/cell-reference.ts'
import { findRegions } from './find-regions.ts'

type Value = string | number | null

/** `data B4:D9`, from the top left to the bottom right. */
function regionsOf(rows: readonly (readonly Value[])[], facts?: SheetFacts): string[] {
  return findRegions(sheetOf(rows, facts)).map(({ kind, box }) => `${kind} ${spellBox(box)}`)
}

const HEADER = ['name', 'units', 'amount']
const records = (count: number, word = 'item') =>
  Array.from({ length: count }, (_, n) => [`${word} ${n}`, n * 7, n + 0.5])

test('title, subtitle and unit above a table and notes below it are not part of it', () => {
  const rows = [
    ['Sales by branch'],
    ['north region'],
    [null, null, '（単位：千円）'],
    HEADER,
    ...records(4),
    ['※1 preliminary'],
    ['made by us'],
  ]

  expect(regionsOf(rows)).toEqual([
    'title A1:A1',
    'note A2:A2',
    'unit C3:C3',
    'data A4:C8',
    'note A9:A9',
    'note A10:A10',
  ])
})

test('a table knows its title and its unit, the nearest above it', () => {
  const rows = [
    ['First'],
    [null, null, '(in thousands of USD)'],
    HEADER,
    ...records(3),
    [],
    ['Second'],
    HEADER,
    ...records(3),
  ]

  const tables = findRegions(sheetOf(rows)).filter(({ kind }) => kind === 'data')

  expect(tables.map(({ title, unit }) => ({ title, unit }))).toEqual([
    { title: 'First', unit: '(in thousands of USD)' },
    { title: 'Second', unit: null },
  ])
})

test('empty rows between records of the same columns cut no table', () => {
  const rows = [HEADER, ...records(3), [], ...records(3, 'thing'), [], [], ...records(2, 'stuff')]

  expect(regionsOf(rows)).toEqual(['data A1:C12'])
})

test('names of columns behind an empty row begin another table', () => {
  const rows = [HEADER, ...records(4), [], ['place', 'visits', 'hours'], ...records(4, 'town')]

  expect(regionsOf(rows)).toEqual(['data A1:C5', 'data A7:C11'])
})

test('names that look like the first ones begin another table without an empty row', () => {
  const rows = [HEADER, ...records(3), ['place', 'visits', 'hours'], ...records(3, 'town')]
  const isBold = { isBold: true }

  expect(regionsOf(rows, { styles: { 'A1:C1': isBold, 'A5:C5': isBold } })).toEqual(['data A1:C4', 'data A5:C8'])
})

test('the same names once more, as at the top of a page, begin none', () => {
  const rows = [HEADER, ...records(4), HEADER, ...records(4, 'thing')]

  expect(regionsOf(rows)).toEqual(['data A1:C10'])
})

test('a header that an empty row keeps from its values belongs to them', () => {
  const rows = [[null, '2023', '2024'], HEADER, [], ...records(5)]

  expect(regionsOf(rows)).toEqual(['data A1:C8'])
})

test('tables side by side are two where the right one has labels of its own', () => {
  const left = records(6)
  const right = records(4, 'town')
  const rows = [
    [...HEADER, null, 'place', 'visits'],
    ...left.map((record, n) => [...record, null, ...(right[n]?.slice(0, 2) ?? [])]),
  ]

  expect(regionsOf(rows)).toEqual(['data A1:C7', 'data E1:F5'])
})

test('two lists of labels under other names, with values under the same names, are two tables without a gap', () => {
  const side = (word: string) => records(5, word).map((record) => record.slice(0, 2))
  const left = side('asset')
  const right = side('debt')
  const rowsUnder = (names: Value[]) => [names, ...left.map((record, n) => [...record, ...(right[n] ?? [])])]

  expect(regionsOf(rowsUnder(['assets', 'amount', 'liabilities', 'amount']))).toEqual(['data A1:B6', 'data C1:D6'])
  expect(regionsOf(rowsUnder(['item 1', 'amount', 'item 2', 'amount']))).toEqual(['data A1:D6'])
  expect(regionsOf(rowsUnder(['account', 'amount', 'account', 'amount']))).toEqual(['data A1:B6', 'data C1:D6'])
})

test('an empty column inside a table cuts nothing', () => {
  const rows = [
    ['name', 'units', null, 'amount'],
    ...records(6).map(([name, units, amount]) => [name, units, null, amount]),
  ]

  expect(regionsOf(rows as Value[][])).toEqual(['data A1:D7'])
})

test('names of groups inside a table belong to it', () => {
  const rows = [HEADER, ['east'], ...records(3), ['west'], ...records(3, 'thing')]

  expect(regionsOf(rows)).toEqual(['data A1:C9'])
})

test('pairs of a name and its value above a table are no table', () => {
  const rows = [['customer', 'Smith'], ['date', '2024/4/1'], ['number', 'INV-1'], [], [], HEADER, ...records(4)]

  expect(regionsOf(rows)).toEqual(['keyvalue A1:B3', 'data A6:C10'])
})

test('sums below an empty row belong to the table they are computed from', () => {
  const rows = [HEADER, ...records(6), [], [null, 105, null]]

  expect(regionsOf(rows, { formulas: { B9: 'SUM(R[-7]C:R[-2]C)' } })).toEqual(['data A1:C9'])
})

test('a remark beside a table is none of its columns', () => {
  const rows = [HEADER, ...records(9).map((record, n) => (n === 4 ? [...record, 'to be checked'] : record))]

  expect(regionsOf(rows)).toEqual(['data A1:C10', 'note D6:D6'])
})

test('unframed lines below framed ones are notes, however many cells they have', () => {
  const border = { top: true, right: true, bottom: true, left: true }
  const rows = [HEADER, ...records(5), ['1', 'preliminary figures']]

  expect(regionsOf(rows, { styles: { 'A1:C6': { border } } })).toEqual(['data A1:C6', 'note A7:A7', 'note B7:B7'])
})

test('an empty row with lines around its cells is part of the table', () => {
  const border = { top: true, right: true, bottom: true, left: true }
  const rows = [HEADER, ...records(2), [null, null, null], ['Place', 'visits', 'hours'], ...records(2)]

  expect(regionsOf(rows, { styles: { 'A1:C7': { border } } })).toEqual(['data A1:C7'])
})

test('a text that was merged over the whole table is its title, one over a part of it a name', () => {
  const title = ['Report', 'Report', 'Report']
  const group = [null, 'sold', 'sold']

  expect(regionsOf([title, HEADER, ...records(4)])).toEqual(['title A1:C1', 'data A2:C6'])
  expect(regionsOf([group, HEADER, ...records(4)])).toEqual(['data A1:C6'])
})

test('a sheet of a few words still gives a table', () => {
  expect(
    regionsOf([
      [null, 'short', 'long'],
      ['Smith', 'A', 'B'],
    ]),
  ).toEqual(['data A1:C2'])
})

test('a table made with the button of Excel is taken as it is, and what stands around it is looked at apart', () => {
  const rows = [['Report'], HEADER, ...records(4), ['total', 42, 10.5], [null, null, 'checked']]
  const box = { top: 1, left: 0, bottom: 5, right: 2 }

  const found = findRegions(
    sheetOf(rows, { grid: { listObjects: [{ name: 'T', box, hasHeader: true, totalRows: 0 }] } }),
  )

  expect(found.map(({ kind, box, confidence }) => [kind, spellBox(box), confidence])).toContainEqual([
    'data',
    'A2:C6',
    1,
  ])
  expect(found.some(({ kind, box }) => kind === 'title' && spellBox(box) === 'A1:A1')).toBe(true)
})

test('rows under one filter are one table, however many of them are empty', () => {
  const rows = [HEADER, ...records(3), [], ['place', 'visits', 'hours'], ...records(3, 'town')]
  const autoFilter = { top: 0, left: 0, bottom: 8, right: 2 }

  expect(regionsOf(rows)).toHaveLength(2)
  expect(regionsOf(rows, { grid: { autoFilter } })).toEqual(['data A1:C9'])
})

test('no cell is in two regions and none is lost', () => {
  const rows: Value[][] = [
    ['Report', null, null, 'x'],
    [],
    [...HEADER, null, 'place', 'visits'],
    ...records(5).map((record) => [...record, null, ...record.slice(0, 2)]),
    ['* note', null, 'odd'],
    [],
    [null, 5],
  ]
  const sheet = sheetOf(rows)

  const regions = findRegions(sheet)

  for (const { row, column } of sheet.cells) {
    const holding = regions.filter(
      ({ box }) => row >= box.top && row <= box.bottom && column >= box.left && column <= box.right,
    )
    expect(holding).toHaveLength(1)
  }
})

test('lists of words side by side are two where one ends rows before the other, whatever the shorter one leaves empty', () => {
  const people = records(14).map(([name]) => [name ?? null, 'desk', 'noon'])
  const things = records(9, 'thing').map(([name, count], n) => [name ?? null, count ?? null, n % 2 ? null : 'school'])
  const rows = [
    ['name', 'duty', 'meets', null, 'thing', 'pieces', 'lent by'],
    ...people.map((person, n) => [...person, null, ...(things[n] ?? [])]),
  ]

  expect(regionsOf(rows)).toEqual(['data A1:C15', 'data E1:G10'])
})
