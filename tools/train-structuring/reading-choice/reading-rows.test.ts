import { expect, test } from 'vitest'
import { SHAPES } from '../sheets/generate-sheet.ts'
import { readingRows } from './reading-rows.ts'

test('a table with months across has its readings as rows, the one of the rules first, each with a grade', () => {
  const rows = readingRows(SHAPES.indexOf('cross-months'))

  expect(rows.length).toBeGreaterThan(1)
  expect(rows[0]).toMatchObject({
    n: 0,
    group: 'cross-months',
    label: 1,
    verdict: 'right',
    features: { behind_best: 0 },
  })
  expect(rows.slice(1).every((row) => 'label' in row && Number(row.label) < 1)).toBe(true)
})

test('the same seed gives the same rows', () => {
  for (const seed of [0, 40, 77, 120]) expect(readingRows(seed)).toEqual(readingRows(seed))
})
