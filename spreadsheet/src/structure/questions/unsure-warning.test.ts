import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { structureSheet } from '../structure-sheet.ts'
import { unsureWarning } from './unsure-warning.ts'

const ROWS = [
  ['Trip', 'People', 'Price', 'Guide'],
  ['Caves', 12, 340, 'Ana'],
  ['Lake', 9, 210, 'Rui'],
  ['Castle', 14, 515, 'Ana'],
  ['Vineyard', 7, 260, 'Eva'],
  ['Coast', 11, 305, 'Rui'],
]

function warned(rows: Parameters<typeof sheetOf>[0], change: Partial<Region> = {}) {
  const sheet = sheetOf(rows)
  const [region] = structureSheet(sheet, 1, 'en').regions.filter(({ kind }) => kind === 'data')
  if (!region) throw new Error('the sheet holds no table')
  return unsureWarning(sheet, { ...region, ...change }, [region])
}

test('rows of another shape are named', () => {
  const { code, message, count } = warned(
    [...ROWS.slice(0, 4), ['see the list of Mai', null, null, null], ...ROWS.slice(4)],
    {
      row_roles: [],
    },
  )

  expect({ code, count }).toEqual({ code: 'unsure_reading', count: 1 })
  expect(message).toContain('A1:D7 may be read wrongly')
  expect(message).toContain('whether records, headings or totals among the data stand in row 5, unlike in the others')
})

test('a doubt is spoken of with the rows and columns that it is about', () => {
  const { message } = warned(ROWS, { evidence: ['doubt_header', 'doubt_reading'] })

  expect(message).toContain(
    'which rows name its columns (row 1 is taken for their names, A2:D6 for the rows they name)',
  )
  expect(message).toContain('whether columns B, C')
  expect(message).not.toContain('unlike the others')
})

test('a doubt that nothing on the sheet stands for is not spoken of', () => {
  const { message } = warned(ROWS, { evidence: ['doubt_merges', 'doubt_gaps', 'doubt_kinds', 'doubt_neighbours'] })

  expect(message).toBe(
    'A1:D6 may be read wrongly. It is ambiguous whether it is one table, and whether each of its rows is a record.',
  )
})

test('tables side by side are named', () => {
  const sheet = sheetOf(ROWS)
  const [region] = structureSheet(sheet, 1, 'en').regions
  if (!region) throw new Error('the sheet holds no table')
  const beside = { ...region, region_id: 'r2', range: 'F1:H6' }

  expect(unsureWarning(sheet, region, [region, beside]).message).toContain('F1:H6 side by side')
})
