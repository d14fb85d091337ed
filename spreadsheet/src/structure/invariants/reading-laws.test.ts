import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { brokenLaw } from './reading-laws.ts'

function tableOf(sheet: Sheet): Region {
  const [table] = structureSheet(sheet).regions.filter(({ kind }) => kind === 'data')
  if (!table) throw new Error('the sheet holds no table')
  return table
}

const kindsOf = (reshape: Region['reshape']) => stepsOf({ reshape }).map(({ kind }) => kind)

const fillDown = (...columns: string[]): Reshape => ({ kind: 'fill_down', columns })

test('a field with several values is offered to be split, and never split by itself', () => {
  const lines = [
    ['order', 'skills'],
    ['1', 'sql, python'],
    ['2', 'python'],
    ['3', 'sql, excel, python'],
    ['4', 'excel, sql'],
    ['5', 'sql'],
  ]

  const table = tableOf(sheetOf(lines, { isUntyped: true }))

  expect(kindsOf(table.reshape)).not.toContain('explode')
  expect(table.alternatives.flatMap(({ patch }) => kindsOf(patch.reshape ?? null))).toContain('explode')
})

const BY_TEAM = [
  ['team', 'task', 'hours'],
  ['Blue', 'design', 31],
  [null, 'build', 44],
  ['Red', 'support', 12],
  [null, 'travel', 27],
  [null, 'audit', 8],
]

test('an empty cell below a label means that label where the cells are merged', () => {
  const merged = sheetOf(BY_TEAM, { merges: ['A2:A3', 'A4:A6'] })

  expect(brokenLaw(merged, tableOf(merged), [fillDown('team')])).toBeNull()
})

test('an empty cell below a label means that label where a line closes every group', () => {
  const line = { border: { top: true, right: false, bottom: false, left: false } }
  const ruled = sheetOf(BY_TEAM, { styles: { 'A4:C4': line } })

  expect(brokenLaw(ruled, tableOf(ruled), [fillDown('team')])).toBeNull()
})

test('an empty cell below a label means that label where only both columns together name a row', () => {
  const sheet = sheetOf([
    ['shop', 'item', 'sold'],
    ['North', 'tea', 4],
    [null, 'milk', 9],
    ['South', 'tea', 7],
    [null, 'milk', 2],
  ])

  expect(brokenLaw(sheet, tableOf(sheet), [fillDown('shop')])).toBeNull()
})

test('a sparse column is left alone: nothing says that its empty cells mean anything', () => {
  const sheet = sheetOf([
    ['remark', 'invoice', 'amount'],
    ['urgent', 'R-1', 310],
    [null, 'R-2', 87],
    ['returned', 'R-3', 45],
    [null, 'R-4', 921],
    [null, 'R-5', 12],
  ])
  const table = tableOf(sheet)

  expect(brokenLaw(sheet, table, [fillDown('remark')])).toEqual({ law: 'values_stay', columns: ['remark'] })
  expect(kindsOf(table.reshape)).not.toContain('fill_down')
})

test('a label that is missing here and there, as the text beside it is, is left alone', () => {
  const shops = ['North', 'South', null, 'West', 'South', 'North', 'West', null, 'North', 'East']
  const items = ['tea', null, 'milk', 'tea', 'salt', 'milk', null, 'rice', 'salt', 'rice']
  const sheet = sheetOf([['shop', 'item', 'sold'], ...shops.map((shop, n) => [shop, items[n] ?? null, n * 13 + 4])])
  const table = tableOf(sheet)

  expect(brokenLaw(sheet, table, [fillDown('shop')])).toEqual({ law: 'values_stay', columns: ['shop'] })
  expect(kindsOf(table.reshape)).not.toContain('fill_down')
})

test('a measure beside the columns that become rows is not repeated: the table stays as it stands', () => {
  const sheet = sheetOf([
    ['staff', 'Jan', 'Feb', 'Mar', 'pension'],
    ['Abe', 2105, 2210, 2180, 403],
    ['Ito', 1988, 2043, 1975, 371],
    ['Ono', 2530, 2499, 2610, 455],
  ])
  const table = tableOf(sheet)

  expect(kindsOf(table.reshape)).toEqual([])
  expect(table.alternatives.flatMap(({ patch }) => kindsOf(patch.reshape ?? null))).toContain('unpivot')
})

