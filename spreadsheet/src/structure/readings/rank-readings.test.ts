import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { wordsIn } from '../tables/words.ts'
import { findExplode } from './find-explode.ts'
import { findFillDown } from './find-fill-down.ts'
import { findPivot } from './find-pivot.ts'
import { findStack } from './find-stack.ts'
import { findSubtitle } from './find-subtitle.ts'
import { findTranspose } from './find-transpose.ts'
import { findWideToLong } from './find-wide-to-long.ts'
import type { Sample } from './sample.ts'

type Value = string | number | null

/** All rows of a sheet whose first one names the columns. */
function sampleOf(rows: readonly (readonly Value[])[]): Sample {
  const sheet = sheetOf(rows, { isUntyped: true })
  const width = rows[0]?.length ?? 0
  const fieldsOf = (row: number) => Array.from({ length: width }, (_, column) => sheet.cellAt(row, column) ?? null)
  return {
    columns: fieldsOf(0).map((cell, n) => ({ name: `c${n}`, header: cell?.text ?? '', headerCell: cell })),
    rows: rows.slice(1).map((_, n) => fieldsOf(n + 1)),
    numbers: [],
    hasNoHeader: false,
    keepsEmpty: true,
    words: wordsIn('en'),
  }
}

const BEST = 0.5

const stepsOf = (sheet: Sheet) => structureSheet(sheet).regions.find(({ kind }) => kind === 'data')?.reshape ?? null

test('columns named by years are one attribute, distinguished by what their headers say', () => {
  const [best] = findStack(
    sampleOf([
      ['country', '2019', '2020', '2021'],
      ['A', 1.5, 2.5, 3.5],
      ['B', 4.5, 5.5, 6.5],
    ]),
  )

  expect(best?.step).toMatchObject({ kind: 'stack', id_columns: ['c0'], value_columns: ['c1', 'c2', 'c3'] })
  expect(best?.score).toBeGreaterThan(BEST)
})

test('groups of numbered columns repeat, whichever side the number stands on', () => {
  const after = findWideToLong(
    sampleOf([
      ['id', 'item1', 'price1', 'item2', 'price2'],
      ['a', 'x', '1', 'y', '2'],
    ]),
  )
  const before = findWideToLong(
    sampleOf([
      ['id', 'Task 1 Name', 'Task 1 Done', 'Task 2 Name', 'Task 2 Done'],
      ['a', 'x', 'yes', 'y', 'no'],
    ]),
  )

  expect(after[0]?.step).toMatchObject({ labels: ['1', '2'], groups: [{ name: 'item' }, { name: 'price' }] })
  expect(before[0]?.step).toMatchObject({ labels: ['Task 1', 'Task 2'], groups: [{ name: 'Name' }, { name: 'Done' }] })
})

test('rows that hold nothing but a heading head the rows below them; a table full of gaps has none', () => {
  const rows = [
    ['name', 'a', 'b'],
    ['Ferns', null, null],
    ['x', '1', '2'],
    ['Trees', null, null],
    ['y', '3', '4'],
    ['z', '5', '6'],
  ]
  const gaps = [
    ['name', 'a', 'b', 'c', 'd', 'e'],
    ['p', null, null, null, null, null],
    ['q', '1', null, null, null, null],
    ['r', null, null, null, null, null],
    ['s', null, '2', null, null, null],
    ['t', null, null, '3', null, null],
    ['u', null, null, null, '4', null],
    ['v', null, null, null, null, '5'],
  ]

  expect(findSubtitle(sampleOf(rows))[0]?.score).toBeGreaterThan(BEST)
  expect(findSubtitle(sampleOf(gaps))).toEqual([])
})

test('a label that is written once is meant for the rows below it', () => {
  const [best] = findFillDown(
    sampleOf([
      ['quarter', 'month', 'amount'],
      ['1st', 'Jan', '1'],
      [null, 'Feb', '2'],
      [null, 'Mar', '3'],
      ['2nd', 'Apr', '4'],
    ]),
  )

  expect(best?.step).toEqual({ kind: 'fill_down', columns: ['c0'] })
})

