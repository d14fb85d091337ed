import { expect, test } from 'vitest'
import { newStaff } from '../../../test/new-staff.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

async function newStock() {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  const stock = `${at}/tables/stock`
  await owner.call('POST', `${at}/tables`, {
    name: 'stock',
    columns: [{ name: 'item' }, { name: 'count', type: 'BIGINT' }],
  })
  const rows = [{ item: 'bread', count: 1 }, { item: 'milk', count: 2 }] // biome-ignore format: rows
  await owner.call('POST', `${stock}/rows`, { rows, expected_version: null })
  const read = async () => (await owner.call('GET', `${stock}/rows`)).body
  return { call: owner.call, at, stock, read }
}

test('a dry run of a write answers the cells it would change, and writes nothing', async () => {
  const { call, at, stock, read } = await newStock()
  const before = await read()
  const { body: ops } = await call('GET', `${at}/ops`)

  const rows = [{ __svc_row_id: 1, count: 7 }, { item: 'eggs' }] // biome-ignore format: rows
  const body = { rows, expected_version: before.edit_version }
  const tried = await call('POST', `${stock}/rows`, { ...body, dry_run: true })

  expect(tried.body).toMatchObject({ edit_version: before.edit_version, op_id: null, inserted: 1, updated: 1 })
  expect(tried.body.dry_run).toEqual({
    rows: [
      { row_id: 1, change: 'update', cells: [{ column: 'count', before: 1, after: 7 }] },
      { row_id: 3, change: 'insert', cells: [{ column: 'item', before: null, after: 'eggs' }] },
    ],
    row_count: 2,
    cell_count: 2,
    cut: false,
  })
  expect(await read()).toEqual(before)
  expect((await call('GET', `${at}/ops`)).body).toEqual(ops)
  const written = await call('POST', `${stock}/rows`, body)
  expect(written.body).toMatchObject({ inserted: 1, updated: 1, row_ids: tried.body.row_ids })
})

test('a dry run names the tables that would become stale, and leaves them fresh', async () => {
  const { call, at, stock } = await newStock()
  await call('POST', `${at}/transforms`, {
    name: 'twice',
    code: 'SELECT count * 2 AS n FROM {{ s }}',
    args: { s: 'stock' },
  })

  const rows = [{ __svc_row_id: 1, count: 7 }]
  const { body } = await call('POST', `${stock}/rows`, { rows, expected_version: null, dry_run: true })

  expect(body.stale).toEqual(['twice'])
  expect((await call('GET', `${at}/tables/twice`)).body.freshness.stale).toBe(false)
})

test('what a write would refuse, its dry run refuses', async () => {
  const { call, stock } = await newStock()
  const bad = { rows: [{ __svc_row_id: 1, count: 'many' }], expected_version: null, dry_run: true }

  expect(await call('POST', `${stock}/rows`, bad)).toMatchObject({ status: 400, body: { code: 'uncastable_value' } })
  const behind = { rows: [{ item: 'x' }], expected_version: 1, dry_run: true }
  expect(await call('POST', `${stock}/rows`, behind)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
})

test('deletions and undos are tried, too', async () => {
  const { call, at, stock, read } = await newStock()
  const before = await read()

  const tried = await call('POST', `${stock}/rows/delete`, { row_ids: [2], expected_version: null, dry_run: true })
  expect(tried.body).toMatchObject({ deleted: 1, op_id: null })
  expect(tried.body.dry_run.rows).toMatchObject([
    { row_id: 2, change: 'delete', cells: [{ before: 'milk' }, { before: 2 }] },
  ])
  const { body: done } = await call('POST', `${stock}/rows/delete`, { row_ids: [2], expected_version: null })
  const undo = await call('POST', `${at}/ops/${done.op_id}/undo?dry_run=true`)

  expect(undo.body).toMatchObject({
    op_id: null,
    undid: done.op_id,
    dry_run: { rows: [{ row_id: 2, change: 'insert' }] },
  })
  await call('POST', `${at}/ops/${done.op_id}/undo`)
  expect((await read()).rows).toEqual(before.rows)
})

test('all edits under a session are undone at once, as one op', async () => {
  const { call, at, stock, read } = await newStock()
  const before = await read()
  const write = (row: object) => call('POST', `${stock}/rows`, { rows: [row], expected_version: null, session: 'talk' })
  await write({ __svc_row_id: 1, count: 5 })
  await write({ __svc_row_id: 1, count: 6, item: 'rye' })
  await write({ item: 'eggs', count: 9 })
  await call('POST', `${stock}/rows/delete`, { row_ids: [2], expected_version: null, session: 'talk' })

  const tried = await call('POST', `${at}/ops/undo`, { session: 'talk', dry_run: true })
  const undone = await call('POST', `${at}/ops/undo`, { session: 'talk' })

  expect(tried.body.undone).toHaveLength(4)
  expect(tried.body.dry_run[0]).toMatchObject({ table: 'stock', row_count: 3 })
  expect(undone.body.undone).toHaveLength(4)
  expect((await read()).rows).toEqual(before.rows)
  expect(await call('POST', `${at}/ops/undo`, { session: 'talk' })).toMatchObject({ status: 404 })
})

test('a session is not undone over the edits of others, not even in part', async () => {
  const { call, at, stock, read } = await newStock()
  const write = (row: object, more: object = {}) =>
    call('POST', `${stock}/rows`, { rows: [row], expected_version: null, ...more })
  await write({ __svc_row_id: 1, count: 5 }, { session: 'talk' })
  await write({ __svc_row_id: 2, count: 8 }, { session: 'talk' })
  await write({ __svc_row_id: 1, count: 77 })
  const before = await read()

  const refused = await call('POST', `${at}/ops/undo`, { session: 'talk' })

  expect(refused).toMatchObject({ status: 409, body: { code: 'undo_conflict' } })
  expect(await read()).toEqual(before)
})

test('a dry run shows no cell that its caller may not see', async () => {
  const { editor, staff } = await newStaff(service, [{ name: 'Mori', salary: 500, ssn: '1-2-3' }])

  const { body } = await editor.call('POST', `${staff}/rows/delete`, {
    row_ids: [1],
    expected_version: null,
    dry_run: true,
  })

  expect(body.dry_run.rows).toEqual([
    { row_id: 1, change: 'delete', cells: [{ column: 'name', before: 'Mori', after: null }] },
  ])
})

test('a dry run under an Idempotency-Key answers the same again, and writes nothing either', async () => {
  const { call, stock, read } = await newStock()
  const before = await read()
  const body = { rows: [{ item: 'eggs' }], expected_version: null, dry_run: true }
  const keyed = () => call('POST', `${stock}/rows`, body, { 'idempotency-key': 'a' })

  const [first, second] = [await keyed(), await keyed()]
  const bad = { ...body, rows: [{ count: 'many' }] }
  const refused = await call('POST', `${stock}/rows`, bad, { 'idempotency-key': 'b' })

  expect(first).toMatchObject({ status: 200, body: { inserted: 1, op_id: null } })
  expect(second.body).toEqual(first.body)
  expect(refused).toMatchObject({ status: 400, body: { code: 'uncastable_value' } })
  expect(await read()).toEqual(before)
})
