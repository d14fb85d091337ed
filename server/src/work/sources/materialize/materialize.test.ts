import { expect, test, vi } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const APRIL = 'code,region,amount\n007,東京,10\n008,大阪,-3\n'
const MAY = 'code,region,amount,note\n008,大阪,4,late\n009,京都,5,\n'

test('materializing makes a typed table per region, and emits its event', async () => {
  const { call, analyzed, rows, events } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: APRIL, filename: 'april.csv' })

  const { status, body } = await call('POST', `${path}/materialize`, { actor: 'nightly' })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    source: { status: 'materialized' },
    artifacts: [{ layer: 'base', row_count: 2, edit_version: 1 }],
    reports: [{ region_id: 'r1', rows_read: 2, inserted: 2, updated: 0, rejected: 0, cells_nulled: 0, issues: [] }],
  })
  expect(await rows(body.artifacts[0].name)).toEqual([
    { code: '007', region: '東京', amount: 10 },
    { code: '008', region: '大阪', amount: -3 },
  ])
  expect((await events()).map(({ type }) => type)).toEqual([
    'source.analyzed',
    'artifact.updated',
    'source.materialized',
  ])
})

async function withSales() {
  const place = await newSourcePlace(service)
  await place.call('POST', '/tables', {
    name: 'sales',
    columns: [{ name: 'code' }, { name: 'area' }, { name: 'amount', type: 'DECIMAL(10,2)' }],
  })
  await place.call('POST', '/tables/sales/rows', {
    expected_version: 1,
    rows: [{ code: '008', area: '大阪', amount: '1.50' }],
  })
  const { path } = await place.analyzed({ bytes: MAY, filename: 'may.csv' })
  const materialize = (body: object) => place.call('POST', `${path}/materialize`, body)
  return { ...place, materialize }
}

const MAPPING = { region: 'area', note: null }

test('rows are added to a table by the names of its columns, as its types', async () => {
  const { materialize, rows } = await withSales()

  const target = { mode: 'append', table: 'sales', column_mapping: MAPPING, expected_version: 2 }
  const { status, body } = await materialize({ target })

  expect([status, body.edit_version, body.reports[0].inserted]).toEqual([200, 3, 2])
  expect(await rows('sales', '')).toEqual([
    { __svc_row_id: 1, code: '008', area: '大阪', amount: '1.50' },
    { __svc_row_id: 2, code: '008', area: '大阪', amount: '4.00' },
    { __svc_row_id: 3, code: '009', area: '京都', amount: '5.00' },
  ])
})

test('an upsert changes the rows it finds and adds the others', async () => {
  const { materialize, rows } = await withSales()

  const target = { mode: 'upsert', table: 'sales', column_mapping: MAPPING, match_on: ['code'], expected_version: 2 }
  const { status, body } = await materialize({ target })

  expect([status, body.edit_version]).toEqual([200, 3])
  expect(body.reports).toMatchObject([{ inserted: 1, updated: 1, unchanged: 0 }])
  expect(await rows('sales')).toEqual([
    { code: '008', area: '大阪', amount: '4.00' },
    { code: '009', area: '京都', amount: '5.00' },
  ])
})

test.each(['before', 'after'])(
  'what an upsert read is closed and tagged as other tables of its sheet are, when these are made %s it',
  async (when) => {
    const { call, materialize } = await withSales()
    const target = {
      mode: 'upsert',
      table: 'sales',
      column_mapping: MAPPING,
      match_on: ['code'],
      expected_version: null,
    }
    const wishes = when === 'before' ? [{}, { target }] : [{ target }, {}]
    const made = [await materialize(wishes[0] ?? {}), await materialize(wishes[1] ?? {})]
    const { name } = made[when === 'before' ? 0 : 1]?.body.artifacts[0] ?? {}

    await call('POST', `/artifacts/${name}/columns/region/tags`, { tag: 'place' })
    const { classifications } = (await call('GET', '/classifications')).body
    await call('PUT', `/policies/rows/${name}`, { predicate: "'auditor' in user.roles" })
    const access = await call('GET', '/tables/sales/access')
    const read = await call('GET', '/tables/sales/rows')

    expect(made.map(({ status }) => status)).toEqual([200, 200])
    const tagged = classifications.map((one: { table: string; column: string }) => `${one.table}.${one.column}`)
    expect(tagged).toEqual(expect.arrayContaining([`${name}.region`, 'sales.area']))
    expect([access.body.rows, read.status, read.body.code]).toEqual(['closed', 403, 'hidden_rows'])
  },
)

test('a replacement leaves nothing of the old rows, and gives none of their ids again', async () => {
  const { materialize, rows } = await withSales()

  const target = { mode: 'replace', table: 'sales', column_mapping: MAPPING, expected_version: null }
  const { status } = await materialize({ target })

  expect(status).toBe(200)
  expect((await rows('sales', '')).map((row: Record<string, unknown>) => [row.__svc_row_id, row.code])).toEqual([
    [2, '008'],
    [3, '009'],
  ])
})

