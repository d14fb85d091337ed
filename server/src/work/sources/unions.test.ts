import { expect, test, vi } from 'vitest'
import type { Body } from '../../../test/client.ts'
import { workbookOf } from '../../../test/loader-world.ts'
import { startService } from '../../../test/service.ts'
import { newSourcePlace } from '../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const HEADER = ['Day', 'Customer', 'Amount']
const JAN = [HEADER, ['2025-01-05', 'Acme', 10], ['2025-01-06', 'Beta', 20]]
const FEB = [
  ['Customer', 'Day', 'Amount', 'Rep'],
  ['Core', '2025-02-01', 30, 'Ann'],
]
const MONTHS = { bytes: new Uint8Array(workbookOf({ Jan: JAN, Feb: FEB })), filename: 'sales.xlsx' }
const ROWS = [
  { sheet: 'Jan', Day: '2025-01-05', Customer: 'Acme', Amount: 10, Rep: null },
  { sheet: 'Jan', Day: '2025-01-06', Customer: 'Beta', Amount: 20, Rep: null },
  { sheet: 'Feb', Day: '2025-02-01', Customer: 'Core', Amount: 30, Rep: 'Ann' },
]

test('sheets of months are one table, and each of its values leads to the cell of its own sheet', async () => {
  const { call, upload, rows } = await newSourcePlace(service)

  const { body } = await upload(MONTHS)

  expect(body.source.artifacts).toEqual(['sales'])
  expect(body.source.parse_spec.regions.map(({ outputs }: Body) => outputs)).toEqual([['sales'], ['sales']])
  expect(body.source.parse_spec.check).toMatchObject([{ table: 'sales', rows_in: 3, rows_out: 3, balanced: true }])
  expect(await rows('sales')).toEqual(ROWS)
  const { columns } = (await call('GET', '/tables/sales/rows/3/origin')).body
  expect(columns.map(({ column, sheet, cell }: Body) => [column, sheet, cell])).toEqual([
    ['sheet', null, null],
    ['Day', 'Feb', 'B2'],
    ['Customer', 'Feb', 'A2'],
    ['Amount', 'Feb', 'C2'],
    ['Rep', 'Feb', 'D2'],
  ])
  const { edges } = (await call('GET', '/tables/sales/lineage?direction=up&depth=1')).body
  const structured = edges.filter(({ kind }: Body) => kind === 'structuring')
  expect(structured.map(({ from, to }: Body) => [from, to]).sort()).toEqual([
    ['Feb__raw', 'sales'],
    ['Jan__raw', 'sales'],
  ])
})

test('one change of the spec makes a table of each sheet, and the same change makes them one again', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(MONTHS)
  const { union } = spec.regions[0]

  const apart = await call('PUT', `${path}/parse-spec`, withUnion(spec, null))
  const united = await call('PUT', `${path}/parse-spec`, withUnion(apart.body, union))

  const namesIn = ({ body }: Body) => body.preview.map(({ name, row_count }: Body) => [name, row_count])
  expect(namesIn(apart)).toEqual([
    ['Jan', 2],
    ['Feb', 1],
  ])
  expect(apart.body.check.map(({ table, balanced }: Body) => [table, balanced])).toEqual([
    ['Jan', true],
    ['Feb', true],
  ])
  expect(namesIn(united)).toEqual([['sales', 3]])
  expect(united.body.check.map(({ table, balanced }: Body) => [table, balanced])).toEqual([['sales', true]])
  const { body } = await call('POST', `${path}/materialize`, {})
  expect(body.artifacts.map(({ name, row_count }: Body) => [name, row_count])).toEqual([['sales', 3]])
})

test('a union that contradicts itself is refused, and each place is named', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed(MONTHS)
  const { union } = spec.regions[0]
  const twice = { ...union, parts: [...union.parts.slice(1), ...union.parts.slice(1)] }

  const { status, body } = await call('PUT', `${path}/parse-spec`, withUnion(spec, twice))

  expect(status).toBe(422)
  expect(body.errors.map(({ loc, code }: Body) => [loc.slice(2).join('.'), code])).toEqual([
    ['0.union.parts.1.region_id', 'duplicate'],
    ['0.union.parts', 'required'],
  ])
})

