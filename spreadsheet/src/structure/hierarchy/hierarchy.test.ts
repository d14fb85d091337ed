import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Grid } from '../../grid.ts'
import { spellCell } from '../../xlsx/cell-reference.ts'
import { findShape } from '../header/find-shape.ts'
import { findRoles } from '../roles/find-roles.ts'
import { findHierarchy } from './find-hierarchy.ts'

/** A star before a name makes it bold. */
function hierarchyOf(rows: readonly (readonly (string | number | null)[])[], grid: Partial<Grid> = {}) {
  const bold = rows.flatMap((values, row) =>
    values.flatMap((value, column) => (isStarred(value) ? [[spellCell(row, column), { isBold: true }] as const] : [])),
  )
  const plain = rows.map((values) => values.map((value) => (isStarred(value) ? value.slice(1) : value)))
  const sheet = sheetOf(plain, { styles: Object.fromEntries(bold), grid })
  const shape = findShape(sheet, sheet.box)
  return findHierarchy(sheet, shape, findRoles(sheet, shape))
}

const isStarred = (value: string | number | null): value is string => typeof value === 'string' && value.startsWith('*')

test('a name farther in stands under the nearest one above that is less far in', () => {
  const hierarchy = hierarchyOf([
    ['Item', '2023', '2024'],
    ['Assets', 1649.3, 1842.4],
    ['  Loans', 1041.9, 1154.1],
    ['    Mortgages', 515.6, 557.3],
    ['    Other loans', 526.4, 596.6],
    ['  Cash', 39.6, 41.5],
    ['Liabilities', 1536.1, 1712.2],
    ['  Deposits', 1141.5, 1248.1],
  ])

  expect(hierarchy?.parents).toEqual([
    [3, 2],
    [4, 3],
    [5, 3],
    [6, 2],
    [8, 7],
  ])
  expect(hierarchy?.levels).toBe(3)
  expect(hierarchy?.signals).toContain('indent')
})

test('plain names stand under a bold one, but not under a total that is only bold', () => {
  const hierarchy = hierarchyOf([
    ['', '2023', '2024'],
    ['*Total', 5531, 5717],
    ['*Europe', 3200, 3304],
    ['Belgium', 342, 326],
    ['Spain', 152, 162],
    ['*Other countries', 2331, 2413],
    ['Norway', 144, 140],
  ])

  expect(hierarchy?.parents).toEqual([
    [4, 3],
    [5, 3],
    [7, 6],
  ])
})

test('rows that all look alike stand on one level', () => {
  const hierarchy = hierarchyOf([
    ['City', '2023', '2024'],
    ['Tokyo', 3421, 3326],
    ['Osaka', 1523, 1628],
    ['Nagoya', 9651, 9340],
  ])

  expect(hierarchy).toBeNull()
})

test('rows that were grouped in Excel stand under the row above their group', () => {
  const outlineLevel = [0, 0, 1, 1, 0, 1]
  const hierarchy = hierarchyOf(
    [
      ['Item', '2023', '2024'],
      ['Assets', 1649, 1842],
      ['Loans', 1041, 1154],
      ['Cash', 39, 41],
      ['Liabilities', 1536, 1712],
      ['Deposits', 1141, 1248],
    ],
    { rows: outlineLevel.map((level, row) => ({ row, isHidden: false, outlineLevel: level })) },
  )

  expect(hierarchy).toMatchObject({ signals: ['outline'], levels: 2 })
  expect(hierarchy?.parents).toEqual([
    [3, 2],
    [4, 2],
    [6, 5],
  ])
})