test.each(['append', 'upsert', 'replace'])(
  '%s writes to a table that is there only with the version it expects',
  async (mode) => {
    const { materialize, call } = await withSales()
    const target = {
      mode,
      table: 'sales',
      column_mapping: MAPPING,
      ...(mode === 'upsert' ? { match_on: ['code'] } : {}),
    }

    const without = await materialize({ target })
    const inBackground = await materialize({ target, async: true })
    const old = await materialize({ target: { ...target, expected_version: 1 } })

    const loc = ['body', 'target', 'expected_version']
    expect([without.status, without.body.errors]).toMatchObject([422, [{ loc, code: 'required' }]])
    expect([inBackground.status, inBackground.body.errors]).toMatchObject([422, [{ loc, code: 'required' }]])
    expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 2 } })
    expect((await call('GET', '/tables/sales')).body).toMatchObject({ edit_version: 2, row_count: 1 })
    expect((await materialize({ target: { ...target, expected_version: null } })).status).toBe(200)
  },
)

test('a dry run tells what would happen and changes nothing', async () => {
  const { materialize, call, events } = await withSales()
  const before = (await events()).length

  const target = { mode: 'append', table: 'sales', column_mapping: MAPPING }
  const { status, body } = await materialize({ target, dry_run: true })

  expect([status, body.artifacts, body.reports[0].rows_read]).toEqual([200, [], 2])
  expect((await call('GET', '/tables/sales')).body).toMatchObject({ edit_version: 2, row_count: 1 })
  expect((await events()).length).toBe(before)
})

test('columns without a place, tables that moved on and targets that are not whole are refused', async () => {
  const { materialize } = await withSales()
  const codeOf = async (target: object) => {
    const { status, body } = await materialize({ target })
    return [status, body.code, body.columns ?? null]
  }

  expect(await codeOf({ mode: 'append', table: 'sales', expected_version: 2 })).toEqual([422, 'unmapped_columns', ['region', 'note']])
  expect(await codeOf({ mode: 'append', table: 'sales', column_mapping: MAPPING, expected_version: 1 })).toEqual([409, 'version_conflict', null])
  expect(await codeOf({ mode: 'append', table: 'nothing', expected_version: null })).toEqual([404, 'not_found', null])
  expect(await codeOf({ mode: 'append', expected_version: null })).toEqual([422, 'validation_error', null])
  expect(await codeOf({ mode: 'upsert', table: 'sales', column_mapping: MAPPING, expected_version: 2 })).toEqual([422, 'validation_error', null])
}) // biome-ignore format: one line each

test('a cell that does not fit its column is emptied and reported, or refuses the whole', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: 'code,amount\n1,10\n2,ten\n', filename: 'a.csv' })
  spec.regions[0].columns[1].type = 'INTEGER'
  await call('PUT', `${path}/parse-spec?preview=false`, spec)

  const strict = await call('POST', `${path}/materialize`, { on_error: 'fail' })
  const lenient = await call('POST', `${path}/materialize`, { on_error: 'null' })

  expect([strict.status, strict.body.code, strict.body.samples]).toEqual([400, 'uncastable_value', ['ten']])
  expect(lenient.body.reports).toMatchObject([
    { cells_nulled: 1, issues: [{ row: 3, column: 'amount', value: 'ten' }] },
  ])
})

test('the next edition of a file takes the place of the last one: same table, same columns, and rows by their code', async () => {
  const { call, analyzed, revise, rows } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: APRIL, filename: 'sales.csv' })
  const { body: first } = await call('POST', `${path}/materialize`, {})
  const table = first.artifacts[0].name

  const { status, body } = await revise('sales.csv', { bytes: MAY, filename: 'sales-may.csv' })

  expect([status, body.source.revision, body.source.filename]).toEqual([200, 2, 'sales-may.csv'])
  expect(body.artifacts).toMatchObject([{ id: first.artifacts[0].id, name: table, edit_version: 2, row_count: 2 }])
  expect(await rows(table, '')).toEqual([
    { __svc_row_id: 2, code: '008', region: '大阪', amount: 4, note: 'late' },
    { __svc_row_id: 4, code: '009', region: '京都', amount: 5, note: null },
  ])
  expect((await call('GET', `${path}/download`)).body).toBe(MAY)
})

test('sheets that landed as they are are revised as they are', async () => {
  const { upload, revise, rows } = await newSourcePlace(service)
  await upload({ bytes: APRIL, filename: 'sales.csv' })

  const { status, body } = await revise('sales.csv', { bytes: MAY, filename: 'sales.csv' })

  expect([status, body.artifacts[0].name, body.artifacts[0].edit_version]).toEqual([200, 'sales', 2])
  expect(await rows('sales')).toHaveLength(2)
})

test('a staged source is structured once its parse spec was obeyed', async () => {
  const { analyzed, call } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: MAY, filename: 'may.csv' })
  const before = await call('GET', path)

  const { body } = await call('POST', `${path}/materialize`, {})

  expect(before.body.structuring).toBe('skipped')
  expect(body.source).toMatchObject({ status: 'materialized', structuring: 'structured', structuring_reason: null })
  expect((await call('GET', path)).body.structuring).toBe('structured')
})
