import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../test/new-transforms.ts'
import { startService } from '../../../test/service.ts'

const service = startService({ settings: { engineSpares: 1 } })

test('a transform binds {{ arg }} to a table and produces an output artifact, fresh and with its code kept', async () => {
  const { create, rowsOf, call, at } = await newTransforms(service)

  const created = await create('totals', TOTALS)

  expect(created).toMatchObject({
    status: 201,
    body: {
      transform: {
        transform_id: expect.stringMatching(/^tf_/),
        name: 'totals',
        language: 'sql',
        code: TOTALS,
        args: { sales: 'sales' },
        output: 'totals',
        materialized: 'table',
        code_sha256: createHash('sha256').update(TOTALS).digest('hex'),
      },
      run: { op_id: 3, row_count: 2, elapsed_ms: expect.any(Number), logs: '', mode: 'full' },
      table: {
        name: 'totals',
        type: 'table',
        layer: 'derived',
        row_count: 2,
        edit_version: 1,
        transform: 'totals',
        freshness: { stale: false, stale_since: null, reason: null, upstream: ['sales'] },
      },
    },
  })
  expect(await rowsOf('totals')).toEqual([
    { region: 'east', total: 15, __svc_row_id: 1 },
    { region: 'west', total: 3, __svc_row_id: 2 },
  ])
  const { body: ops } = await call('GET', `${at}/ops`)
  expect(ops.ops[0]).toMatchObject({ kind: 'transform.run', table: 'totals', code: { kind: 'sql' }, undoable: false })
})

test('an interactive write upstream marks all that is derived from it stale, and recomputes nothing', async () => {
  const { create, write, tableOf, rowsOf } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT * FROM {{ t }} WHERE total > 5', { t: 'totals' })

  const written = await write({ rows: [{ region: 'west', amount: 100 }] })

  expect(written.body.stale).toEqual(['large', 'totals'])
  expect(await tableOf('totals')).toMatchObject({
    freshness: { stale: true, reason: 'upstream_edit', upstream: ['sales'] },
  })
  expect(await tableOf('large')).toMatchObject({ freshness: { stale: true, upstream: ['totals'] } })
  expect(await rowsOf('large')).toEqual([{ region: 'east', total: 15, __svc_row_id: 1 }])
})

test('running a transform propagates: its output and every table below are fresh when the call returns', async () => {
  const { create, write, tableOf, rowsOf, run } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT * FROM {{ t }} WHERE total > 5', { t: 'totals' })
  await write({ rows: [{ region: 'west', amount: 100 }] })

  const done = await run('totals')

  expect(done).toMatchObject({
    status: 200,
    body: { run: { row_count: 2 }, recomputed: [{ name: 'large', row_count: 2, edit_version: 2 }], failed: [] },
  })
  expect((await tableOf('totals')).freshness.stale).toBe(false)
  expect((await tableOf('large')).freshness.stale).toBe(false)
  expect(await rowsOf('large')).toEqual([
    { region: 'east', total: 15, __svc_row_id: 1 },
    { region: 'west', total: 103, __svc_row_id: 2 },
  ])
})

test('every placeholder needs an arg and every arg a placeholder', async () => {
  const { create } = await newTransforms(service)

  const unbound = await create('a', 'SELECT * FROM {{ sales }} JOIN {{ other }} USING (region)')
  const unused = await create('a', 'SELECT 1 AS one', { sales: 'sales' })

  expect(unbound).toMatchObject({ status: 400, body: { code: 'unbound_placeholder', unbound: ['other'], unused: [] } })
  expect(unused).toMatchObject({ status: 400, body: { code: 'unbound_placeholder', unbound: [], unused: ['sales'] } })
})

test('code that fails is reported with its place, and leaves no table behind', async () => {
  const { create, call, at } = await newTransforms(service)

  const failed = await create('bad', 'SELECT nothing FROM {{ sales }}')

  expect(failed).toMatchObject({
    status: 400,
    body: { code: 'transform_failed', detail: expect.stringContaining('nothing') },
  })
  expect((await call('GET', `${at}/tables/bad`)).status).toBe(404)
  expect((await call('GET', `${at}/transforms`)).body.transforms).toEqual([])
})

test('a transform reads its args only: no other table, no file, no second statement', async () => {
  const { create, call, at } = await newTransforms(service)
  await call('POST', `${at}/tables`, { name: 'secret', columns: [{ name: 'x' }] })

  const refused = await Promise.all([
    create('a', 'SELECT * FROM {{ sales }}, secret'),
    create('b', "SELECT * FROM {{ sales }}, read_csv('/etc/passwd')"),
    create('c', 'SELECT * FROM {{ sales }}; DROP TABLE sales'),
  ])

  expect(refused.map(({ body }) => body.code)).toEqual(['transform_failed', 'transform_failed', 'transform_failed'])
})

test('a name taken by a base table, or by a transform that is not to be replaced, is refused', async () => {
  const { create } = await newTransforms(service)
  await create('totals', TOTALS)

  expect(await create('sales', TOTALS)).toMatchObject({ status: 422, body: { code: 'name_taken' } })
  expect(await create('sales', TOTALS, undefined, { replace: true })).toMatchObject({ status: 422 })
  expect(await create('totals', TOTALS)).toMatchObject({ status: 422, body: { code: 'name_taken' } })
})

