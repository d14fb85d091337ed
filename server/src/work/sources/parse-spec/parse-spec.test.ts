import { expect, test, vi } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const SALES = 'code,region,amount\n007,東京,10\n008,大阪,-3\n009,京都,about ten\n'
const WIDE = '店,4月,5月\n東,1,2\n西,3,4\n計,4,6\n'
const CLEAN = 'code,region,amount\n007,東京,10\n008,大阪,-3\n'

test('analysis proposes how a source is read, and makes no tables', async () => {
  const { call, analyzed, events } = await newSourcePlace(service)

  const { path, analyzed: answer, spec } = await analyzed({ bytes: CLEAN, filename: '売上.csv' })

  expect(answer).toMatchObject({ status: 200, body: { source: { status: 'analyzed' } } })
  expect(spec).toMatchObject({
    spec_version: 1, revision: 1, source_name: '売上.csv', overrides: [], reader: { format: 'csv', delimiter: ',' },
    regions: [{ kind: 'data', columns: [{ name: 'code', type: 'VARCHAR' }, { name: 'region' }, { name: 'amount' }] }],
  }) // biome-ignore format: one value
  expect((await call('GET', `${path}/parse-spec`)).body).toEqual(spec)
  expect((await call('GET', path)).body.parse_spec).toMatchObject({ spec_version: 1, regions: [{ columns: 3 }] })
  expect((await call('GET', '/tables')).body.tables).toEqual([])
  expect((await events()).map(({ type }) => type)).toEqual(['source.analyzed'])
})

test('a corrected spec is kept with its pins, and answers with the first rows as they would be read', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: SALES, filename: 'sales.csv' })
  const corrected = structuredClone(spec)
  corrected.regions[0].columns[2].type = 'INTEGER'
  corrected.regions[0].columns[0].name = '商品コード'

  const { status, body } = await call('PUT', `${path}/parse-spec`, corrected)

  expect([status, body.spec_version, body.revision]).toEqual([200, 1, 2])
  expect(body.overrides.map(({ path: at, value }: { path: string; value: unknown }) => [at, value]).sort()).toEqual([
    ['/regions/0/columns/0/name', '商品コード'],
    ['/regions/0/columns/2/type', 'INTEGER'],
  ])
  expect(body.preview).toMatchObject([{ cells_nulled: 1, partial: false, row_count: 3 }])
  expect(body.preview[0].rows).toEqual([
    { 商品コード: '007', region: '東京', amount: 10 },
    { 商品コード: '008', region: '大阪', amount: -3 },
    { 商品コード: '009', region: '京都', amount: null },
  ])
})