test('a field with several values of varying number is a list; a town and its state are not', () => {
  const lists = sampleOf([
    ['who', 'colours'],
    ['a', 'red, blue'],
    ['b', 'red'],
    ['c', 'blue, green, red'],
    ['d', 'green'],
  ])
  const towns = sampleOf([
    ['who', 'where'],
    ['a', 'Salem, Oregon'],
    ['b', 'Orange, California'],
    ['c', 'Boston, Massachusetts'],
    ['d', 'Eugene, Oregon'],
  ])

  expect(findExplode(lists)[0]?.step).toEqual({ kind: 'explode', column: 'c1', separator: ',' })
  expect(findExplode(lists)[0]?.score).toBeGreaterThan(BEST)
  expect(findExplode(towns)[0]?.score ?? 0).toBeLessThan(BEST)
})

test('a table whose rows agree in kind and whose columns do not lies on its side', () => {
  const [best] = findTranspose(
    sampleOf([
      ['Account', 'B1', 'B2', 'B3', 'B4'],
      ['Opened', '2020-01-05', '2020-02-05', '2021-03-05', '2021-04-05'],
      ['Currency', 'USD', 'USD', 'CNY', 'CNY'],
      ['Limit', '100', '200', '300', '400'],
    ]),
  )

  expect(best?.score).toBeGreaterThan(0.7)
})

test('names that come again in the same order are columns', () => {
  const [best] = findPivot(sampleOf([['Name: a'], ['Age: 1'], ['Name: b'], ['Age: 2'], ['Name: c'], ['Age: 3']]))

  expect(best?.step).toEqual({ kind: 'pivot', name_column: 'c0', value_column: 'c0' })
})

test('a plain list is left as it stands, and other readings are offered behind it', () => {
  const sheet = sheetOf([
    ['番号', '日付', '取引先', '数量', '金額'],
    ['001', '2024-04-01', '青葉商事', 3, 12000],
    ['002', '2024-04-02', '大和建材', 15, 4500],
    ['003', '2024-04-03', '北斗電機', 8, 99000],
    ['004', '2024-04-05', '大和建材', 2, 70],
  ])

  expect(stepsOf(sheet)).toBeNull()
})

test('months across the columns of a workbook become rows', () => {
  const sheet = sheetOf([
    ['支店', '4月', '5月', '6月'],
    ['東京', 100, 250, 310],
    ['大阪', 420, 180, 90],
    ['札幌', 75, 60, 88],
  ])

  expect(stepsOf(sheet)).toMatchObject({ kind: 'unpivot', value_columns: ['4月', '5月', '6月'], names_to: ['期間'] })
})

const BRANCHES = [
  ['Branch', 'Apr-24', 'May-24', 'Jun-24'],
  ['East', 100, 250, 310],
  ['West', 420, 180, 90],
]

test('columns that are made of an English table have English names', () => {
  expect(stepsOf(sheetOf(BRANCHES))).toMatchObject({ names_to: ['period'], value_to: 'value' })
})

test('one Japanese label makes a table Japanese, and an English workbook makes every table English', () => {
  const sheet = sheetOf(BRANCHES.with(1, ['東京', 100, 250, 310]))

  expect(stepsOf(sheet)).toMatchObject({ names_to: ['期間'], value_to: '値' })
  expect(structureSheet(sheet, 1, 'en').regions[0]?.reshape).toMatchObject({ names_to: ['period'], value_to: 'value' })
})

test('no reading makes a table many times as large as the sheet', () => {
  const width = 400
  const header = Array.from({ length: width }, (_, n) =>
    n < width / 2 ? `name ${String.fromCharCode(97 + (n % 26))}${n}` : String(2000 + n),
  )
  const sheet = sheetOf([header, header.map((_, n) => n), header.map((_, n) => n * 2)], { isUntyped: true })

  const [region] = structureSheet(sheet).regions
  const readings = [region?.reshape ?? null, ...(region?.alternatives ?? []).map(({ patch }) => patch.reshape ?? null)]

  const repeated = readings
    .flatMap((reading) => (reading === null ? [] : 'kind' in reading ? [reading] : reading))
    .map(fieldsOf)
  expect(Math.max(0, ...repeated)).toBeLessThanOrEqual(8 * width)
})

function fieldsOf(step: Reshape): number {
  return step.kind === 'stack' ? step.value_columns.length * (step.id_columns.length + 2) : 0
}

