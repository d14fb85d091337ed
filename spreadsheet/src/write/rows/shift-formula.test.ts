import { describe, expect, test } from 'vitest'
import { type RowChange, RowsRefused } from './row-change.ts'
import { type FormulaHome, shiftFormula } from './shift-formula.ts'

const insert: RowChange = { sheet: 'Data', action: 'insert', row: 4, count: 2 }
const remove: RowChange = { sheet: 'Data', action: 'delete', row: 4, count: 2 }
const here: FormulaHome = { kind: 'cell', sheet: 'Data' }
const elsewhere: FormulaHome = { kind: 'cell', sheet: 'Other' }

describe('two rows come before row 5', () => {
  test.each([
    ['A4+A5', 'A4+A7'],
    ['$A$5*B$6', '$A$7*B$8'],
    ['SUM(A2:A4)', 'SUM(A2:A4)'],
    ['SUM(A2:A5)', 'SUM(A2:A7)'],
    ['SUM(A9:A2)', 'SUM(A11:A2)'],
    ['SUM(A:B)+SUM(3:6)', 'SUM(A:B)+SUM(3:8)'],
    ["'Data'!A5+data!A5+Other!A5", "'Data'!A7+data!A7+Other!A5"],
    ['[1]Data!A5&"A5"&\'[book.xlsx]Data\'!A5', '[1]Data!A5&"A5"&\'[book.xlsx]Data\'!A5'],
    ['LOG10(A5)+Table1[A5]+name_A5', 'LOG10(A7)+Table1[A5]+name_A5'],
    ['Data!A1:Data!A9', 'Data!A1:Data!A11'],
    ['A5:INDEX(A1:A9,3)', 'A7:INDEX(A1:A11,3)'],
    ['IF(A1048576,1,2)', 'IF(#REF!,1,2)'],
    ['SUM(A2:A1048576)', 'SUM(A2:A1048576)'],
    ['#REF!A5+Data!#REF!+A5', '#REF!A5+Data!#REF!+A7'],
  ])('%s', (formula, shifted) => {
    expect(shiftFormula(insert, here, formula)).toBe(shifted)
  })

  test('in formulas of other sheets only what names the sheet moves', () => {
    expect(shiftFormula(insert, elsewhere, 'A5+Data!A5+SUM(Data!B2:B9)')).toBe('A5+Data!A7+SUM(Data!B2:B11)')
  })
})

describe('rows 5 and 6 go', () => {
  test.each([
    ['A4+A5+A7', 'A4+#REF!+A5'],
    ['SUM(A2:A9)', 'SUM(A2:A7)'],
    ['SUM(A5:A6)', 'SUM(#REF!)'],
    ['SUM(A2:A5)', 'SUM(A2:A4)'],
    ['SUM(A6:A9)', 'SUM(A5:A7)'],
    ['Data!$A$6', 'Data!#REF!'],
  ])('%s', (formula, shifted) => {
    expect(shiftFormula(remove, here, formula)).toBe(shifted)
  })
})

test('a name moves where it is fixed, and not where it counts from the cell that uses it', () => {
  const home: FormulaHome = { kind: 'name' }

  expect(shiftFormula(insert, home, 'Data!$A$2:$B$9,Data!$5:$5')).toBe('Data!$A$2:$B$11,Data!$7:$7')
  expect(shiftFormula(insert, home, 'Data!A9')).toBe('Data!A9')
  expect(() => shiftFormula(insert, home, 'Data!$A$9:A9')).toThrow(RowsRefused)
})

test('a formula for many cells stays right for all of them, or is refused', () => {
  const rows = (top: number, bottom: number): FormulaHome => ({
    kind: 'cells',
    sheet: 'Data',
    rows: [[top, bottom]],
    what: 'a rule',
  })

  // Of its own row, cut or moved.
  expect(shiftFormula(insert, rows(1, 9), '$A2>COUNTIF($A$2:$A2,A2)')).toBe('$A2>COUNTIF($A$2:$A2,A2)')
  expect(shiftFormula(insert, rows(6, 9), '$A7>5')).toBe('$A9>5')
  // Of another row: as far away as before, or all of them on the other side.
  expect(shiftFormula(insert, rows(6, 9), '$A6>5')).toBe('$A8>5')
  expect(shiftFormula(insert, rows(8, 9), '$A1>5')).toBe('$A1>5')
  expect(() => shiftFormula(insert, rows(1, 9), '$A1>5')).toThrow('a rule looks at other rows')
  expect(() => shiftFormula(remove, rows(1, 9), '$A1>5')).toThrow('a rule looks at other rows')
})

test('a formula over several sheets is refused', () => {
  expect(() => shiftFormula(insert, here, 'SUM(Jan:Mar!A5)')).toThrow('several sheets')
  expect(() => shiftFormula(insert, elsewhere, "SUM('Jan 1:Mar'!A5)")).toThrow('several sheets')
})
