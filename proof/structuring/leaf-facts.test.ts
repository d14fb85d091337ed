import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { expect, test } from 'vitest'
import { regionOf } from '../../spreadsheet/test/region-of.ts'
import { sheetOf } from '../../spreadsheet/test/sheet-of.ts'
import { leafFacts } from './leaf-facts.ts'

const PROFIT = [
  ['科目', '4月', '5月'],
  ['売上高', 30, 70],
  ['国内', 10, 30],
  ['海外', 20, 40],
  ['売上原価', 5, 6],
  ['売上総利益', 25, 64],
] as const

const PROFIT_SPEC: Partial<Region> = {
  row_roles: [
    { rows: [2], role: 'subtotal' },
    { rows: [6], role: 'difference' },
  ],
  totals: [
    { row: 2, op: 'sum', operands: ['3:4'], cells: ['B2:C2'], verified: true, agreement: 1 },
    { row: 6, op: 'difference', operands: ['2', '5'], cells: ['B6:C6'], verified: true, agreement: 1 },
  ],
  reshape: {
    kind: 'unpivot',
    id_columns: ['科目'],
    value_columns: ['4月', '5月'],
    name_to: '期間',
    value_to: '値',
  },
}

test('the facts of a report are the values that nothing else is computed into', () => {
  const sheet = sheetOf(PROFIT)

  const facts = leafFacts(sheet, regionOf(sheet, PROFIT_SPEC))

  expect(facts.map(({ rowPath, columnPath, value }) => `${rowPath.join('/')} ${columnPath} ${value}`)).toEqual([
    '売上高/国内 4月 10',
    '売上高/国内 5月 30',
    '売上高/海外 4月 20',
    '売上高/海外 5月 40',
    '売上原価 4月 5',
    '売上原価 5月 6',
  ])
})