test('headings and periods together: the heading stays beside every value', () => {
  const sheet = sheetOf(
    [
      ['Item', 'Q1', 'Q2', 'Q3', 'Q4'],
      ['Housewares', null, null, null, null],
      ['Pots', '5', '6', '8', '7'],
      ['Pans', '2', '3', '2', '1'],
      ['Electronics', null, null, null, null],
      ['Phones', '27', '36', '32', '21'],
      ['Sets', '12', '18', '16', '6'],
    ],
    { isUntyped: true },
  )

  expect(stepsOf(sheet)).toMatchObject([
    { kind: 'subtitle', name_to: 'category' },
    { kind: 'stack', id_columns: ['category', 'Item'], value_columns: ['Q1', 'Q2', 'Q3', 'Q4'] },
  ])
})

test('a file of nothing but names and values, line by line, is a table of records', () => {
  const record = ['Found: today', 'Title: lens', 'Price: 10 kr']
  const lines = [...record, ...record, ...record]
  const sheet = sheetOf(
    lines.map((line) => [line]),
    { isUntyped: true },
  )

  expect(stepsOf(sheet)).toMatchObject({ kind: 'pivot' })
})

test('a number alone under a number is a second value of its row and no heading', () => {
  const found = findSubtitle(
    sampleOf([
      ['部門', '人数'],
      ['営業', 8508],
      [null, -6603],
      ['経理', 3130],
      [null, -192],
      ['総務', 2530],
    ]),
  )

  expect(found).toEqual([])
})

test('a statement with plan and outcome of each month is one of levels, which have one column of values', () => {
  const figures = (plan: number, actual: number) => [plan, actual, plan + 7, actual - 5]
  const { regions } = structureSheet(
    sheetOf(
      [
        ['科目', '4月', null, '5月', null],
        [null, '予算', '実績', '予算', '実績'],
        ['売上高', ...[300, 311, 314, 301]],
        ['  国内', ...figures(100, 104)],
        ['  海外', ...figures(200, 207)],
        ['売上原価', ...[120, 118, 134, 108]],
        ['  材料費', ...figures(80, 77)],
        ['  外注費', ...figures(40, 41)],
        ['売上総利益', ...[180, 193, 180, 193]],
      ],
      { merges: ['B1:C1', 'D1:E1', 'A1:A2'] },
    ),
  )
  const table = regions.find(({ kind }) => kind === 'data')

  expect(table?.reshape).toMatchObject({ kind: 'unpivot', names_to: ['期間', '区分'] })
})

test('a list that goes on in blocks beside the first, under the same names, is one list', () => {
  const person = (n: number) => [`person ${(n * 7919) % 97}`, `0${212 + ((n * 31) % 700)}`, `room ${(n * 13) % 9}`]
  const sheet = sheetOf([
    ['Name', 'Ext.', 'Room', 'Name', 'Ext.', 'Room', 'Name', 'Ext.', 'Room'],
    ...Array.from({ length: 8 }, (_, n) => [...person(n), ...person(n + 8), ...person(n + 16)]),
  ])
  const [table] = structureSheet(sheet, 1, 'en').regions

  expect(table?.reshape).toMatchObject({ kind: 'wide_to_long', id_columns: [], name_to: null })
  expect(table?.columns).toHaveLength(9)
})

test('candidates side by side under groups of fields are turned, and each field is called by its group and its name', () => {
  const offices = sheetOf(
    [
      ['field', null, 'Office 1', 'Office 2', 'Office 3'],
      ['place', 'station', 'Central', 'Harbour', 'Mill Lane'],
      [null, 'minutes on foot', 5, 8, 7],
      [null, 'address', '4 High St', '19 Quay Rd', '8 Mill Lane'],
      ['cost', 'rent', 835000, 662000, 1021000],
      [null, 'free from', '2027-05-01', '2027-01-15', '2027-06-15'],
      [null, 'repairs', 'landlord', 'tenant', 'landlord'],
    ],
    { merges: ['A1:B1', 'A2:A4', 'A5:A7'], styles: { 'A1:E1': { isBold: true } } },
  )

  expect(stepsOf(offices)).toEqual({ kind: 'transpose', labels: 2 })
})

