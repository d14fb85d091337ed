import { expect, test } from 'vitest'
import type { Grid, GridCell } from '../../grid.ts'
import { PLAIN_STYLE, type Styles } from '../../styles.ts'
import { findShape } from '../header/find-shape.ts'
import { readSheet } from '../read-sheet.ts'
import { findRoles } from '../roles/find-roles.ts'
import { findHierarchy } from './find-hierarchy.ts'

const STYLES: Styles = [PLAIN_STYLE, { ...PLAIN_STYLE, isBold: true }]

/** A star before a name makes it bold. */
function hierarchyOf(rows: readonly (readonly (string | number | null)[])[]) {
  const cells: GridCell[] = []
  for (const [row, values] of rows.entries())
    for (const [column, value] of values.entries()) {
      if (value === null) continue
      const isBold = typeof value === 'string' && value.startsWith('*')
      cells.push({
        row,
        column,
        cell: typeof value === 'number' ? { kind: 'number', value } : { kind: 'text', value: value.replace('*', '') },
        style: isBold ? 1 : 0,
        formula: null,
        comment: null,
      })
    }
  const grid: Grid = {
    cells,
    used: { top: 0, left: 0, bottom: rows.length - 1, right: 2 },
    merges: [],
    rows: [],
    columns: [],
    listObjects: [],
    autoFilter: null,
    frozen: { rows: 0, columns: 0 },
    printTitles: { rows: null, columns: null },
    printArea: null,
    definedNames: [],
    isTruncated: false,
  }
  const sheet = readSheet({ name: '表', fileName: '表', grid, styles: STYLES, isUntyped: false, isDate1904: false })
  if (!sheet) throw new Error('impossible: an empty sheet')
  const shape = findShape(sheet, sheet.box)
  return findHierarchy(sheet, shape, findRoles(sheet, shape))
}

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