test('replacing keeps the id of the transform and of its table, and remakes what is made from it', async () => {
  const { create, rowsOf, isStale } = await newTransforms(service)
  const first = await create('totals', TOTALS)
  await create('copy', 'SELECT * FROM {{ t }}', { t: 'totals' })

  const replaced = await create('totals', TOTALS.replace('sum', 'max'), undefined, { replace: true })

  expect(replaced).toMatchObject({ status: 200, body: { table: { id: first.body.table.id, edit_version: 2 } } })
  expect(replaced.body.transform.transform_id).toBe(first.body.transform.transform_id)
  expect((await rowsOf('copy')).map(({ total }: { total: number }) => total)).toEqual([10, 3])
  expect(await isStale('copy')).toBe(false)
})

test('a cycle is refused', async () => {
  const { create, call, at } = await newTransforms(service)
  await create('a', 'SELECT * FROM {{ s }}', { s: 'sales' })
  await create('b', 'SELECT * FROM {{ a }}', { a: 'a' })

  const cycle = await call('PUT', `${at}/transforms/a`, { code: 'SELECT * FROM {{ b }}', args: { b: 'b' } })
  const itself = await call('PUT', `${at}/transforms/a`, { code: 'SELECT * FROM {{ a }}', args: { a: 'a' } })

  expect(cycle).toMatchObject({ status: 409, body: { code: 'lineage_cycle' } })
  expect(itself).toMatchObject({ status: 409, body: { code: 'lineage_cycle' } })
})

test('a transform that is not run at once has an empty, stale output with its columns', async () => {
  const { create, run, rowsOf } = await newTransforms(service)

  const created = await create('totals', TOTALS, undefined, { run: false })

  expect(created).toMatchObject({
    status: 201,
    body: { run: null, table: { row_count: 0, freshness: { stale: true, reason: null } } },
  })
  expect(created.body.table.columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['region', 'VARCHAR'],
    ['total', 'BIGINT'],
  ])
  expect(await run('totals')).toMatchObject({ status: 200, body: { table: { freshness: { stale: false } } } })
  expect(await rowsOf('totals')).toHaveLength(2)
})

test('Python is answered with its own problem where it is switched off', async () => {
  const { create } = await newTransforms(service)

  const refused = await create('p', 'def transform(tables): return tables["sales"]', {}, { language: 'python' })

  expect(refused).toMatchObject({ status: 501, body: { code: 'python_disabled' } })
})

test('deleting a transform deletes its output, and what was made from that is stale', async () => {
  const { create, call, at, isStale, recompute } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('copy', 'SELECT * FROM {{ t }}', { t: 'totals' })

  expect((await call('DELETE', `${at}/transforms/totals`)).status).toBe(204)

  expect((await call('GET', `${at}/transforms/totals`)).status).toBe(404)
  expect((await call('GET', `${at}/tables/totals`)).status).toBe(404)
  expect(await isStale('copy')).toBe(true)
  expect(await recompute()).toMatchObject({ recomputed: [], failed: [{ name: 'copy', stale: true }], fresh: false })
})

test('a repeated request under one key runs the transform once', async () => {
  const { call, at } = await newTransforms(service)
  const body = { name: 'totals', code: TOTALS, args: { sales: 'sales' } }

  const first = await call('POST', `${at}/transforms`, body, { 'idempotency-key': 'k' })
  const second = await call('POST', `${at}/transforms`, body, { 'idempotency-key': 'k' })

  expect(first.status).toBe(201)
  expect(second.body).toEqual(first.body)
})

test('a run that is repeated under its key is read and not begun again, and one that failed is reported again', async () => {
  const { call, at, create } = await newTransforms(service)
  await create('totals', TOTALS)
  const again = (path: string, body: object) => call('POST', `${at}/${path}`, body, { 'idempotency-key': path })
  const bad = { name: 'bad', code: 'SELECT nothing FROM {{ sales }}', args: { sales: 'sales' } }
  const [run, failed] = [await again('transforms/totals/run', {}), await again('transforms', bad)]

  const [runAgain, failedAgain] = [await again('transforms/totals/run', {}), await again('transforms', bad)]

  expect([run.status, failed.status]).toEqual([200, 400])
  expect([runAgain.body, failedAgain.status]).toEqual([run.body, 400])
  expect(failedAgain.headers.get('idempotency-replayed')).toBe('true')
  // A run leaves its token until it commits.
  const { rows } = await service.running.admin.query(
    'select count(*) as begun from table_head where run_token is not null',
  )
  expect(Number(rows[0].begun)).toBe(0)
})

test('types that tables do not have become the nearest that holds every value', async () => {
  const { create, call, at } = await newTransforms(service)

  await create(
    'types',
    `SELECT 1::UTINYINT AS tiny, 1.5::FLOAT AS half, 'NaN'::DOUBLE AS nan, [1, 2] AS list, {'a': 1} AS struct,
      INTERVAL 1 DAY AS day, DATE '2026-01-31' AS paid, amount::HUGEINT AS big, __svc_row_id
    FROM {{ sales }} WHERE amount = 3`,
  )

  const { body } = await call('GET', `${at}/tables/types/rows`)
  expect(body.rows).toEqual([
    {
      tiny: 1,
      half: 1.5,
      nan: null,
      list: [1, 2],
      struct: { a: 1 },
      day: '1 day',
      paid: '2026-01-31',
      big: 3,
      __svc_row_id: 1,
    },
  ])
})

test('a run that goes on to the tables below it is an op of the table that was run', async () => {
  const { create, call, at } = await newTransforms(service)
  await create('totals', TOTALS)
  await call('POST', `${at}/transforms`, { name: 'copy', code: 'SELECT * FROM {{ t }}', args: { t: 'totals' } })

  await call('POST', `${at}/transforms/totals/run`)

  const { ops } = (await call('GET', `${at}/ops?limit=1`)).body
  expect(ops).toMatchObject([
    { kind: 'transform.run', table: 'totals', summary: expect.stringMatching(/1 tables below/) },
  ])
})
