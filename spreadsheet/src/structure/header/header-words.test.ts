import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Sheet } from '../sheet.ts'
import { findShape } from './find-shape.ts'

const shapeOf = (sheet: Sheet) => findShape(sheet, sheet.box)

test('whole numbers that a program wrote to five decimals may name columns', () => {
  const marks = Array.from({ length: 6 }, (_, n) => [`pupil ${n}`, `${7 + n}.50000`, `${9 - n}.25000`, '8.75000'])
  const sheet = sheetOf([[null, 'Homework', null, null], [null, '1.00000', '2.00000', '3.00000'], ...marks], {
    isUntyped: true,
  })

  expect(shapeOf(sheet).headerRows).toEqual([0, 1])
})

test('a group above rows that are named in the second column is no part of the header', () => {
  const sheet = sheetOf([
    [null, null, 'Number', 'Share'],
    ['Sex', null, null, null],
    [null, 'Female', 544, 41.9],
    [null, 'Male', 350, 41.7],
    ['Age', null, null, null],
    [null, '18-24', 64, 50.3],
  ])

  expect(shapeOf(sheet).headerRows).toEqual([0])
})

test('none of something is counted, and a number of something names it', () => {
  const rows = [
    ['north', 3, 16158],
    ['south', 12, 105348],
    ['west', 76, 39975],
  ]

  expect(shapeOf(sheetOf([['Region', 'No Qualification', 'Level 1'], ...rows])).labelColumns).toEqual([0])
  expect(shapeOf(sheetOf([['Region', 'Case No.', 'Level 1'], ...rows])).labelColumns).toEqual([0, 1])
})

test('words for no value name columns where they stand above all values and nowhere else', () => {
  const bits = Array.from({ length: 5 }, (_, n) => [`run ${n}`, n % 2, (n + 1) % 2, n % 3])

  expect(shapeOf(sheetOf([['x', 'x', 'x', 'x'], ...bits])).headerRows).toEqual([0])
  expect(shapeOf(sheetOf([['x', 'x', 'x', 'x'], ['first', 'x', 'x', 'x'], ...bits])).headerRows).toEqual([])
})