test('numbers that name their row are repeated beside its values', () => {
  const sheet = sheetOf([
    ['No', 'shop', 'Jan', 'Feb', 'Mar'],
    [1, 'North', 21, 35, 30],
    [2, 'South', 44, 41, 52],
    [3, 'West', 18, 25, 29],
  ])

  expect(kindsOf(tableOf(sheet).reshape)).toEqual(['unpivot'])
})

const RECORDS = [
  ['code', 'amount', 'net', 'gross', 'due'],
  ['A-1', '3', '3.00', '3.30', '2026-01-03'],
  ['A-2', '5', '5.00', '5.50', '2026-01-05'],
  ['A-3', '4', '4.00', '4.40', '2026-01-04'],
]

test.each([
  ['alike figures', RECORDS],
  [
    'two words each',
    [
      ['flower_length', 'flower_width', 'leaf_length', 'leaf_width', 'kind'],
      ['5', '3', '2', '1', 'a'],
      ['6', '4', '3', '2', 'b'],
    ],
  ],
  [
    'numbered questions',
    [
      ['sheet', 'ask 1', 'ask 2', 'ask 3', 'ask 4'],
      ['a', '3', '4', '2', '5'],
      ['b', '1', '2', '3', '4'],
      ['c', '2', '2', '5', '1'],
    ],
  ],
  [
    'readings of an hour',
    [
      ['at', 'heat', 'damp', 'volt'],
      ['2026-01-01 07:15', '21.7', '52.9', '3.1'],
      ['2026-01-01 08:15', '20.9', '50.0', '3.4'],
      ['2026-01-01 09:15', '25.9', '22.0', '4.0'],
    ],
  ],
])('a record keeps its fields, in a delimited file and in a workbook: %s', (_, rows) => {
  for (const isUntyped of [true, false]) {
    const table = tableOf(sheetOf(rows, { isUntyped }))

    expect(kindsOf(table.reshape)).toEqual([])
    expect(table.orientation).toBe('rows')
  }
})

test('columns of alike figures are offered as rows, and months are made rows', () => {
  const [, ...records] = RECORDS
  const months = [['code', 'Jan', 'Feb', 'Mar', 'due'], ...records]

  const [standing, wide] = [RECORDS, months].map((rows) => tableOf(sheetOf(rows, { isUntyped: true })))

  expect(standing?.alternatives.flatMap(({ patch }) => kindsOf(patch.reshape ?? null))).toContain('stack')
  expect(kindsOf(wide?.reshape ?? null)).toEqual(['stack'])
})

test('attributes that repeat with a number are brought under one another', () => {
  const rows = [
    ['order', 'item 1', 'price 1', 'item 2', 'price 2'],
    ['a', 'tea', '3', 'milk', '1'],
    ['b', 'salt', '2', 'rice', '4'],
  ]

  expect(kindsOf(tableOf(sheetOf(rows, { isUntyped: true })).reshape)).toEqual(['wide_to_long'])
})

test('a column of totals never stands among what it adds up, and tells that the others are one measure', () => {
  const rows = [
    ['Description', 'Q1', 'Q2', 'Q3', 'Sum'],
    ['Marker', '20', '38', '62', '120'],
    ['Binder', '1', '1', '5', '7'],
    ['Desk', '16', '1', '46', '63'],
    ['Sum', '37', '40', '113', '190'],
  ]
  const halls = [
    ['Part', 'Sum', 'Hall A', 'Hall B', 'Hall C'],
    ...rows.slice(1).map(([name, a, b, c, sum]) => [name ?? '', sum ?? '', a ?? '', b ?? '', c ?? '']),
  ]

  for (const lines of [rows, halls]) {
    const table = tableOf(sheetOf(lines, { isUntyped: true }))
    const [step] = stepsOf({ reshape: table.reshape })

    expect(step).toMatchObject({ kind: 'stack' })
    expect(step?.kind === 'stack' && step.value_columns).not.toContain('Sum')
  }
})
