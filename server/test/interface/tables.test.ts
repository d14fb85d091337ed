import { expect, test, vi } from 'vitest'
import { exportFile, openBook, rowsIn } from '../export-file.ts'
import { newTable } from '../new-table.ts'
import { newTransforms, TOTALS } from '../new-transforms.ts'
import { startService } from '../service.ts'
import { uploadTo } from '../upload.ts'

// A table of 100,001 rows is made here.
vi.setConfig({ testTimeout: 240_000 })

/** What the interface says about tables, charts, ops and versions, and no feature's own tests hold. */
const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const newSales = (rows: readonly object[] = [{ region: 'east', amount: 1 }]) =>
  newTable(service, { columns: COLUMNS, rows })

test('a new column stands behind the others and before the row id', async () => {
  const { call, owner, at, table } = await newSales()

  await call('POST', `${at}/artifacts/sales/columns`, { column: 'rate', type: 'DOUBLE', expected_version: 2 })

  const { bytes } = await exportFile(service.url(), owner, at, { include_row_ids: true })
  expect(rowsIn(openBook(bytes))[0]).toEqual(['region', 'amount', 'rate', '__svc_row_id'])
  expect((await call('GET', `${table}/columns`)).body.columns.map(({ name }: { name: string }) => name)).toEqual([
    'region',
    'amount',
    'rate',
  ])
})

test('a column is added and retyped with the types that a table is created with, and no others', async () => {
  const { call, at, table } = await newSales([])
  const created = (type: string, name: string) => call('POST', `${at}/tables`, { name, columns: [{ name: 'a', type }] })
  const added = (type: string, column: string) =>
    call('POST', `${table}/columns`, { column, type, expected_version: null })

  for (const [place, type] of ['VARCHAR', 'INTEGER', 'DECIMAL(10,2)', 'DATE', 'JSON', 'UUID'].entries())
    expect([(await created(type, `t${place}`)).status, (await added(type, `c${place}`)).status]).toEqual([201, 201])
  for (const type of ['BLOB', 'INTEGER[]', 'nonsense'])
    expect([(await created(type, 'other')).status, (await added(type, 'other')).status]).toEqual([422, 422])
})

test('with a dropped column its classification is gone', async () => {
  const { call, at, table } = await newSales()
  await call('POST', `${at}/artifacts/sales/columns/amount/tags`, { tag: 'money' })
  const tags = async () => (await call('GET', `${at}/classifications`)).body.classifications
  const before = await tags()

  const dropped = await call('DELETE', `${table}/columns/amount?expected_version=2&actor=Ben`)

  expect(before).toMatchObject([{ column: 'amount', tag: 'money' }])
  expect(dropped.status).toBe(200)
  expect(await tags()).toEqual([])
})

test('charts are read and neither made nor changed through the API', async () => {
  const { call, at } = await newSales()

  expect((await call('GET', `${at}/charts`)).body).toMatchObject({ charts: [] })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await call(method, `${at}/charts`, {})).status).toBe(405)
})

test('an op tells its kind, who did it, what code it ran and whether it can be undone', async () => {
  const { call, at, create } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { actor: 'Ben' })
  await call('POST', `${at}/versions`, { label: 'v1' })

  const { ops } = (await call('GET', `${at}/ops`)).body

  const known = ops.map(({ kind, undoable }: { kind: string; undoable: boolean }) => [kind, undoable])
  expect(known).toEqual(expect.arrayContaining([['rows.upsert', true], ['version.commit', false]])) // biome-ignore format: pairs
  const run = ops.find(({ code }: { code: unknown }) => code !== null)
  expect(run).toMatchObject({ actor: { name: 'Ben' }, undoable: false, code: { sha256: expect.any(String) } })
  expect(ops.map(({ op_id }: { op_id: number }) => op_id)).toEqual([4, 3, 2, 1])
})

test('reverting to a version runs the transforms again, so that derived tables are those of the version', async () => {
  const { call, at, write, create, recompute, rowsOf, readAll } = await newTransforms(service)
  await create('totals', TOTALS)
  const [base, totals] = [await readAll(), await rowsOf('totals')]
  await call('POST', `${at}/versions`, { label: 'then' })
  await write({ rows: [{ region: 'north', amount: 7 }] })
  await recompute()
  const between = await rowsOf('totals')

  const reverted = await call('POST', `${at}/versions/then/revert`)

  expect(reverted).toMatchObject({ status: 200, body: { failed: [] } })
  expect(between).not.toEqual(totals)
  expect(await readAll()).toEqual(base)
  expect(await rowsOf('totals')).toEqual(totals)
})

test('a table of more than 100,000 rows is not branched, and none larger is merged', async () => {
  const { owner, at } = await newSales()
  const lines = (count: number) => `n\n${Array.from({ length: count }, (_, n) => n).join('\n')}\n`
  const upload = (count: number, filename: string) =>
    uploadTo(service.url(), owner.session, `${at}/sources`, {
      bytes: lines(count),
      filename,
      fields: { structuring: 'skip' },
    })
  await upload(100_000, 'largest.csv')
  await upload(100_001, 'larger.csv')
  const branch = (table: string) =>
    exportFile(service.url(), owner, at, { tables: [table], format: 'csv', record_branch: true })

  const [largest, larger] = [await branch('largest'), await branch('larger')]
  const merged = await uploadTo(service.url(), owner.session, `${at}/tables/largest/merge`, {
    bytes: new Uint8Array(Buffer.concat([largest.bytes, Buffer.from('7,\r\n')])),
    filename: 'largest.csv',
    fields: { branch_id: largest.headers.get('x-svc-branch-id') ?? '' },
  })

  expect([largest.status, larger.status]).toEqual([200, 400])
  expect(JSON.parse(larger.bytes.toString())).toMatchObject({ code: 'branch_too_large', max_rows: 100_000 })
  expect(merged).toMatchObject({ status: 413, body: { code: 'too_many_rows', max_rows: 100_000 } })
})

test('a review that lints answers at once; one that 45 seconds are not enough for goes on as a job with 202', async () => {
  const { call, at } = await newSales()
  const review = () => call('POST', `${at}/review`, { mode: 'lint' })

  const soon = await review()
  const clock = performance.now.bind(performance)
  const from = clock()
  // A minute passes for the review in less than a millisecond of the test.
  const running = vi.spyOn(performance, 'now').mockImplementation(() => from + (clock() - from) * 1_000_000)
  const late = await review().finally(() => running.mockRestore())

  expect(soon).toMatchObject({ status: 200, body: { findings: [], coverage: { tables_checked: ['sales'] } } })
  expect(late).toMatchObject({ status: 202, body: { job_id: expect.stringMatching(/^job_/), status: 'pending' } })
})
