import { describe, expect, test } from 'vitest'
import type { Box } from '../grid.ts'
import { moveFormula } from './move-formula.ts'
import { MovedCells } from './moved-cells.ts'
import { parseFormula } from './parse-formula.ts'

describe('a formula is not written', () => {
  test.each([
    ['WEBSERVICE("http://x/"&RC[-1])', 'it asks another machine'],
    ['_xlfn.WEBSERVICE("http://x")', 'also under its other name'],
    ['HYPERLINK("http://x","y")', 'it leads away'],
    ["cmd|'/c calc'!R1C1", 'it starts a program'],
    ['[1]Sheet1!RC', 'it refers to another file'],
    ["'[book.xlsx]Sheet1'!RC", 'it refers to another file by name'],
    ["'file:///x'#$Sheet1.RC", 'it refers to another file as others write it'],
    ['INDIRECT("R1C1",FALSE)', 'what it refers to is unknown'],
    ['OFFSET(RC,1,1)', 'what it refers to depends on what is around'],
    ['ROW()', 'it depends on where it stands'],
    ['tax_rate*RC[-1]', 'names are not written'],
    ['Table1[[#This Row],[a]]', 'tables of Excel are not written'],
    ['SUM(Jan:Mar!RC)', 'a pile of sheets is not written'],
    ['SUM(C[-1]:C[-1])', 'whole columns hold more than was read'],
    ['SUM(R2:R3)', 'whole rows do too'],
    ['RC[-1]+#REF!', 'it was broken before'],
    ['SUM(RC[-1]):RC[-2]', 'a box whose corner is computed'],
    ['_xll.MyAddIn(RC)', 'a custom function'],
    ['RC[-1]\u0000', 'it is not understood to its end'],
  ])('%s: %s', (r1c1) => {
    expect(parseFormula(r1c1)).toBeNull()
  })
})

test('numbers of many digits and texts may be data, few digits are not', () => {
  expect(parseFormula('RC[-1]*1.1+SUM(R2C:R[-1]C)/12')?.hasDataOfItsOwn).toBe(false)
  expect(parseFormula('RC[-1]*5000000')?.hasDataOfItsOwn).toBe(true)
  expect(parseFormula('IF(RC[-1]>0,"Tanaka","")')?.hasDataOfItsOwn).toBe(true)
})

test('a formula refers to the same cells where they stand now, relative and absolute as before', () => {
  const shift = { rows: -3, columns: 1, tab: null }
  const moved = (r1c1: string) => {
    const parsed = parseFormula(r1c1)
    return parsed && moveFormula(parsed, { row: 5, column: 2 }, { row: 2, column: 4 }, () => shift)
  }

  // From C6 to E3, and what it refers to three rows up and one to the right.
  expect(moved('RC[-1]*2')).toBe('RC[-2]*2')
  expect(moved('R6C2')).toBe('R3C3')
  expect(moved('SUM(R5C:R[1]C3)')).toBe('SUM(R2C[-1]:R[1]C4)')
  expect(moved('IF(RC[-1]="RC[-1]",{1,2;3,4},-5%)')).toBe('IF(RC[-2]="RC[-1]",{1,2;3,4},-5%)')
})

test('a cell on another sheet is named by the tab it is on now', () => {
  const parsed = parseFormula("'4月'!RC+Data!R1C1:R2C2")
  const asked: (string | null)[] = []

  const moved =
    parsed &&
    moveFormula(parsed, { row: 0, column: 0 }, { row: 0, column: 0 }, (sheet) => {
      asked.push(sheet)
      return { rows: 1, columns: 0, tab: "it's" }
    })

  expect(asked).toEqual(['4月', 'Data'])
  expect(moved).toBe("'it''s'!R[1]C+'it''s'!R2C1:R3C2")
})

test('a formula is lost with any cell it refers to', () => {
  const parsed = parseFormula('RC[-1]+RC[-2]')

  const moved =
    parsed &&
    moveFormula(parsed, { row: 0, column: 2 }, { row: 0, column: 2 }, (_, { left }) =>
      left === 1 ? { rows: 0, columns: 0, tab: null } : null,
    )

  expect(moved).toBeNull()
})

describe('of cells that have moved', () => {
  const cells = new MovedCells()
  // Column 1 of the sheet, rows 4 to 9 without 7, and column 2, all of them: a table in tab 0, one row less.
  for (const [place, row] of [4, 5, 6, 8, 9].entries()) {
    cells.add({ row, column: 1 }, { tab: 0, row: 1 + place, column: 0 })
    cells.add({ row, column: 2 }, { tab: 0, row: 1 + place, column: 1 })
  }
  const box = (top: number, bottom: number, left = 1, right = left): Box => ({ top, bottom, left, right })

  test('a box is found where it lies in one piece, and nowhere else', () => {
    expect(cells.shiftOf(box(4, 6), 0)).toEqual({ rows: -3, columns: -1 })
    expect(cells.shiftOf(box(4, 6, 1, 2), 0)).toEqual({ rows: -3, columns: -1 })
    expect(cells.shiftOf(box(8, 9), 0)).toEqual({ rows: -4, columns: -1 })
    expect(cells.shiftOf(box(4, 9), 0)).toBeNull()
    expect(cells.shiftOf(box(3, 5), 0)).toBeNull()
    expect(cells.shiftOf(box(4, 5, 2, 3), 0)).toBeNull()
    expect(cells.shiftOf(box(4, 5), 1)).toBeNull()
  })

  test('each is found in every tab it stands in now', () => {
    cells.add({ row: 4, column: 1 }, { tab: 1, row: 7, column: 3 })

    expect(cells.placesOf({ row: 4, column: 1 })).toEqual([
      { tab: 0, row: 1, column: 0 },
      { tab: 1, row: 7, column: 3 },
    ])
    expect(cells.placesOf({ row: 7, column: 1 })).toEqual([])
  })

  test('rows that were put in another order are found one by one', () => {
    const turned = new MovedCells()
    for (const row of [3, 2, 1]) turned.add({ row, column: 0 }, { tab: 0, row: 3 - row, column: 0 })

    expect(turned.placesOf({ row: 1, column: 0 })).toEqual([{ tab: 0, row: 2, column: 0 }])
    expect(turned.shiftOf(box(1, 1, 0), 0)).toEqual({ rows: 1, columns: 0 })
    expect(turned.shiftOf(box(1, 3, 0), 0)).toBeNull()
  })
})
