import { expect, test } from 'vitest'
import { bytesOf } from '../../byte-source.ts'
import { openFile } from '../../open-file.ts'
import type { Output, Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { settleRegion } from './settle-region.ts'
import { verifyTotals } from './verify-totals.ts'

/** A table whose rows are all data. */
const NOTHING_SAID = {
  computed_rows: 'apart',
  hierarchy: null,
  period_axis: null,
  reshape: null,
  row_roles: [],
  totals: [],
} as const satisfies Partial<Region>

async function read(lines: readonly string[]) {
  const file = await openFile(bytesOf(Buffer.from(lines.join('\n'))), 'sheet.csv')
  const sheet = await readFileSheet(file, 0, 'sheet')
  const [region] = sheet ? structureSheet(sheet).regions : []
  if (!sheet || !region) throw new Error('the sheet holds no region')
  return { sheet, region: { ...region, ...NOTHING_SAID } }
}

const outputs = (region: Region): Output[] => [{ name: 'sheet', kind: region.reshape === null ? 'list' : 'long' }]

const BY_MONTH: Reshape = {
  kind: 'unpivot',
  id_columns: ['shop'],
  value_columns: ['Jan', 'Feb'],
  name_to: 'month',
  value_to: 'value',
}

const SHOPS = ['shop,Jan,Feb', 'North,1,2', 'South,3,4', 'West,5,6']

test('a reading that keeps every cell is followed', async () => {
  const { sheet, region } = await read(SHOPS)

  const settled = settleRegion(sheet, { ...region, reshape: BY_MONTH }, sheet.cells, outputs)

  expect(settled).toMatchObject({ region: { reshape: BY_MONTH }, warnings: [] })
})

test('a reading that would lose a cell is given up for a narrower one, and says so', async () => {
  const { sheet, region } = await read(['shop,Jan,Feb', 'North,1,2', 'East,,', 'South,3,4', 'West,5,6'])

  const settled = settleRegion(sheet, { ...region, reshape: BY_MONTH }, sheet.cells, outputs)

  expect(settled.region).toMatchObject({ reshape: null, layout: 'list' })
  expect(settled.region.evidence).toContain('without_reshaping')
  expect(settled.warnings).toMatchObject([{ code: 'stepped_down', message: expect.stringContaining('A3') }])
})

test('what a spec leaves out on purpose is listed with why', async () => {
  const { sheet, region } = await read([...SHOPS, 'Total,9,12'])
  const withTotal: Region = { ...region, reshape: null, row_roles: [{ rows: [5], role: 'total' }] }

  const settled = settleRegion(sheet, withTotal, sheet.cells, outputs)

  expect(settled.region.dropped).toEqual([
    { range: 'A5:A5', why: 'computed_row' },
    { range: 'B5:B5', why: 'computed_row' },
    { range: 'C5:C5', why: 'computed_row' },
  ])
})

test('a total that was called verified and does not add up is called so no longer', async () => {
  const { sheet } = await read([...SHOPS, 'Total,9,99'])
  const total = { row: 5, op: 'sum', operands: ['2:4'], verified: true, agreement: 1 } as const

  const totals = verifyTotals(sheet, [
    { ...total, cells: ['B5:B5'] },
    { ...total, cells: ['C5:C5'] },
  ])

  expect(totals.map(({ verified }) => verified)).toEqual([true, false])
})
