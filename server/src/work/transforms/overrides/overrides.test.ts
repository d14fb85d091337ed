import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../../test/new-transforms.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ settings: { engineSpares: 1 } })

test('an edit of a derived table is an override: it shows, and makes what is below stale', async () => {
  const { create, override, rowsOf, isStale } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('copy', 'SELECT * FROM {{ t }}', { t: 'totals' })

  const edited = await override('totals', { __svc_row_id: 1, total: 1000 })

  expect(edited).toMatchObject({ status: 200, body: { updated: 1, stale: ['copy'] } })
  expect(await isStale('totals')).toBe(false)
  expect((await rowsOf('totals'))[0]).toEqual({ region: 'east', total: 1000, __svc_row_id: 1 })
})

test('an override survives a recompute', async () => {
  const { create, override, rowsOf, write, recompute, call, at } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 1, total: 1000 })

  await write({ rows: [{ region: 'west', amount: 1 }] })
  await recompute()

  expect(await rowsOf('totals')).toEqual([
    { region: 'east', total: 1000, __svc_row_id: 1 },
    { region: 'west', total: 4, __svc_row_id: 2 },
  ])
  const { body } = await call('GET', `${at}/tables/totals/overrides`)
  expect(body.overrides).toEqual([
    {
      override_id: expect.stringMatching(/^ovr_/),
      table: 'totals',
      row_id: 1,
      column: 'total',
      value: 1000,
      base_value: 15,
      op_id: expect.any(Number),
      actor: expect.objectContaining({ credential: 'session' }),
      stale: false,
    },
  ])
  expect((await call('GET', `${at}/conflicts`)).body).toMatchObject({ conflicts: [], open_count: 0 })
})

test('a recompute that yields another base value opens a stale_override conflict, once, and the override keeps showing', async () => {
  const { create, override, rowsOf, write, recompute, call, at, events } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 1, total: 1000 })

  await write({ rows: [{ region: 'east', amount: 1 }] })
  await recompute()
  await write({ rows: [{ region: 'east', amount: 1 }] })
  await recompute()

  expect((await rowsOf('totals'))[0]).toMatchObject({ region: 'east', total: 1000 })
  const { body } = await call('GET', `${at}/conflicts?status=open`)
  expect(body).toMatchObject({
    open_count: 1,
    conflicts: [
      {
        conflict_id: expect.stringMatching(/^cf_/),
        kind: 'stale_override',
        status: 'open',
        resolution: null,
        table: 'totals',
        row_id: 1,
        column: 'total',
        base_value: 15,
        prior_value: 16,
        value: 1000,
      },
    ],
  })
  expect(await events('conflict.created')).toContainEqual(
    expect.objectContaining({ table: 'totals', kind: 'stale_override', count: 1 }),
  )
})

test('dropping an override shows what the transform makes now, closes its conflict and makes what is below stale', async () => {
  const { create, override, rowsOf, write, recompute, call, at, isStale } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await create('copy', 'SELECT * FROM {{ t }}', { t: 'totals' })
  await override('totals', { __svc_row_id: 1, total: 1000 })
  await write({ rows: [{ region: 'east', amount: 1 }] })
  await recompute()
  const { body } = await call('GET', `${at}/tables/totals/overrides`)
  const [{ override_id: id }] = body.overrides

  const dropped = await call('DELETE', `${at}/tables/totals/overrides/${id}?expected_version=null`)

  expect(dropped).toMatchObject({ status: 200, body: { value: 16, stale: ['copy'] } })
  expect((await rowsOf('totals'))[0]).toMatchObject({ total: 16 })
  expect(await isStale('copy')).toBe(true)
  expect((await call('GET', `${at}/tables/totals/overrides`)).body.overrides).toEqual([])
  expect((await call('GET', `${at}/conflicts`)).body).toMatchObject({
    open_count: 0,
    conflicts: [{ status: 'closed', resolution: 'drop_override' }],
  })
  const { body: ops } = await call('GET', `${at}/ops`)
  expect(ops.ops[0]).toMatchObject({ kind: 'override.drop', table: 'totals' })
})

test('rows of a derived table are neither inserted nor deleted', async () => {
  const { create, override, call, at } = await newTransforms(service)
  await create('totals', TOTALS)

  expect(await override('totals', { region: 'north', total: 1 })).toMatchObject({
    status: 400,
    body: { code: 'derived_table_not_editable' },
  })
  expect(await call('DELETE', `${at}/tables/totals/rows/1?expected_version=null`)).toMatchObject({ status: 400 })
})

test('an override whose row is gone is over, and its conflict with it', async () => {
  const { create, override, recompute, call, at, write, table } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 2, total: 7 })
  await write({ rows: [{ region: 'west', amount: 1 }] })
  await recompute()

  await call('POST', `${table}/rows/delete`, { row_ids: [2, 4], expected_version: null })
  await recompute()

  expect((await call('GET', `${at}/tables/totals/overrides`)).body.overrides).toEqual([])
  expect((await call('GET', `${at}/conflicts`)).body).toMatchObject({
    open_count: 0,
    conflicts: [{ resolution: 'superseded' }],
  })
})

test('undoing an override takes it away', async () => {
  const { create, override, call, at, rowsOf } = await newTransforms(service)
  await create('totals', TOTALS)
  const edited = await override('totals', { __svc_row_id: 1, total: 1000 })

  await call('POST', `${at}/ops/${edited.body.op_id}/undo`)

  expect((await rowsOf('totals'))[0]).toMatchObject({ total: 15 })
  expect((await call('GET', `${at}/tables/totals/overrides`)).body.overrides).toEqual([])
})

test('resolving a stale_override conflict drops the override, or keeps it until the transform makes something else again', async () => {
  const { create, override, rowsOf, write, recompute, call, at } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 1, total: 1000 })
  await override('totals', { __svc_row_id: 2, total: 2000 })
  await write({
    rows: [
      { region: 'east', amount: 1 },
      { region: 'west', amount: 1 },
    ],
  })
  await recompute()
  const { body } = await call('GET', `${at}/conflicts`)
  const idOf = (row: number) => body.conflicts.find((one: { row_id: number }) => one.row_id === row).conflict_id

  const dropped = await call('POST', `${at}/conflicts/${idOf(1)}/resolve`, { action: 'drop_override' })
  const kept = await call('POST', `${at}/conflicts/${idOf(2)}/resolve`, { action: 'acknowledge' })

  expect(dropped).toMatchObject({ status: 200, body: { status: 'closed', resolution: 'drop_override' } })
  expect(kept).toMatchObject({ status: 200, body: { status: 'closed', resolution: 'acknowledge' } })
  expect(await rowsOf('totals')).toMatchObject([{ total: 16 }, { total: 2000 }])
  const { body: left } = await call('GET', `${at}/tables/totals/overrides`)
  expect(left.overrides).toMatchObject([{ row_id: 2, base_value: 4, stale: false }])
})

test('a derived table that is restored alone is stale where its inputs have moved on, also one that was written over', async () => {
  const { create, override, write, run, call, at, isStale, rowsOf } = await newTransforms(service)
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 1, total: 1000 })
  const { body: snapshot } = await call('POST', `${at}/snapshots`, { summary: 'written over' })
  await write({ rows: [{ region: 'east', amount: 1 }] })
  await run('totals')

  const restored = await call('POST', `${at}/snapshots/${snapshot.snapshot_id}/restore`, { tables: ['totals'] })

  expect(restored.status).toBe(200)
  expect(await isStale('totals')).toBe(true)
  expect((await rowsOf('totals'))[0]).toMatchObject({ total: 1000 })
})
