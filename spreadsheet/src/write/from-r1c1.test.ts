import { expect, test } from 'vitest'
import { toR1C1 } from '../xlsx/to-r1c1.ts'
import { fromR1C1 } from './from-r1c1.ts'

const FORMULAS = [
  'A1+$B$2*C$3-$D4',
  'SUM(A1:B2,Sheet2!C3,\'R1C1 "x"\'!D4)',
  'SUM(A:C)+SUM($5:7)',
  'IF(A1="R1C1","RC[1]",LOG10(B2))',
  'SUM(Sales[[#This Row],[R1C1]],Sales[RC])',
  '[1]Sheet1!A1&_xlfn.CONCAT(XFD1048576)',
  'RATE(1,2,3)+R_1+total.R1C1x+売上R1C1',
]

test('a formula comes back as it was from the notation that knows no place', () => {
  const [row, column] = [9, 4]

  expect(FORMULAS.map((formula) => fromR1C1(toR1C1(formula, row, column), row, column))).toEqual(FORMULAS)
})

test('moved to another cell, a formula looks where that cell would', () => {
  const moved = fromR1C1(toR1C1('A1+$B$2+SUM(C:C)+SUM(1:1)', 0, 3), 10, 4)

  expect(moved).toBe('B11+$B$2+SUM(D:D)+SUM(11:11)')
})

test('what would lie outside of the sheet is no place', () => {
  expect(fromR1C1('R[-1]C+RC[1]', 0, 16_383)).toBe('#REF!+#REF!')
})