test('columns under one name that a total adds up become rows, whatever else the rows say', () => {
  const sizes = ['XS', 'S', 'M', 'L']
  const stock = [
    ['02295', 'Hoodie', 'Navy', 26, 45, 12, 60],
    ['02311', 'Hoodie', 'Stone', 56, 11, 27, 27],
    ['08706', 'Polo', 'Black', 39, 40, 10, 13],
    ['04463', 'Polo', 'Red', 2, 32, 42, 48],
  ]
  const total = (row: readonly Value[]) => row.slice(3).reduce((sum: number, value) => sum + Number(value), 0)
  const crossed = sheetOf(
    [
      [null, null, null, 'Size', null, null, null, null],
      ['Style', 'Name', 'Colour', ...sizes, 'Total'],
      ...stock.map((row) => [...row, total(row)]),
    ],
    { merges: ['D1:G1'] },
  )

  expect(stepsOf(crossed)).toMatchObject({ kind: 'unpivot', id_columns: ['Style', 'Name', 'Colour'] })
})

test('lines of a record that are called by what they hold become columns, and lines of one kind stay rows', () => {
  const rooms = [101, 102, 103, 104]
  const ledger = (upper: (n: number) => readonly Value[], lower: (n: number) => readonly Value[]) =>
    sheetOf(
      [
        ['room', 'line', 'first half', 'second half', 'notes'],
        ...rooms.flatMap((room, n) => [
          [room, 'one', ...upper(n), 'x'],
          [null, 'other', ...lower(n), null],
        ]),
      ],
      { merges: rooms.flatMap((_, n) => [`A${2 * n + 2}:A${2 * n + 3}`, `E${2 * n + 2}:E${2 * n + 3}`]) },
    )
  const days = (n: number) => [`2025-01-1${n}`, `2025-07-2${n}`]
  const sums = (n: number) => [81000 + n * 317, 79000 + n * 211]

  expect(stepsOf(ledger(days, sums))).toMatchObject({
    kind: 'join_lines',
    lines: 2,
    columns: [
      { name: 'room' },
      { name: 'first half_one' },
      { name: 'first half_other' },
      { name: 'second half_one' },
      { name: 'second half_other' },
      { name: 'notes' },
    ],
  })
  expect([stepsOf(ledger(sums, sums))].flat().map((step) => step?.kind)).not.toContain('join_lines')
})

test('marks and what they are worth, under each subject, are not mixed in one column', () => {
  const pupils = Array.from({ length: 8 }, (_, n) => [
    n + 1,
    `Pupil ${'ABCDEFGH'[n]}`,
    ...[0, 1, 2].flatMap((subject) => [40 + ((n * 17 + subject * 29) % 60), 38.4 + ((n * 7 + subject * 5) % 21) / 1.3]),
  ])
  const marks = sheetOf(
    [
      ['no', 'name', 'maths', null, 'English', null, 'science', null],
      [null, null, ...['marks', 'score', 'marks', 'score', 'marks', 'score']],
      ...pupils,
    ],
    { merges: ['A1:A2', 'B1:B2', 'C1:D1', 'E1:F1', 'G1:H1'], styles: { 'A1:H2': { isBold: true } } },
  )

  expect(stepsOf(marks)).toMatchObject({ kind: 'wide_to_long', groups: [{ name: 'marks' }, { name: 'score' }] })
})

test('the branches above their products, which sum them up, stand beside each product', () => {
  const branch = (name: string, seed: number) => {
    const parts = ['Kettles', 'Toasters', 'Irons'].map((product, n) => [
      product,
      ...[1, 200, 2, 300].map((m) => seed * m + n * 13),
    ])
    const sums = [1, 2, 3, 4].map((m) => parts.reduce((sum, part) => sum + Number(part[m]), 0))
    return [[name, ...sums], ...parts]
  }
  const pivot = sheetOf(
    [
      [null, 'Jan', null, 'Feb', null],
      ['Row Labels', 'Units', 'Revenue', 'Units', 'Revenue'],
      ...branch('Bath', 217),
      ...branch('Cardiff', 141),
      ...branch('Swindon', 93),
    ],
    {
      merges: ['B1:C1', 'D1:E1'],
      styles: { 'A1:E3': { isBold: true }, 'A7:E7': { isBold: true }, 'A11:E11': { isBold: true } },
    },
  )

  expect([stepsOf(pivot)].flat().map((step) => step?.kind)).toEqual(['heads', 'wide_to_long'])
})
