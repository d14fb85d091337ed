import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const SALES = 'shop,price,Jan,Feb\nNorth,10.1,1,2\nSouth,20.2,3,4\nWest,30.3,5,6\n'

test('an upload shows the check of each of its tables, and a client cannot write one', async () => {
  const { call, upload } = await newSourcePlace(service)
  const { body } = await upload({ bytes: SALES, filename: 'sales.csv' })
  const { check, warnings } = body.source.parse_spec
  const { body: spec } = await call('GET', '/sources/sales.csv/parse-spec')
  const forged = { ...spec, check: [{ ...spec.check[0], rows_in: 99, balanced: false }] }

  const { body: kept } = await call('PUT', '/sources/sales.csv/parse-spec', forged)

  expect(check).toMatchObject([{ table: 'sales', rows_out: expect.any(Number), balanced: true, reason: null }])
  expect(warnings).toEqual([])
  expect(spec.check).toEqual(check)
  expect(kept).toMatchObject({ check, warnings: [], overrides: [] })
})

test('a correction that repeats a measure beside each value is accepted, and the check says what it does to the sum', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: SALES, filename: 'sales.csv' })
  const repeating = structuredClone(spec)
  Object.assign(repeating.regions[0], {
    reshape: {
      kind: 'unpivot',
      id_columns: ['shop', 'price'],
      value_columns: ['Jan', 'Feb'],
      name_to: 'month',
      value_to: 'amount',
    },
    outputs: [{ name: 'sales', kind: 'long' }],
  })

  const { status, body } = await call('PUT', `${path}/parse-spec`, repeating)

  expect(status).toBe(200)
  expect(body.check).toMatchObject([{ table: 'sales', rows_in: 3, rows_out: 6, factor: 2, balanced: false }])
  expect(body.check[0].sums).toContainEqual({ column: 'price', sum_in: '60.6', sum_out: '121.2' })
  expect(body.warnings).toMatchObject([
    { code: 'unbalanced_check', column: 'price', message: expect.stringMatching(/sales.*price.*60\.6.*121\.2/) },
  ])
})

test('a correction whose tables were not read yet has no verdict until they are', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: SALES, filename: 'sales.csv' })
  const renamed = structuredClone(spec)
  const [region] = renamed.regions
  region.reshape = null
  region.outputs = [{ name: 'shops', kind: 'list' }]

  const { body: corrected } = await call('PUT', `${path}/parse-spec?preview=false`, renamed)
  await call('POST', `${path}/materialize`, {})
  const { body: read } = await call('GET', `${path}/parse-spec`)

  expect(corrected.check).toMatchObject([{ table: 'shops', rows_out: null, balanced: null, reason: 'corrected' }])
  expect(read.check).toMatchObject([{ table: 'shops', rows_in: 3, rows_out: 3, balanced: true, reason: null }])
  expect(read.check[0].sums.map(({ sum_out }: Body) => sum_out)).toEqual(['60.6', '9', '12'])
})
