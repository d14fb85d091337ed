import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { bytesOf } from '../../byte-source.ts'
import { openFile } from '../../open-file.ts'
import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { structureFile } from '../structure-file.ts'
import { structureSheet } from '../structure-sheet.ts'
import type { MadeTable } from '../tables/made-table.ts'
import { makeTables } from '../tables/make-tables.ts'
import { addNumber, addText, newSum, spellSum } from './decimal-sum.ts'
import { unbalancedWarning } from './name-checks.ts'
import { checkTables } from './table-check.ts'

const SALES = [
  ['shop', 'price', 'Jan', 'Feb'],
  ['North', 10.1, 1, 2],
  ['South', 20.2, 3, null],
  ['West', 30.3, 5, 6.5],
]

const BY_MONTH: Reshape = {
  kind: 'unpivot',
  id_columns: ['shop'],
  value_columns: ['Jan', 'Feb'],
  name_to: 'month',
  value_to: 'value',
}

function read(lines: Parameters<typeof sheetOf>[0], changes: Partial<Region>): { sheet: Sheet; region: Region } {
  const sheet = sheetOf(lines)
  const found = structureSheet(sheet).regions.find(({ kind }) => kind === 'data')
  if (!found) throw new Error('the sheet holds no table')
  const plain = {
    reshape: null,
    hierarchy: null,
    row_roles: [],
    totals: [],
    outputs: [{ name: 'sales', kind: 'list' }],
  }
  return { sheet, region: { ...found, ...plain, ...changes } as Region }
}

function check(sheet: Sheet, region: Region, spoil: (table: MadeTable) => MadeTable = (table) => table) {
  const tables = makeTables(sheet, region).map(spoil)
  const [account] = checkTables({ sheet, region, cells: sheet.cells }, tables)
  if (!account) throw new Error('the region becomes no table')
  return { table: 'sales', region_id: 'r1', ...account }
}

test('rows as they stand are as many as on the sheet, and every column of figures adds up to the same', () => {
  const { sheet, region } = read(SALES, {})

  expect(check(sheet, region)).toMatchObject({
    rows_in: 3,
    rows_out: 3,
    factor: 1,
    balanced: true,
    sums: [
      { column: 'price', sum_in: '60.6', sum_out: '60.6' },
      { column: 'Jan', sum_in: '9', sum_out: '9' },
      { column: 'Feb', sum_in: '8.5', sum_out: '8.5' },
    ],
  })
})

test('columns that become rows add up to what they added up to apart, and empty cells are counted', () => {
  const lines = SALES.map(([shop, , ...months]) => [shop ?? null, ...months])
  const { sheet, region } = read(lines, { reshape: BY_MONTH, outputs: [{ name: 'sales', kind: 'long' }] })

  expect(check(sheet, region)).toMatchObject({
    rows_in: 3,
    rows_out: 5,
    factor: 2,
    cells_empty: 1,
    balanced: true,
    sums: [{ column: 'value', sum_in: '17.5', sum_out: '17.5' }],
  })
})

test('a reading that doubles a row is caught, and the warning says both figures', () => {
  const { sheet, region } = read(SALES, {})

  const account = check(sheet, region, (table) => ({ ...table, rows: [...table.rows, ...table.rows.slice(0, 1)] }))

  expect(account).toMatchObject({ rows_in: 3, rows_out: 4, balanced: false })
  expect(unbalancedWarning(account)).toMatchObject([
    { code: 'unbalanced_check', column: null, message: expect.stringMatching(/sales.*3.*4/) },
  ])
})

test('a reading that loses a row is caught', () => {
  const { sheet, region } = read(SALES, {})

  const account = check(sheet, region, (table) => ({ ...table, rows: table.rows.slice(1) }))

  expect(account).toMatchObject({ rows_in: 3, rows_out: 2, balanced: false })
})

test('a row that takes the place of another is caught by its figures alone', () => {
  const { sheet, region } = read(SALES, {})

  const account = check(sheet, region, ({ rows, ...table }) => ({ ...table, rows: rows.map(() => rows[0] ?? []) }))

  expect(account).toMatchObject({ rows_in: 3, rows_out: 3, balanced: false })
  expect(unbalancedWarning(account)).toMatchObject([
    { column: 'price', message: expect.stringMatching(/price.*60\.6.*30\.3/) },
  ])
})

test('a reading that repeats a measure beside each value is caught: its sum would grow', () => {
  const repeating = { ...BY_MONTH, id_columns: ['shop', 'price'] } as Reshape
  const { sheet, region } = read(SALES, { reshape: repeating, outputs: [{ name: 'sales', kind: 'long' }] })

  const account = check(sheet, region)

  expect(account).toMatchObject({ rows_out: 5, balanced: false })
  expect(account.sums).toContainEqual({ column: 'price', sum_in: '60.6', sum_out: '101' })
})

test('a reading that leaves a measure behind is caught', () => {
  const { sheet, region } = read(SALES, { reshape: BY_MONTH, outputs: [{ name: 'sales', kind: 'long' }] })

  const account = check(sheet, region)

  expect(account).toMatchObject({ balanced: false })
  expect(account.sums).toContainEqual({ column: 'price', sum_in: '60.6', sum_out: '0' })
})

test('records over two lines count once', () => {
  const lines = [
    ['name', 'amount'],
    ['North', 1],
    ['Hill 1', 10],
    ['South', 2],
    ['Hill 2', 20],
  ]
  const reshape: Reshape = {
    kind: 'join_lines',
    lines: 2,
    columns: [
      { name: 'name', source: 'name', line: 0 },
      { name: 'amount', source: 'amount', line: 0 },
      { name: 'street', source: 'name', line: 1 },
      { name: 'tax', source: 'amount', line: 1 },
    ],
  }
  const { sheet, region } = read(lines, { reshape })

  expect(check(sheet, region)).toMatchObject({
    rows_in: 2,
    rows_out: 2,
    balanced: true,
    sums: [
      { column: 'amount', sum_in: '3', sum_out: '3' },
      { column: 'tax', sum_in: '30', sum_out: '30' },
    ],
  })
})

test('the checks of a file stand in its spec under the names of its tables, and a balanced one warns of nothing', async () => {
  const lines = ['shop,Jan,Feb,Mar', 'North,1,2,3', 'South,3,4,5', 'West,5,6,7', 'Total,9,12,15']
  const file = await openFile(bytesOf(Buffer.from(lines.join('\n'))), 'sales.csv')

  const { check: accounts = [], regions, warnings } = await structureFile(file, { sourceName: 'sales.csv', sha256: '' })

  expect(accounts.map(({ table }) => table)).toEqual(regions.flatMap(({ outputs }) => outputs.map(({ name }) => name)))
  expect(accounts[0]).toMatchObject({ rows_in: 3, cells_computed: 3, balanced: true, reason: null })
  expect(warnings).toEqual([])
})

test('decimals are added without rounding, however many and however large', () => {
  const sum = newSum()

  for (let n = 0; n < 10; n++) addNumber(sum, 0.1)
  addText(sum, '9007199254740993')
  addText(sum, '-0.05')
  addNumber(sum, 1e-7)
  addText(sum, 'n/a')

  expect(spellSum(sum)).toBe('9007199254740993.9500001')
})
