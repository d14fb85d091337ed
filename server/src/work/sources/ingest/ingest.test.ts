import { expect, test, vi } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'
import { workbookFile } from '../../../../test/workbook-file.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const SALES = 'code,region,amount,day\n007,東京,10,2026-04-01\n008,大阪,-3,2026-04-02\n'

test('a csv becomes one table named after its file, with every text as it was', async () => {
  const { upload, rows } = await newSourcePlace(service)

  const { status, body } = await upload({ bytes: SALES, filename: '売上.csv', fields: { structuring: 'skip' } })

  expect([status, body.structuring, body.source.status]).toEqual([201, 'skipped', 'materialized'])
  expect(body.source.artifacts).toEqual(['売上'])
  expect(body.artifacts).toMatchObject([{ name: '売上', type: 'table', layer: 'raw', row_count: 2, edit_version: 1 }])
  expect(await rows('売上')).toEqual([
    { code: '007', region: '東京', amount: 10, day: '2026-04-01' },
    { code: '008', region: '大阪', amount: -3, day: '2026-04-02' },
  ])
})

test('a workbook file that is not structured becomes a table per sheet, all in one op, with an event for each', async () => {
  const { owner, at, upload, rows, events } = await newSourcePlace(service)
  const bytes = workbookFile({ 四月: [['店', '金額'], ['東', 1]], 五月: [['店', '金額'], ['西', 2], ['北', 3]] }) // biome-ignore format: one line

  const { body } = await upload({ bytes, filename: 'store.xlsx', fields: { structuring: 'skip' } })

  expect(body).toMatchObject({ structuring: 'skipped', source: { artifacts: ['四月', '五月'] } })
  expect(await rows('五月')).toEqual([
    { 店: '西', 金額: 2 },
    { 店: '北', 金額: 3 },
  ])
  const { ops } = (await owner.call('GET', `${at}/ops`)).body
  expect(ops).toMatchObject([{ kind: 'source.materialize', rows: 3, summary: 'Made 2 tables of store.xlsx' }])
  const emitted = (await events()).map(({ type, data }) => [type, data.artifact?.name ?? data.artifacts])
  expect(emitted).toEqual([
    ['artifact.updated', expect.any(String)],
    ['artifact.updated', expect.any(String)],
    ['source.materialized', [{ name: '四月', row_count: 1 }, { name: '五月', row_count: 2 }]],
  ]) // biome-ignore format: one line each
})

test('rows that came from a file are edited like any others, and new ones are counted on', async () => {
  const { owner, at, upload, rows } = await newSourcePlace(service)
  await upload({ bytes: SALES, filename: 'sales.csv' })

  const written = await owner.call('POST', `${at}/tables/sales/rows`, {
    expected_version: 1,
    rows: [
      { __svc_row_id: 1, amount: 11 },
      { code: '009', region: '名古屋' },
    ],
  })

  expect(written.body).toMatchObject({ edit_version: 2, inserted: 1, updated: 1, row_ids: [1, 3] })
  expect(await rows('sales', 'columns=code,amount')).toEqual([
    { __svc_row_id: 1, code: '007', amount: 11 },
    { __svc_row_id: 2, code: '008', amount: -3 },
    { __svc_row_id: 3, code: '009', amount: null },
  ])
})

test('names that are taken get a number, whether by tables or within the file', async () => {
  const { owner, at, upload } = await newSourcePlace(service)
  await owner.call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'a' }] })

  const { body } = await upload({ bytes: SALES, filename: 'sales.csv' })

  expect(body.source.artifacts).toEqual(['sales_2'])
})

test('a file that cannot be read is refused with the reason, and nothing of it is kept', async () => {
  const { owner, at, upload } = await newSourcePlace(service)
  const whole = workbookFile({ S: [['a'], [1]] })

  const answers = [
    await upload({ bytes: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), filename: 'a.pdf' }),
    await upload({ bytes: whole.subarray(0, whole.length / 2), filename: 'half.xlsx' }),
    await upload({ bytes: '', filename: 'empty.xlsx' }),
  ]

  for (const { status, body } of answers) expect([status, body.code]).toEqual([415, 'unsupported_file'])
  expect((await owner.call('GET', `${at}/sources`)).body.sources).toEqual([])
  expect((await owner.call('GET', `${at}/tables`)).body.tables).toEqual([])
})

test('a sheet of more columns than a table may have is refused, with how many it may have', async () => {
  const { upload } = await newSourcePlace(service)
  const line = (cell: (n: number) => string) => Array.from({ length: 2_001 }, (_, n) => cell(n)).join(',')
  const bytes = `${line((n) => `c${n}`)}\n${line(String)}\n`

  const { status, body } = await upload({ bytes, filename: 'broad.csv', fields: { structuring: 'skip' } })

  expect([status, body.code, body.max_columns]).toEqual([413, 'too_many_columns', 2_000])
})

test('a sheet that needs more memory than a loader has is too large, and not broken', async () => {
  const { upload } = await newSourcePlace(service)
  const line = (cell: (n: number) => string) => Array.from({ length: 2_000 }, (_, n) => cell(n)).join(',')
  const bytes = `${line((n) => `c${n}`)}\n${line(String)}\n`

  const { status, body } = await upload({ bytes, filename: 'broad.csv', fields: { structuring: 'skip' } })

  expect([undefined, 'payload_too_large']).toContain(body.code)
  expect([201, 413]).toContain(status)
})

test('an upload under an Idempotency-Key makes its tables once, however many send it at the same time', async () => {
  const { owner, at, upload } = await newSourcePlace(service)
  const headers = { 'idempotency-key': 'april' }

  const answers = await Promise.all(
    Array.from({ length: 3 }, () => upload({ bytes: SALES, filename: 'sales.csv', headers })),
  )
  const again = await upload({ bytes: SALES, filename: 'sales.csv', headers })
  const plain = await upload({ bytes: SALES, filename: 'sales.csv' })

  for (const { status, body } of [...answers, again]) expect([status, body]).toEqual([201, answers[0]?.body])
  expect(plain).toMatchObject({ status: 200, body: { existing: true, source: { artifacts: ['sales'] } } })
  expect((await owner.call('GET', `${at}/tables`)).body.tables).toHaveLength(1)
  expect((await owner.call('GET', `${at}/sources`)).body.sources).toHaveLength(1)
})
