import { expect, test } from 'vitest'
import { type SheetFacts, sheetOf } from '../../../../test/sheet-of.ts'
import { findShape } from '../../header/find-shape.ts'
import { findRoles } from '../find-roles.ts'
import { readComputation } from './read-computation.ts'

function rolesOf(rows: Parameters<typeof sheetOf>[0], formulas: SheetFacts['formulas'] = {}) {
  const sheet = sheetOf(rows, { formulas })
  return findRoles(sheet, findShape(sheet, sheet.box))
}

test.each([
  ['SUM(R[-3]C:R[-1]C)', 'sum'],
  ['SUBTOTAL(109,R[-3]C:R[-1]C)', 'sum'],
  ['+RC[-3]+RC[-2]+RC[-1]', 'sum'],
  ['SUM(RC[-3],RC[-1])', 'sum'],
  ['ROUND(SUM(R[-3]C:R[-1]C),0)', 'sum'],
  ['AVERAGE(R[-3]C:R[-1]C)', 'average'],
  ['SUM(R[-3]C:R[-1]C)/3', 'average'],
  ['R[-2]C-R[-1]C', 'difference'],
  ['-RC[-1]+RC[-2]', 'difference'],
  ['R2C-SUM(R[-4]C:R[-1]C)', 'difference'],
  ['RC[-2]/RC[-1]', 'division'],
  ['IF(RC[-1]=0,"",RC[-2]/RC[-1])', 'division'],
  ['IFERROR(RC[-2]/RC[-1]*100,0)', 'division'],
  ['(RC[-1]-RC[-2])/RC[-2]', 'relative_change'],
  ['RC[-1]/RC[-2]-1', 'relative_change'],
])('%s says: %s', (r1c1, op) => {
  expect(readComputation(r1c1)?.op).toBe(op)
})

test.each([
  ['RC[-1]', 'a copy is computed from nothing'],
  ['RC[-2]*RC[-1]', 'a product is no total'],
  ['RC[-1]*1.1', 'a number of its own takes part'],
  ['Data!RC+Data!RC[1]', 'what stands on another sheet is no part of the table'],
  ['VLOOKUP(RC[-1],R1C1:R9C2,2,FALSE)', 'it is looked up'],
  ['SUM(R[-3]C:R[-1]C', 'it does not end'],
])('%s says nothing: %s', (r1c1) => {
  expect(readComputation(r1c1)).toBeNull()
})

test('what is left of a sum is distinguished from what is left of one number', () => {
  expect(readComputation('R[-2]C-R[-1]C')).not.toHaveProperty('isMixed')
  expect(readComputation('SUM(R[-4]C:R[-2]C)-R[-1]C')).toMatchObject({ op: 'difference', isMixed: true })
})

test('a formula makes a total of what arithmetic alone could not tell from chance', () => {
  const { rows, totals, evidence } = rolesOf(
    [
      ['品目', '個数'],
      ['机', 1],
      ['椅子', 2],
      ['棚', 1],
      ['納品', 4],
    ],
    { B5: 'SUM(R[-3]C:R[-1]C)' },
  )

  expect(rows.get(4)).toBe('total')
  expect(totals).toMatchObject([{ row: 5, op: 'sum', operands: ['2:4'], cells: ['B5:B5'], verified: true }])
  expect(evidence).toEqual(['formula'])
})

test('a subtotal of subtotals adds up the rows and not the subtotals between them', () => {
  const { rows, totals } = rolesOf(
    [
      ['支店', '4月', '5月'],
      ['東京', 3, 8],
      ['横浜', 1, 2],
      ['関東', 4, 10],
      ['札幌', 5, 3],
      ['旭川', 4, 1],
      ['北海道', 9, 4],
      ['全部', 13, 14],
    ],
    {
      'B4:C4': 'SUBTOTAL(9,R[-2]C:R[-1]C)',
      'B7:C7': 'SUBTOTAL(9,R[-2]C:R[-1]C)',
      'B8:C8': 'SUBTOTAL(9,R[-6]C:R[-1]C)',
    },
  )

  expect(totals.find(({ row }) => row === 8)).toMatchObject({ op: 'sum', operands: ['2:3', '5:6'] })
  expect([rows.get(3), rows.get(6)]).toEqual(['subtotal', 'subtotal'])
})

test('a difference holds in the corner too, where its formula adds up the row', () => {
  const { totals } = rolesOf(
    [
      ['科目', '4月', '5月', '計'],
      ['売上', 14, 27, 41],
      ['原価', 9, 15, 24],
      ['利益', 5, 12, 17],
    ],
    { 'B4:C4': 'R[-2]C-R[-1]C', 'D2:D4': 'SUM(RC[-2]:RC[-1])' },
  )

  expect(totals.find(({ row }) => row === 4)).toMatchObject({
    op: 'difference',
    operands: ['2', '3'],
    cells: ['B4:D4'],
  })
  expect(totals.find(({ column }) => column === 'D')).toMatchObject({ op: 'sum', cells: ['D2:D4'] })
})

test('what a formula says of a column holds although a few of its cells were typed over', () => {
  const { columns, totals } = rolesOf(
    [
      ['店', '計画', '実績', '残り'],
      ['東', 5, 3, 2],
      ['西', 7, 4, 3],
      ['南', 6, 1, 9],
      ['北', 8, 2, 6],
    ],
    { 'D2:D3': 'RC[-2]-RC[-1]', D5: 'RC[-2]-RC[-1]' },
  )

  expect(columns.get(3)).toBe('difference')
  expect(totals).toMatchObject([{ column: 'D', op: 'difference', operands: ['B', 'C'], cells: ['D2:D3', 'D5:D5'] }])
})

test.each([
  ['COUNTIF(RC[-3]:RC[-1],"day")', 'total', 'how many of the cells of its row'],
  ['MAX(RC[-3]:RC[-1])', 'total', 'the highest of its row'],
  ['SUM(R2C[-1]:RC[-1])', 'total', 'what has come together so far'],
  ['RC[-1]/R6C[-1]', 'ratio', 'its share of a total'],
  ['RANK(RC[-1],R2C[-1]:R6C[-1])', 'ratio', 'its place among all'],
])('a column of %s is a %s: %s', (r1c1, role) => {
  const rows = [2, 9, 4, 7, 5].map((n) => ['Mon', n, n * 3 + 1, n * n, (n * 7) % 11])

  const { columns } = rolesOf([['name', 'a', 'b', 'c', 'd'], ...rows], { 'E2:E6': r1c1 })

  expect(columns.get(4)).toBe(role)
})

test('a balance that goes on from row to row stays what it is', () => {
  const rows = [2, 9, 4, 7, 5].map((n) => ['Mon', n, n * 3 + 1, n * n, (n * 7) % 11])

  const { columns } = rolesOf([['name', 'a', 'b', 'c', 'd'], ...rows], { 'E2:E6': 'R[-1]C+RC[-1]' })

  expect(columns.get(4)).toBe('measure')
})
