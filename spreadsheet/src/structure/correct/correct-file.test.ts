import { expect, test } from 'vitest'
import { tablesOfSheet } from '../../../test/tables-of-sheet.ts'
import { bytesOf } from '../../byte-source.ts'
import { openFile } from '../../open-file.ts'
import type { ParseSpec } from '../../parse-spec/parse-spec.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import { structureFile } from '../structure-file.ts'
import { correctFile } from './correct-file.ts'
import type { Operation } from './operation.ts'

const STORES = `report of stores

store,city,Apr,May
short,c,m,m
A,Tokyo,1,2
B,Osaka,3,4
C,Kobe;Nara,5,6
Total,,9,12
`

const TWO = `item,qty,,name,age
tea,1,,Ann,31
milk,2,,Ben,42
bread,3,,Cid,53
salt,4,,Dan,64
`

const opened = (csv: string) => openFile(bytesOf(Buffer.from(csv)), 'stores.csv')
const proposed = async (csv: string) => structureFile(await opened(csv), { sourceName: 'stores.csv', sha256: '' })

async function correct(csv: string, spec: ParseSpec, operations: readonly Operation[]) {
  const file = await opened(csv)
  const made = await correctFile(file, { spec, operations, language: null })
  if ('refusal' in made) throw new Error(JSON.stringify(made))
  const sheet = await readFileSheet(file, 0, 'stores')
  const tables = sheet ? tablesOfSheet(sheet, made.spec.regions) : []
  return {
    ...made,
    regionOf: (id: string) => made.spec.regions.find(({ region_id }) => region_id === id),
    tables: tables.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map((column) => column.name),
      rows: rows.map((row) => row.map(({ text }) => text)),
    })),
  }
}

async function refused(csv: string, operations: readonly Operation[]) {
  const made = await correctFile(await opened(csv), { spec: await proposed(csv), operations, language: null })
  return 'refusal' in made ? made : null
}

test('another header gives other names, types and tables, and the check is counted again', async () => {
  const { regionOf, tables, checks } = await correct(STORES, await proposed(STORES), [
    { op: 'set_header_rows', region: 'r2', rows: [3] },
    { op: 'choose_reading', region: 'r2', reshape: null },
  ])

  expect(regionOf('r2')).toMatchObject({
    header_rows: [3],
    data_range: 'A4:D8',
    columns: [{ name: 'store' }, { name: 'city' }, { name: 'Apr', type: 'VARCHAR' }, { name: 'May' }],
  })
  expect(tables[0]?.rows[0]).toEqual(['short', 'c', 'm', 'm'])
  expect(checks[0]).toMatchObject({ table: 'stores', rows_in: 4, rows_out: 4, balanced: true })
})

test('a row that is no row of the box is refused, and the rows of the box are named', async () => {
  expect(await refused(STORES, [{ op: 'set_header_rows', region: 'r2', rows: [99] }])).toMatchObject({
    operation: 0,
    refusal: { member: 'rows', code: 'range', allowed: ['3:8'], message: expect.stringContaining('rows 3 to 8') },
  })
})

test('what was decided by hand outlives a later operation', async () => {
  const { regionOf, overridden } = await correct(STORES, await proposed(STORES), [
    { op: 'rename', region: 'r2', column: 'B', name: 'place' },
    { op: 'set_type', region: 'r2', column: 'C', type: 'DOUBLE' },
    { op: 'set_role', region: 'r2', rows: [7], role: 'note' },
    { op: 'set_header_rows', region: 'r2', rows: [3] },
    { op: 'set_box', region: 'r2', range: 'A3:D7' },
  ])

  expect(regionOf('r2')).toMatchObject({
    header_rows: [3],
    columns: [{ name: 'store' }, { name: 'place' }, { name: 'Apr', type: 'DOUBLE' }, { name: 'May' }],
    row_roles: expect.arrayContaining([{ rows: [7], role: 'note' }]),
  })
  expect(overridden).toEqual([])
})

