import { expect, test } from 'vitest'
import { sheetOf } from '../../../../test/sheet-of.ts'
import { structureSheet } from '../../structure-sheet.ts'

const tablesOf = (...args: Parameters<typeof sheetOf>) =>
  structureSheet(sheetOf(...args), 1, 'en').regions.filter(({ kind }) => kind === 'data')

test('sections behind empty rows are of the table whose names stand at the top', () => {
  const item = (code: string, n: number) => [code, `work ${n}`, 'm', 12 + 7 * n, 190.5 + 31 * n]
  const section = (code: string, name: string) => [
    [code, name, null, null, null],
    ...[1, 2, 3, 4].map((n) => item(`${code}${n}`, n)),
    [],
  ]
  const [table, ...others] = tablesOf(
    [
      ['Item', 'Description', 'Unit', 'Quantity', 'Rate'],
      ...section('A', 'Preliminaries'),
      ...section('B', 'Earthworks'),
      ...section('C', 'Drainage'),
    ],
    {
      styles: {
        'A1:E1': { isBold: true },
        'A2:B2': { isBold: true },
        'A8:B8': { isBold: true },
        'A14:B14': { isBold: true },
      },
    },
  )

  expect([table?.range, others]).toEqual(['A1:E18', []])
})

const reading = (n: number) => [`day ${n}`, 36.2 + (n % 7) / 10, 120 + ((n * 13) % 31), 60 + ((n * 7) % 23)]
const NAMES = ['Date', 'Temperature', 'Pressure', 'Pulse']

test('a page that says that it goes on is of the table above', () => {
  const days = Array.from({ length: 16 }, (_, n) => reading(n + 1))
  const [table, ...others] = tablesOf([
    ['Vital signs'],
    [],
    NAMES,
    ...days.slice(0, 8),
    [],
    ['Vital signs (cont.)'],
    NAMES,
    ...days.slice(8),
  ])

  expect([table?.range, others]).toEqual(['A3:D22', []])
  expect(table?.row_roles).toContainEqual({ role: 'note', rows: [13] })
})

test('the last text of a list above names that come again is no title', () => {
  const tasks = Array.from({ length: 24 }, (_, n) => [
    n % 6 === 0 ? `T${n}` : null,
    n % 6 === 0 ? `topic ${n}` : null,
    `task ${n}`,
  ])
  const names = ['Code', 'Topic', 'Task']
  const [table, ...others] = tablesOf([names, ...tasks.slice(0, 11), names, ...tasks.slice(11)])

  expect([table?.range, others]).toEqual(['A1:C26', []])
})
