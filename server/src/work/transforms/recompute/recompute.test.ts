import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../../test/new-transforms.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ settings: { engineSpares: 1 } })

test('recompute runs what is stale in the order of dependencies, and nothing else', async () => {
  const { create, write, recompute, rowsOf, isStale } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT * FROM {{ t }} WHERE total > 5', { t: 'totals' })
  await create('apart', 'SELECT 1 AS one', {})
  await write({ rows: [{ region: 'west', amount: 100 }] })

  const done = await recompute()

  expect(done).toMatchObject({
    recomputed: [
      { name: 'totals', edit_version: 2, row_count: 2 },
      { name: 'large', edit_version: 2, row_count: 2 },
    ],
    skipped_reports: [],
    failed: [],
    fresh: true,
  })
  expect(await rowsOf('large')).toHaveLength(2)
  expect(await isStale('totals')).toBe(false)
  expect(await recompute()).toMatchObject({ recomputed: [], fresh: true })
})

test('what fails stays stale with what it held, and blocks only what is made from it', async () => {
  const { create, write, recompute, rowsOf, tableOf, call, at } = await newTransforms(service)
  await create(
    'ratio',
    'SELECT region, (100 // (amount - 7))::INTEGER + CAST(region AS VARCHAR)::INTEGER * 0 AS r FROM {{ sales }} WHERE amount > 100',
  )
  await create('below', 'SELECT * FROM {{ r }}', { r: 'ratio' })
  await create('totals', TOTALS)
  await write({ rows: [{ region: 'no number', amount: 200 }] })

  const done = await recompute()

  expect(done).toMatchObject({ recomputed: [{ name: 'totals' }], fresh: false })
  expect(done.failed).toEqual([
    { name: 'ratio', error: expect.stringContaining("'ratio'"), stale: true },
    { name: 'below', error: 'upstream failed: ratio', stale: true },
  ])
  expect(await tableOf('ratio')).toMatchObject({ freshness: { stale: true, reason: 'transform_failed' }, row_count: 0 })
  expect(await rowsOf('totals')).toHaveLength(3)
  expect(await call('POST', `${at}/transforms/ratio/run`, {})).toMatchObject({
    status: 400,
    body: { code: 'transform_failed' },
  })
})

test('artifact.stale is emitted once for each table that becomes stale, however many writes follow', async () => {
  const { create, write, events, recompute } = await newTransforms(service)
  const { body } = await create('totals', TOTALS)
  const ofTotals = async () => (await events('artifact.stale')).filter(({ artifact }) => artifact.id === body.table.id)

  await write({ rows: [{ region: 'west', amount: 1 }] })
  await write({ rows: [{ region: 'west', amount: 2 }] })

  expect(await ofTotals()).toMatchObject([{ artifact: { name: 'totals' }, upstream: ['sales'] }])
  await recompute()
  await write({ rows: [{ region: 'west', amount: 3 }] })
  expect(await ofTotals()).toHaveLength(2)
})

test('a recompute without waiting is a job', async () => {
  const { create, write, call, at, isStale } = await newTransforms(service)
  await create('totals', TOTALS)
  await write({ rows: [{ region: 'west', amount: 1 }] })

  const accepted = await call('POST', `${at}/recompute`, { async: true })

  expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } })
  expect((await call('GET', `/api/v1/jobs/${accepted.body.job_id}`)).body).toMatchObject({ kind: 'recompute' })
  expect(await isStale('totals')).toBe(true)
})

test('rows keep their ids from run to run: by all their values, or by the key', async () => {
  const { create, write, recompute, rowsOf, call, table } = await newTransforms(service)
  await create('copy', 'SELECT region, amount FROM {{ sales }} ORDER BY amount')
  await create('keyed', TOTALS, undefined, { key: ['region'] })

  await call('DELETE', `${table}/rows/2?expected_version=null`)
  await write({
    rows: [
      { region: 'east', amount: 5 },
      { region: 'east', amount: 1 },
    ],
  })
  await recompute()

  expect(await rowsOf('copy')).toEqual([
    { region: 'east', amount: 5, __svc_row_id: 2 },
    { region: 'east', amount: 10, __svc_row_id: 3 },
    { region: 'east', amount: 1, __svc_row_id: 4 },
    { region: 'east', amount: 5, __svc_row_id: 5 },
  ])
  expect(await rowsOf('keyed')).toEqual([{ region: 'east', total: 21, __svc_row_id: 1 }])
})

test('a key that several rows have fails the run', async () => {
  const { create } = await newTransforms(service)

  const failed = await create('keyed', 'SELECT region, amount FROM {{ sales }}', undefined, { key: ['region'] })

  expect(failed).toMatchObject({
    status: 400,
    body: { code: 'transform_failed', detail: expect.stringContaining('key') },
  })
})

test('sheets over stale tables are named and not run', async () => {
  const { create, write, recompute, call, at } = await newTransforms(service)
  await create('totals', TOTALS)
  const blocks = [{ kind: 'table_view', table: 'totals' }]
  expect((await call('PUT', `${at}/sheets/report`, { spec: { blocks } })).status).toBeLessThan(300)
  await write({ rows: [{ region: 'west', amount: 1 }] })

  const done = await recompute()

  expect(done).toMatchObject({ recomputed: [{ name: 'totals' }], skipped_reports: ['report'], fresh: true })
})

test('what was made from a table that is deleted is stale, keeps what it held, and is listed as failed', async () => {
  const { create, recompute, rowsOf, isStale, call, table } = await newTransforms(service)
  await create('totals', TOTALS)

  expect((await call('DELETE', `${table}?expected_version=null`)).status).toBe(204)
  const done = await recompute()

  expect(await isStale('totals')).toBe(true)
  expect(done).toMatchObject({ recomputed: [], failed: [{ name: 'totals', stale: true }], fresh: false })
  expect(await rowsOf('totals')).toHaveLength(2)
})