test('what contradicts a later operation is given up, and reported', async () => {
  const { overridden, regionOf } = await correct(STORES, await proposed(STORES), [
    { op: 'set_role', region: 'r2', rows: [4], role: 'note' },
    { op: 'set_header_rows', region: 'r2', rows: [3, 4] },
  ])

  expect(regionOf('r2')?.header_rows).toEqual([3, 4])
  expect(overridden).toMatchObject([{ region_id: 'r2', correction: { op: 'set_role', rows: [4], role: 'note' } }])
})

test('totals that are kept stay among the rows, and a column tells them apart', async () => {
  const { tables } = await correct(STORES, await proposed(STORES), [
    { op: 'choose_reading', region: 'r2', reshape: null },
    { op: 'keep_totals', region: 'r2', on: true },
  ])

  expect(tables[0]?.columns).toEqual(['store_short', 'city_c', 'Apr_m', 'May_m', 'is_total'])
  expect(tables[0]?.rows.map((row) => [row[0], row[4]])).toEqual([
    ['A', 'false'],
    ['B', 'false'],
    ['C', 'false'],
    ['Total', 'true'],
  ])
})

test('values in one field become rows, by the separator that is found in them or given', async () => {
  const { tables } = await correct(STORES, await proposed(STORES), [
    { op: 'choose_reading', region: 'r2', reshape: null },
    { op: 'explode', region: 'r2', column: 'B', on: true, separator: ';' },
  ])

  expect(tables[0]?.rows.map((row) => row[1])).toEqual(['Tokyo', 'Osaka', 'Kobe', 'Nara'])
})

test('a step may be given by its value columns alone', async () => {
  const { tables } = await correct(STORES, await proposed(STORES), [
    {
      op: 'choose_reading',
      region: 'r2',
      reshape: { kind: 'unpivot', id_columns: [], value_columns: ['C', 'D'], name_to: '', value_to: '' },
    },
    { op: 'rename', region: 'r2', column: 'value', name: 'amount' },
  ])

  expect(tables[0]?.columns).toEqual(['store_short', 'city_c', 'period', 'amount'])
  expect(tables[0]?.rows).toHaveLength(6)
})

test('two tables are joined and split again, and no cell is passed over', async () => {
  const spec = await proposed(TWO)
  const data = spec.regions.filter(({ kind }) => kind === 'data').map(({ region_id }) => region_id)
  expect(data).toHaveLength(2)

  const joined = await correct(TWO, spec, [{ op: 'merge_regions', regions: data }])
  const split = await correct(TWO, joined.spec, [{ op: 'split_region', region: data[0] ?? '', at_column: 'D' }])

  expect(joined.tables.map(({ columns }) => columns.length)).toEqual([5])
  expect(split.tables.map(({ columns }) => columns)).toEqual([
    ['item', 'qty'],
    ['name', 'age'],
  ])
})

test('a box that shrinks leaves notes behind, and one that grows over another table is refused', async () => {
  const { tables } = await correct(TWO, await proposed(TWO), [{ op: 'set_box', region: 'r1', range: 'A1:B4' }])

  expect(tables.at(-1)?.rows.map((row) => row[2])).toEqual(['salt', '4'])
  expect(await refused(TWO, [{ op: 'set_box', region: 'r1', range: 'A1:E5' }])).toMatchObject({
    refusal: { member: 'range', code: 'overlap', allowed: ['r2'] },
  })
})

test('a table becomes a note, and the note a table again', async () => {
  const spec = await proposed(TWO)
  const note = await correct(TWO, spec, [{ op: 'set_kind', region: 'r2', kind: 'note' }])
  const table = await correct(TWO, note.spec, [{ op: 'set_kind', region: 'r2', kind: 'table' }])

  expect(note.tables.map(({ columns }) => columns.length)).toEqual([2, 3])
  expect(table.regionOf('r2')).toMatchObject({ kind: 'data', columns: [{ name: 'name' }, { name: 'age' }] })
})

