import type { Wire } from '@bindery-data/sdk'
import { expect, test } from 'vitest'
import { doubtsIn } from './doubts.ts'

const REGION = {
  region_id: 'r1',
  sheet: 'P&L',
  kind: 'data',
  range: 'A1:C9',
  confidence: 0.95,
  evidence: [],
  header_rows: [1],
  columns: [],
  alternatives: [],
  outputs: [],
  totals: [{ row: 9, op: 'sum', operands: ['2:8'], verified: true, agreement: 1 }],
}

function doubtsAbout(region: object) {
  // Safe: the list reads no other members.
  const spec = { regions: [{ ...REGION, ...region }], warnings: [] } as unknown as Wire.ParseSpec
  return doubtsIn(spec, 'P&L').map(({ about }) => about.kind)
}

test('totals that add up and are left out of the data are no doubts, however many there are', () => {
  const dropped = ['A4:C4', 'A7:C7', 'A9:C9'].map((range) => ({ range, why: 'computed_row' }))

  expect(doubtsAbout({ dropped })).toEqual([])
})

test('a total that does not add up is a doubt, and so is a cell that was left out by hand', () => {
  const totals = REGION.totals.map((total) => ({ ...total, verified: false }))
  const dropped = [{ range: 'C2:C8', why: 'left_out_by_the_spec' }]

  expect(doubtsAbout({ totals, dropped })).toEqual(['total', 'dropped'])
})