test('a spec is read with what it makes of the file, and nothing is written for it', async () => {
  const { call, analyzed, owner, workbook } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: SALES, filename: 'sales.csv' })
  const viewer = await service.newPerson()
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${viewer.userId}`, { role: 'viewer' })
  const audited = async () => (await call('GET', '/audit-log')).body.entries

  const before = await audited()
  const { status, body } = await viewer.call('GET', `/api/v1/workbooks/${workbook}${path}/parse-spec?preview=true`)

  const { preview, can_undo, ...read } = body
  expect(can_undo).toBe(false)
  expect([status, read]).toEqual([200, spec])
  expect(preview).toMatchObject([{ name: 'sales', row_count: 3, partial: false }])
  expect(preview[0].rows[0]).toEqual({ code: '007', region: '東京', amount: '10' })
  expect(await audited()).toEqual(before)
  expect((await call('GET', `${path}/parse-spec`)).body).toEqual(spec)
})

test('an answer that is sent back with its preview changes nothing by it', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: CLEAN, filename: 'sales.csv' })
  const shown = (await call('GET', `${path}/parse-spec?preview=true`)).body

  const { body } = await call('PUT', `${path}/parse-spec?preview=false`, shown)

  expect(body.overrides).toEqual([])
  expect((await call('GET', `${path}/parse-spec`)).body).not.toHaveProperty('preview')
})

test('what was corrected outlives a new analysis where that is wanted, and is discarded otherwise', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: CLEAN, filename: 'sales.csv' })
  const corrected = structuredClone(spec)
  corrected.regions[0].columns[0].name = '商品コード'
  await call('PUT', `${path}/parse-spec?preview=false`, corrected)

  const kept = (await call('POST', `${path}/analyze?keep_overrides=true`)).body.parse_spec
  const fresh = (await call('POST', `${path}/analyze`)).body.parse_spec
  const late = await call('PUT', `${path}/parse-spec`, corrected)

  expect([kept.spec_version, kept.regions[0].columns[0].name, kept.overrides.length]).toEqual([2, '商品コード', 1])
  expect([fresh.spec_version, fresh.regions[0].columns[0].name, fresh.overrides]).toEqual([3, 'code', []])
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 3 } })
})

test('a file is read in the corrected encoding and with the corrected delimiter, then and after', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: 'code,maker\n007,Caf€\n', filename: 'prices.csv' })
  const corrected = structuredClone(spec)
  corrected.reader.encoding = 'windows-1252'

  const { body } = await call('PUT', `${path}/parse-spec`, corrected)
  await call('POST', `${path}/materialize`, {})
  const again = (await call('POST', `${path}/analyze?keep_overrides=true`)).body.parse_spec

  expect(spec.reader.encoding).toBe('utf-8')
  expect(body.preview[0].rows).toEqual([{ code: '007', maker: 'Cafâ‚¬' }])
  expect((await call('GET', '/tables/prices/rows?columns=maker')).body.rows).toMatchObject([{ maker: 'Cafâ‚¬' }])
  expect(again.reader.encoding).toBe('windows-1252')
  expect(again.regions[0].columns[1].evidence.samples).toEqual(['Cafâ‚¬'])
})

test('a spec that contradicts itself or its file is refused, and every place is named', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: CLEAN, filename: 'sales.csv' })
  const wrong = structuredClone(spec)
  wrong.regions.push({ ...structuredClone(wrong.regions[0]), region_id: 'r2', sheet: 'elsewhere' })
  wrong.regions.push({ ...structuredClone(wrong.regions[0]), region_id: 'r3', header_rows: [2] })
  wrong.regions[0].columns[1].name = 'code'
  wrong.regions[0].columns[2].type = 'MONEY'

  const { status, body } = await call('PUT', `${path}/parse-spec`, wrong)

  expect([status, body.code]).toEqual([422, 'validation_error'])
  expect(body.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))).toEqual([
    'regions.0.columns.1.name',
    'regions.0.columns.2.type',
    'regions.1.sheet',
    'regions.1.outputs.0.name',
    'regions.2.header_rows.0',
    'regions.2.range',
    'regions.2.outputs.0.name',
  ])
})

test('every decision of the analysis can be made otherwise, and comes back as it was sent', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: WIDE, filename: 'wide.csv' })
  const corrected = structuredClone(spec)
  const [region] = corrected.regions
  Object.assign(region, {
    row_roles: [{ rows: [4], role: 'total' }],
    totals: [{ row: 4, op: 'sum', operands: ['2:3'], cells: ['B4:C4'], verified: true, agreement: 1 }],
    period_axis: { columns: ['B', 'C'], labels: ['4月', '5月'], normalized: ['2026-04', null], granularity: 'month' },
    reshape: { kind: 'unpivot', id_columns: ['店'], value_columns: ['4月', '5月'], name_to: '月', value_to: '額' },
    hierarchy: null,
    outputs: [{ name: '月次', kind: 'long' }],
  })

  const { status, body } = await call('PUT', `${path}/parse-spec`, corrected)

  expect(status).toBe(200)
  for (const member of ['row_roles', 'totals', 'period_axis', 'reshape', 'outputs'])
    expect(body.regions[0][member]).toEqual(region[member])
  expect(body.preview).toMatchObject([{ name: '月次', row_count: 4 }])
  expect(body.overrides.every(({ actor }: { actor: string }) => /^usr_/.test(actor))).toBe(true)
})

test('a spec that reshapes columns or roles rows which its region does not have is refused', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: WIDE, filename: 'wide.csv' })
  const wrong = structuredClone(spec)
  Object.assign(wrong.regions[0], {
    row_roles: [{ rows: [400], role: 'total' }],
    period_axis: { columns: ['B', 'C'], labels: ['4月'], normalized: [null, null], granularity: 'month' },
    reshape: { kind: 'fill_down', columns: ['部門'] },
    hierarchy: null,
  })

  const { status, body } = await call('PUT', `${path}/parse-spec?preview=false`, wrong)

  expect(status).toBe(422)
  expect(body.errors.map(({ loc }: { loc: string[] }) => loc.slice(3).join('.'))).toEqual([
    'row_roles.0.rows.0',
    'period_axis.labels',
    'reshape.columns',
  ])
})

test('before anybody has analyzed a source there is no spec to read, correct or obey', async () => {
  const { call, upload, analyzed } = await newSourcePlace(service)
  const { spec } = await analyzed({ bytes: CLEAN, filename: 'sales.csv' })
  await upload({ bytes: 'a,b\n', filename: 'raw.csv', fields: { mode: 'staged' } })

  const answers = [
    await call('GET', '/sources/raw.csv/parse-spec'),
    await call('PUT', '/sources/raw.csv/parse-spec', spec),
    await call('POST', '/sources/raw.csv/materialize', {}),
  ]

  for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'source_not_analyzed'])
})

test('a preview shows the cells of the file itself', async () => {
  const { call, upload } = await newSourcePlace(service)
  await upload({ bytes: CLEAN, filename: 'sales.csv', fields: { mode: 'staged' } })

  const { status, body } = await call('GET', '/sources/sales.csv/preview?range=A1:B2')

  expect([status, body.range]).toEqual([200, 'A1:B2'])
  expect(body.cells.map((row: { v: unknown }[]) => row.map(({ v }) => v))).toEqual([
    ['code', 'region'],
    ['007', '東京'],
  ])
})

test('a preview of a sheet that is not there, or of too much, is refused', async () => {
  const { call, upload } = await newSourcePlace(service)
  await upload({ bytes: CLEAN, filename: 'sales.csv', fields: { mode: 'staged' } })
  const codeOf = async (query: string) => {
    const { status, body } = await call('GET', `/sources/sales.csv/preview?${query}`)
    return [status, body.code]
  }

  expect(await codeOf('sheet=elsewhere')).toEqual([404, 'not_found'])
  expect(await codeOf('range=A1:ZZ1000')).toEqual([400, 'range_too_large'])
  expect(await codeOf('range=A:C')).toEqual([422, 'validation_error'])
})