test('labels that are written once are filled down, and are not any more', async () => {
  const csv = 'team,name,points\nred,Ann,1\n,Ben,2\nblue,Cid,3\n,Dan,4\n'
  const spec = await proposed(csv)
  const off = await correct(csv, spec, [
    { op: 'choose_reading', region: 'r1', reshape: { kind: 'fill_down', columns: ['team'] } },
    { op: 'fill_down', region: 'r1', column: 'team', on: false },
  ])
  const on = await correct(csv, off.spec, [{ op: 'fill_down', region: 'r1', column: 'A', on: true }])

  expect(off.tables[0]?.rows.map((row) => row[0])).toEqual(['red', null, 'blue', null])
  expect(on.tables[0]?.rows.map((row) => row[0])).toEqual(['red', 'red', 'blue', 'blue'])
})

test('names, regions and readings that are not there are refused with those that are', async () => {
  expect(await refused(TWO, [{ op: 'rename', region: 'r9', column: 'item', name: 'x' }])).toMatchObject({
    refusal: { member: 'region', allowed: ['r1', 'r2'] },
  })
  expect(await refused(TWO, [{ op: 'rename', region: 'r1', column: 'zzz', name: 'x' }])).toMatchObject({
    refusal: { member: 'column', allowed: ['item', 'qty'] },
  })
  expect(await refused(TWO, [{ op: 'rename', region: 'r1', column: 'item', name: 'QTY' }])).toMatchObject({
    refusal: { member: 'name', code: 'duplicate' },
  })
  expect(await refused(TWO, [{ op: 'choose_reading', region: 'r1', rank: 40 }])).toMatchObject({
    refusal: { member: 'rank', code: 'unknown_reading' },
  })
})

test('tables are united under a column that says which one a row is from, and separated again', async () => {
  const csv = 'item,qty,,item,qty\ntea,1,,pen,7\nmilk,2,,ink,8\nbread,3,,cap,9\nsalt,4,,pad,6\n'
  const spec = await proposed(csv)
  const ids = spec.regions.filter(({ kind }) => kind === 'data').map(({ region_id }) => region_id)

  const united = await correct(csv, spec, [{ op: 'unite_tables', regions: ids, name: 'goods', column: 'block' }])
  const apart = await correct(csv, united.spec, [{ op: 'separate_tables', region: ids[1] ?? '' }])

  expect(ids).toHaveLength(2)
  expect(united.regionOf(ids[0] ?? '')?.union).toMatchObject({
    column: 'block',
    outputs: [{ name: 'goods', kind: 'list' }],
    parts: ids.map((region_id) => ({ region_id })),
  })
  expect(apart.regionOf(ids[0] ?? '')?.union).toBeNull()
})

test('cells are left out or read as another text, and the table is read again with them', async () => {
  const csv = 'day,amount\n2025-04-01,1\n4/10,2\n2025-04-12,3(p)\n2025-04-13,note\n'
  const { tables, regionOf, checks } = await correct(csv, await proposed(csv), [
    {
      op: 'read_as',
      region: 'r1',
      cells: [
        { cell: 'A3', text: '2025-04-10' },
        { cell: 'B4', text: '3' },
      ],
    },
    { op: 'leave_out', region: 'r1', ranges: ['B5'] },
  ])

  expect(regionOf('r1')?.columns.map(({ type }) => type)).toEqual(['DATE', 'BIGINT'])
  expect(tables[0]?.rows.map((row) => row.join(' '))).toEqual([
    '2025-04-01 1',
    '2025-04-10 2',
    '2025-04-12 3',
    '2025-04-13 ',
  ])
  expect(checks[0]).toMatchObject({ rows_in: 4, rows_out: 4, balanced: true })
})