test('rows that were appended before are not appended again, and rows that were deleted since are', async () => {
  const { call, analyzed, rows } = await newSourcePlace(service)
  const { path } = await analyzed(MONTHS)
  const columns = ['sheet', 'Day', 'Customer', 'Amount', 'Rep'].map((name) => ({ name }))
  await call('POST', '/tables', { name: 'all', columns })
  const append = () =>
    call('POST', `${path}/materialize`, { target: { mode: 'append', table: 'all', expected_version: null } })

  const first = await append()
  const second = await append()
  const [{ __svc_row_id: id }] = await rows('all', 'limit=1')
  await call('DELETE', `/tables/all/rows/${id}?expected_version=null`)
  const third = await append()

  const counts = ({ body }: Body) => body.reports.map(({ inserted, unchanged }: Body) => [inserted, unchanged])
  expect([first, second, third].map(counts)).toEqual([[[3, 0]], [[0, 3]], [[1, 2]]])
  expect(second.body.edit_version).toBe(first.body.edit_version)
  expect((await rows('all')).map(({ sheet, Customer }: Body) => [sheet, Customer])).toEqual([
    ['Jan', 'Beta'],
    ['Feb', 'Core'],
    ['Jan', 'Acme'],
  ])
})

test('rows of united sheets go into a table that has no column for the sheet', async () => {
  const { call, analyzed, rows } = await newSourcePlace(service)
  const { path } = await analyzed(MONTHS)
  await call('POST', '/tables', { name: 'plain', columns: HEADER.map((name) => ({ name })) })

  const target = { mode: 'append', table: 'plain', column_mapping: { Rep: null }, expected_version: null }
  const { status } = await call('POST', `${path}/materialize`, { target })

  expect(status).toBe(200)
  expect((await rows('plain')).map(({ Customer }: Body) => Customer)).toEqual(['Acme', 'Beta', 'Core'])
})

test('the next edition of a file adds its new sheet to the union', async () => {
  const { upload, revise, rows } = await newSourcePlace(service)
  await upload(MONTHS)

  const march = [HEADER, ['2025-03-01', 'Dyn', 40]]
  const revised = await revise('sales.xlsx', {
    bytes: new Uint8Array(workbookOf({ Jan: JAN, Feb: FEB, Mar: march })),
    filename: 'sales.xlsx',
  })

  expect(revised.status).toBe(200)
  expect(revised.body.source.artifacts).toEqual(['sales'])
  expect((await rows('sales')).map(({ sheet, Customer }: Body) => [sheet, Customer])).toEqual([
    ['Jan', 'Acme'],
    ['Jan', 'Beta'],
    ['Feb', 'Core'],
    ['Mar', 'Dyn'],
  ])
})

test('a sheet that the next edition puts before the others joins them, and what was undone stays undone', async () => {
  const { call, upload, revise, rows } = await newSourcePlace(service)
  const december = [HEADER, ['2024-12-05', 'Zed', 5]]
  const next = { bytes: new Uint8Array(workbookOf({ Dec: december, Jan: JAN, Feb: FEB })), filename: 'sales.xlsx' }
  await upload(MONTHS)
  const joined = await revise('sales.xlsx', next)
  const sheets = (await rows('sales')).map(({ sheet }: Body) => sheet)
  const { body: spec } = await call('GET', '/sources/sales.xlsx/parse-spec')

  expect(joined.body.source.artifacts).toEqual(['sales'])
  // Rows that were there keep their ids, and new ones come after them.
  expect(sheets).toEqual(['Jan', 'Jan', 'Feb', 'Dec'])
  expect(new Set(spec.regions.map(({ region_id }: Body) => region_id)).size).toBe(3)

  const apart = structuredClone(spec)
  for (const region of apart.regions) region.union = null
  await call('PUT', '/sources/sales.xlsx/parse-spec?preview=false', apart)
  const { body } = await revise('sales.xlsx', { ...MONTHS, filename: 'sales-2.xlsx' })
  expect(body.reports.map(({ table }: Body) => table).sort()).toEqual(['Feb', 'Jan'])
})

const withUnion = (spec: Body, union: Body | null) => {
  const changed = structuredClone(spec)
  delete changed.preview
  changed.regions[0].union = union
  return changed
}
