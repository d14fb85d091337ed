import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Box } from '../../grid.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import { fitToHeaders } from './fit-to-headers.ts'

const region = (kind: FoundRegion['kind'], box: Box): FoundRegion => ({ kind, box, confidence: 0.9, evidence: [] })

test('a table whose columns lack names takes the names behind the empty rows above it, and they are no texts any more', () => {
  const sheet = sheetOf([
    ['Table 622. Hires and separations', null, null],
    [null, null, null],
    ['Industry', 'Hires', 'Separations'],
    [null, null, null],
    [null, 2001, 2002],
    ['Mining', 63.5, 59.25],
    ['Trade', 12.25, 14.5],
  ])
  const title = region('title', { top: 0, left: 0, bottom: 0, right: 0 })
  const names = region('note', { top: 2, left: 0, bottom: 2, right: 2 })
  const table = region('data', { top: 4, left: 0, bottom: 6, right: 2 })

  const fitted = fitToHeaders(sheet, [title, names, table])

  expect(fitted.map(({ kind, box }) => [kind, box.top])).toEqual([
    ['title', 0],
    ['data', 2],
  ])
})

test('a table that has all its names reaches for no more', () => {
  const sheet = sheetOf([
    ['Prepared by', 'Ann', null],
    [null, null, null],
    ['Item', 'Price', 'Stock'],
    ['Pen', 1.25, 40],
    ['Ink', 7.5, 12],
  ])
  const pair = region('note', { top: 0, left: 0, bottom: 0, right: 1 })
  const table = region('data', { top: 2, left: 0, bottom: 4, right: 2 })

  expect(fitToHeaders(sheet, [pair, table])).toEqual([pair, table])
})

test('a table never reaches into another one', () => {
  const sheet = sheetOf([
    ['Item', 'Price', 'Stock'],
    ['Pen', 'low', 'high'],
    ['Ink', 'high', 'low'],
    [null, null, null],
    [null, 2001, 2002],
    ['Pen', 1.25, 40.5],
    ['Ink', 7.5, 12.5],
  ])
  const upper = region('data', { top: 0, left: 0, bottom: 2, right: 2 })
  const lower = region('data', { top: 4, left: 0, bottom: 6, right: 2 })

  expect(fitToHeaders(sheet, [upper, lower])).toEqual([upper, lower])
})

test('a unit inside the first row of a table becomes the unit of the table and stands beside it', () => {
  const sheet = sheetOf([
    [null, null, '（単位：千円）'],
    ['支店', '上期', '下期'],
    ['大阪', 120, 130],
    ['京都', 90, 95],
  ])
  const table = region('data', { top: 0, left: 0, bottom: 3, right: 2 })

  expect(fitToHeaders(sheet, [table])).toMatchObject([
    { kind: 'unit', box: { top: 0, left: 2, bottom: 0, right: 2 } },
    { kind: 'data', box: { top: 1, bottom: 3 }, unit: '(単位:千円)' },
  ])
})
