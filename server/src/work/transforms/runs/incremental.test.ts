import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../../test/new-transforms.ts'
import { startService } from '../../../../test/service.ts'

// Every run starts a process: outside a sandbox that takes half as long.
const service = startService({ settings: { engineSpares: 2, sandbox: 'off' } })

type World = Awaited<ReturnType<typeof newTransforms>>

const LARGE = 'SELECT region, amount * 2 AS twice FROM {{ sales }} WHERE amount > 4'
/** The same rows in the same order; what is ordered is always made from all rows. */
const LARGE_IN_FULL = `${LARGE} ORDER BY __svc_row_id`

const modesOf = (answer: { recomputed: { name: string; mode: string }[] }) =>
  Object.fromEntries(answer.recomputed.map(({ name, mode }) => [name, mode]))

test('a filter over one table runs again over the rows that have changed, and says so', async () => {
  const { create, write, run, rowsOf, call, table } = await newTransforms(service)
  const created = await create('large', LARGE)
  await write({
    rows: [
      { __svc_row_id: 2, amount: 30 },
      { region: 'north', amount: 7 },
    ],
  })
  await call('DELETE', `${table}/rows/1?expected_version=null`)

  const done = await run('large')

  expect(created.body.run.mode).toBe('full')
  expect(done).toMatchObject({ status: 200, body: { run: { mode: 'incremental', row_count: 3 } } })
  expect(await rowsOf('large')).toEqual([
    { region: 'east', twice: 10, __svc_row_id: 2 },
    { region: 'west', twice: 60, __svc_row_id: 3 },
    { region: 'north', twice: 14, __svc_row_id: 4 },
  ])
})

test('by a key a changed row keeps its id, and what people wrote over its other cells', async () => {
  const { create, write, run, rowsOf, override, call, at } = await newTransforms(service)
  const code = 'SELECT amount % 10 AS k, region, amount FROM {{ sales }}'
  await create('keyed', code, undefined, { key: ['k'] })
  await override('keyed', { __svc_row_id: 2, region: 'mine' })
  await override('keyed', { __svc_row_id: 3, amount: 99 })
  await write({
    rows: [
      { __svc_row_id: 2, amount: 13 },
      { __svc_row_id: 3, amount: 15 },
      { region: 'n', amount: 4 },
    ],
  })

  const done = await run('keyed')

  expect(done.body.run).toMatchObject({ mode: 'incremental', row_count: 4 })
  expect(await rowsOf('keyed')).toEqual([
    { k: 0, region: 'east', amount: 10, __svc_row_id: 1 },
    { k: 3, region: 'mine', amount: 13, __svc_row_id: 2 },
    { k: 5, region: 'east', amount: 99, __svc_row_id: 3 },
    { k: 4, region: 'n', amount: 4, __svc_row_id: 4 },
  ])
  const { body } = await call('GET', `${at}/conflicts?status=open`)
  expect(body.conflicts).toMatchObject([{ row_id: 3, column: 'amount', base_value: 5, prior_value: 15, value: 99 }])
})

test('a key that a changed row takes from another fails the run as it would in full, and the output keeps what it held', async () => {
  const { create, write, run, rowsOf, isStale } = await newTransforms(service)
  await create('keyed', 'SELECT region, amount FROM {{ sales }}', undefined, { key: ['amount'] })
  await write({ rows: [{ __svc_row_id: 1, amount: 5 }] })

  const failed = await run('keyed')

  expect(failed).toMatchObject({
    status: 400,
    body: { code: 'transform_failed', detail: expect.stringContaining('key') },
  })
  expect(await rowsOf('keyed')).toHaveLength(3)
  expect(await isStale('keyed')).toBe(true)
})

