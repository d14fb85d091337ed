import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const WIDE = '店,4月,5月\n東,1,2\n西,3,4\n計,4,6\n'
const LONG = { kind: 'unpivot', id_columns: ['店'], value_columns: ['4月', '5月'], name_to: '月', value_to: '額' }

/** A source of months across columns whose spec says that they are to become rows, and the last row a total. */
async function newWidePlace() {
  const place = await newSourcePlace(service)
  const { path, spec } = await place.analyzed({ bytes: WIDE, filename: 'wide.csv' })
  const corrected = structuredClone(spec)
  Object.assign(corrected.regions[0], {
    row_roles: [{ rows: [4], role: 'total' }],
    hierarchy: null,
    period_axis: null,
    reshape: LONG,
    outputs: [{ name: '月次', kind: 'long' }],
  })
  await place.call('PUT', `${path}/parse-spec?preview=false`, corrected)
  return { ...place, path }
}

const shopsOf = (rows: Body[]) => rows.map((row) => [row.店, row.月, row.額]).sort()

test('a region with periods across columns becomes rows as its spec says, each value with its cell', async () => {
  const { call, path, rows } = await newWidePlace()

  const { body } = await call('POST', `${path}/materialize`, {})

  expect(body.artifacts).toMatchObject([{ name: '月次', row_count: 4 }])
  expect(shopsOf(await rows('月次'))).toEqual([
    ['東', '4月', 1],
    ['東', '5月', 2],
    ['西', '4月', 3],
    ['西', '5月', 4],
  ])
  const origins = await Promise.all([1, 2, 3, 4].map((id) => call('GET', `/tables/月次/rows/${id}/origin`)))
  const cells = origins.map(({ body: { columns } }) => columns.find(({ column }: Body) => column === '額').cell)
  expect(cells.sort()).toEqual(['B2', 'B3', 'C2', 'C3'])
})

test('rows that reshaping makes are added to a table by the names of its columns, as its types', async () => {
  const { call, path, rows } = await newWidePlace()
  const columns = [{ name: '店' }, { name: 'month' }, { name: '額', type: 'DECIMAL(10,2)' }]
  await call('POST', '/tables', { name: 'sales', columns })
  const others = (await call('POST', `${path}/materialize`, { dry_run: true })).body.reports[0]

  const unmapped = await call('POST', `${path}/materialize`, {
    target: { mode: 'append', table: 'sales', expected_version: null },
  })
  const missing: Record<string, null> = Object.fromEntries(
    unmapped.body.columns.filter((name: string) => name !== '月').map((name: string) => [name, null]),
  )
  const target = {
    mode: 'append',
    table: 'sales',
    column_mapping: { ...missing, 月: 'month' },
    expected_version: null,
  }
  const { status, body } = await call('POST', `${path}/materialize`, { target })

  expect(others.inserted).toBe(4)
  expect([unmapped.status, unmapped.body.code]).toEqual([422, 'unmapped_columns'])
  expect([status, body.reports[0].inserted]).toEqual([200, 4])
  const [first] = await rows('sales')
  expect(first).toMatchObject({ 店: expect.any(String), month: expect.any(String), 額: expect.stringMatching(/\.00$/) })
})

test('a replacement that is to keep the ids of matched rows is refused, not done by halves', async () => {
  const { call, path } = await newWidePlace()
  await call('POST', '/tables', { name: 'sales', columns: [{ name: '店' }] })

  const target = { mode: 'replace', table: 'sales', match_on: ['店'], expected_version: null }
  const { status, body } = await call('POST', `${path}/materialize`, { target })

  expect([status, body.errors[0].loc.join('.')]).toEqual([422, 'body.target.match_on'])
})

test('the next edition of a structured file takes the place of its rows, raw and structured, and keeps what was corrected', async () => {
  const { call, upload, revise, rows } = await newSourcePlace(service)
  const april = 'code,region,amount\n007,東京,10\n008,大阪,-3\n'
  const { body } = await upload({ bytes: april, filename: 'sales.csv' })
  const { body: spec } = await call('GET', '/sources/sales.csv/parse-spec')
  spec.regions[0].columns[1].name = '地域'
  await call('PUT', '/sources/sales.csv/parse-spec?preview=false', spec)

  const revised = await revise('sales.csv', { bytes: `${april}009,京都,5\n`, filename: 'sales-may.csv' })

  expect(revised).toMatchObject({ status: 200, body: { source: { revision: 2, artifacts: ['sales'] } } })
  expect(await rows('sales')).toHaveLength(3)
  expect((await rows('sales'))[2]).toEqual({ code: '009', 地域: '京都', amount: 5 })
  const raw = body.artifacts.find(({ layer }: Body) => layer === 'raw')
  const seen = (await call('GET', `/artifacts/${raw.id}?state=all`)).body
  expect([seen.state, seen.row_count]).toEqual(['archived', 3])
  const [{ __svc_row_id: last }] = (await call('GET', '/tables/sales/rows?order_by=-code&limit=1')).body.rows
  const { columns } = (await call('GET', `/tables/sales/rows/${last}/origin`)).body
  expect(columns[2]).toEqual({
    column: 'amount',
    source: 'sales.csv',
    revision: 2,
    sheet: expect.any(String),
    cell: 'C4',
    computed: false,
  })
})
