import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { structureSheet } from '../structure-sheet.ts'
import { makeTables } from '../tables/make-tables.ts'

function tablesOf(sheet: ReturnType<typeof sheetOf>) {
  const region = structureSheet(sheet, 1, 'en').regions.find(({ kind }) => kind === 'data')
  if (!region) throw new Error('the sheet holds no table')
  return makeTables(sheet, { ...region, outputs: outputsOf(region, 'table', 'en') }).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.map(({ text }) => text)),
  }))
}

const block = (name: string, [first, second]: readonly [number, number]) => [
  [name],
  ['Corporate', first, first + 31, first + 7],
  ['Leisure', second, second + 5, second + 90],
  ['Room nights', first + second, first + second + 36, first + second + 97],
  ['Available', 3720, 3600, 3720],
]

test('rows that come again under each banner are distinguished by it, those below their sum too', () => {
  const sheet = sheetOf(
    [['Segment', 'Jul', 'Aug', 'Sep'], ...block('Base case', [617, 343]), ...block('Low case', [378, 811])],
    {
      merges: ['A2:D2', 'A7:D7'],
      formulas: { 'B5:D5': 'SUM(R[-2]C:R[-1]C)', 'B10:D10': 'SUM(R[-2]C:R[-1]C)' },
    },
  )

  const [table] = tablesOf(sheet)

  expect(table?.rows).toHaveLength(18)
  expect(table?.rows).toContainEqual(['Low case', 'Available', 'Aug', '3600'])
})

test('a sum that is only called a total is no account of what it adds up', () => {
  const sheet = sheetOf(
    [
      ['Defect', 'W14', 'W15', 'W16'],
      ['scratch', 3, 15, 6],
      ['dent', 12, 13, 18],
      ['noise', 8, 6, 2],
      ['Total', 23, 34, 26],
      ['Produced', 2508, 2119, 2251],
    ],
    { formulas: { 'B5:D5': 'SUM(R[-3]C:R[-1]C)' } },
  )

  const [table] = tablesOf(sheet)

  expect(table?.rows).toHaveLength(12)
  expect(table?.rows.flat()).not.toContain('Total')
})