test('what is made from a filter of a filter is patched along the chain, and an aggregate below is made in full', async () => {
  const { create, write, run, rowsOf } = await newTransforms(service)
  await create('large', LARGE)
  await create('larger', 'SELECT * FROM {{ l }} WHERE twice > 15', { l: 'large' })
  await create('sum', 'SELECT sum(twice) AS total FROM {{ l }}', { l: 'larger' })
  await write({ rows: [{ region: 'north', amount: 50 }] })

  const done = await run('large')

  expect(modesOf(done.body)).toEqual({ larger: 'incremental', sum: 'full' })
  expect(await rowsOf('larger')).toMatchObject([
    { twice: 20, __svc_row_id: 1 },
    { twice: 100, __svc_row_id: 2 },
  ])
  expect(await rowsOf('sum')).toMatchObject([{ total: 120 }])
})

test('whatever looks at more than one row is run in full', async () => {
  const { create, write, recompute } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('ordered', LARGE_IN_FULL)
  await create('joined', 'SELECT a.amount FROM {{ sales }} AS a, {{ other }} AS b', { sales: 'sales', other: 'totals' })
  await create('hourly', 'SELECT amount, current_date AS day FROM {{ sales }}')
  await write({ rows: [{ region: 'north', amount: 7 }] })

  const done = await recompute()

  expect(new Set(Object.values(modesOf(done)))).toEqual(new Set(['full']))
  expect(done.recomputed).toHaveLength(4)
})

const CHANGES: readonly [string, (world: World) => Promise<unknown>][] = [
  [
    'a column of the input is added',
    ({ call, table }) => call('POST', `${table}/columns`, { column: 'more', expected_version: null }),
  ],
  [
    'a column of the input is renamed',
    ({ call, table }) => call('PATCH', `${table}/columns/note`, { new_name: 'memo', expected_version: null }),
  ],
  [
    'a column of the input is retyped',
    ({ call, table }) => call('PATCH', `${table}/columns/amount`, { type: 'BIGINT', expected_version: null }),
  ],
  [
    'a column of the input is dropped',
    ({ call, table }) => call('DELETE', `${table}/columns/note?expected_version=null`),
  ],
  ['a policy of the workbook changes', ({ call, at }) => call('PUT', `${at}/policies/pii`, { effect: 'mask' })],
  [
    'the code is another',
    ({ create }) => create('large', `${LARGE} AND true`, undefined, { replace: true, run: false }),
  ],
  [
    'the key is another',
    ({ create }) => create('large', LARGE, undefined, { replace: true, run: false, key: ['twice'] }),
  ],
]

test.each(CHANGES)('it is run in full after %s', async (_, change) => {
  const world = await newTransforms(service)
  await world.call('POST', `${world.table}/columns`, { column: 'note', expected_version: null })
  await world.create('large', LARGE)
  await change(world)
  await world.write({ rows: [{ region: 'north', amount: 7 }] })

  const first = await world.run('large')
  await world.write({ rows: [{ region: 'north', amount: 8 }] })
  const second = await world.run('large')

  expect([first.body.run.mode, second.body.run.mode]).toEqual(['full', 'incremental'])
  expect(await world.rowsOf('large')).toHaveLength(4)
})

test('it is run in full after the input was restored, and over an undone edit it is not', async () => {
  const { create, write, run, call, at, rowsOf } = await newTransforms(service)
  const { body: snapshot } = await call('POST', `${at}/snapshots`, { summary: 'three rows' })
  const edited = await write({ rows: [{ __svc_row_id: 1, amount: 1 }] })
  await create('large', LARGE)
  await call('POST', `${at}/ops/${edited.body.op_id}/undo`)
  const undone = await run('large')
  const rows = await rowsOf('large')
  await call('POST', `${at}/snapshots/${snapshot.snapshot_id}/restore`, { tables: ['sales'] })

  const restored = await run('large')

  expect([undone.body.run.mode, restored.body.run.mode]).toEqual(['incremental', 'full'])
  expect(rows).toMatchObject([
    { twice: 10, __svc_row_id: 1 },
    { twice: 20, __svc_row_id: 2 },
  ])
  expect(await rowsOf('large')).toEqual(rows)
})
