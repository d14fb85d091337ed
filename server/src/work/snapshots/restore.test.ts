import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'east', amount: 1 },
  { region: 'west', amount: 2 },
]

/** A workbook with a snapshot of then, and many ways in which it has changed since. */
async function newHistory() {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const { call, at, table, write, readAll } = made
  const then = await readAll()
  const { body } = await call('POST', `${at}/versions`, { label: 'then' })
  const snapshot = `${at}/snapshots/${body.snapshot_id}`
  await write({ rows: [{ __svc_row_id: 1, amount: 100 }, { region: 'north' }] })
  await call('DELETE', `${table}/rows/2?expected_version=null`)
  await call('PATCH', `${table}/columns/region`, { new_name: 'area', expected_version: null })
  await call('PATCH', `${table}/columns/amount`, { type: 'VARCHAR', expected_version: null })
  const listTables = async () =>
    (await call('GET', `${at}/artifacts?state=all`)).body.artifacts.map(
      ({ name, state }: { name: string; state: string }) => `${name} ${state}`,
    )
  return { ...made, then, snapshot, snapshotId: body.snapshot_id as string, listTables }
}

describe('a snapshot is restored', () => {
  test('with names, columns, rows and row ids, in one commit that history shows', async () => {
    const { call, at, table, then, snapshot, snapshotId, readAll } = await newHistory()

    const done = await call('POST', `${snapshot}/restore`)

    expect(done).toMatchObject({
      status: 200,
      body: {
        snapshot_id: snapshotId,
        label: null,
        safety_snapshot_id: expect.stringMatching(/^snap_/),
        tables: [{ name: 'sales', edit_version: 7 }],
        failed: [],
      },
    })
    expect(await readAll()).toEqual(then)
    const columns = (await call('GET', `${table}/columns`)).body.columns
    expect(columns).toMatchObject([
      { name: 'region', type: 'VARCHAR' },
      { name: 'amount', type: 'INTEGER' },
    ])
    const { ops } = (await call('GET', `${at}/ops?limit=2`)).body
    expect(ops).toMatchObject([{ kind: 'snapshot.restore' }, { kind: 'snapshot.commit' }])
    expect((await call('GET', `${at}/audit-log?limit=1`)).body.chain_valid).toBe(true)
  })

  test('and the safety snapshot brings back what was there before; new row ids are never those of old rows', async () => {
    const { call, at, snapshot, write, readAll } = await newHistory()
    const before = await readAll()
    const { body } = await call('POST', `${snapshot}/restore`)

    await call('POST', `${at}/snapshots/${body.safety_snapshot_id}/restore`)

    expect(await readAll()).toEqual(before)
    const { body: added } = await write({ rows: [{ area: 'south' }] })
    expect(added.row_ids).toEqual([4])
  })

  test('with tables that were deleted, renamed, archived or made since', async () => {
    const { call, at, table, then, snapshot, listTables } = await newHistory()
    await call('PATCH', table, { new_name: 'old', expected_version: null })
    await call('DELETE', `${at}/tables/old?expected_version=null`)
    await call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'x' }] })
    await call('POST', `${at}/tables`, { name: 'later', columns: [{ name: 'x' }] })

    const { status } = await call('POST', `${snapshot}/restore`)

    expect(status).toBe(200)
    expect((await call('GET', `${table}/rows`)).body.rows).toEqual(then)
    expect(await listTables()).toEqual(['later archived', 'sales active', 'sales archived'])
  })

  test('where two tables have swapped their names', async () => {
    const { call, at } = await newTableIn(service, { columns: [{ name: 'a' }], rows: [{ a: 'first' }], name: 'a' })
    await call('POST', `${at}/tables`, { name: 'b', columns: [{ name: 'b' }] })
    const { body } = await call('POST', `${at}/snapshots`, { summary: 's' })
    for (const [from, to] of [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
    ])
      await call('PATCH', `${at}/tables/${from}`, { new_name: to, expected_version: null })

    await call('POST', `${at}/snapshots/${body.snapshot_id}/restore`)

    expect((await call('GET', `${at}/tables/a/rows`)).body.rows).toMatchObject([{ a: 'first' }])
    expect((await call('GET', `${at}/tables/b/rows`)).body.rows).toEqual([])
  })

  test('of some tables only, leaving the others as they are', async () => {
    const { call, at, snapshot, then, readAll } = await newHistory()
    await call('POST', `${at}/tables`, { name: 'later', columns: [{ name: 'x' }] })

    const done = await call('POST', `${snapshot}/restore`, { tables: ['sales'] })
    const unknown = await call('POST', `${snapshot}/restore`, { tables: ['later'] })

    expect(done.body.tables).toMatchObject([{ name: 'sales' }])
    expect(await readAll()).toEqual(then)
    expect((await call('GET', `${at}/tables/later`)).status).toBe(200)
    expect(unknown).toMatchObject({ status: 404 })
  })

  test('never by a caller who may only write, and never an editing one', async () => {
    const { owner, snapshot, at, call } = await newHistory()
    const token = await service.newToken(owner, { scopes: ['workbooks:write'] })
    const [editing] = (await call('GET', `${at}/snapshots`)).body.snapshots

    expect(await service.as(token)('POST', `${snapshot}/restore`)).toMatchObject({ status: 403 })
    expect(await call('POST', `${at}/snapshots/${editing.snapshot_id}/restore`)).toMatchObject({ status: 404 })
  })
})

test('a version is reverted to by its label', async () => {
  const { call, at, then, readAll } = await newHistory()

  const done = await call('POST', `${at}/versions/then/revert`)

  expect(done).toMatchObject({ status: 200, body: { label: 'then', tables: [{ name: 'sales' }] } })
  expect(await readAll()).toEqual(then)
  expect((await call('GET', `${at}/ops?limit=1`)).body.ops).toMatchObject([{ kind: 'version.revert' }])
  expect(await call('POST', `${at}/versions/never/revert`)).toMatchObject({ status: 404 })
})

test('a snapshot tells what it changed, against the one before it or another', async () => {
  const { call, at, snapshot, snapshotId } = await newHistory()
  await call('POST', `${at}/tables`, { name: 'later', columns: [{ name: 'x' }] })
  const { body: now } = await call('POST', `${at}/snapshots`, { summary: 'now' })

  const first = await call('GET', `${snapshot}/diff`)
  const diff = await call('GET', `${at}/snapshots/${now.snapshot_id}/diff`)
  const back = await call('GET', `${snapshot}/diff?against=${now.snapshot_id}`)

  expect(first.body).toEqual({
    against: null,
    tables: [{ name: 'sales', status: 'added', rows_added: 2, rows_removed: 0, rows_changed: 0 }],
  })
  expect(diff.body).toEqual({
    against: snapshotId,
    tables: [
      { name: 'later', status: 'added', rows_added: 0, rows_removed: 0, rows_changed: 0 },
      { name: 'sales', status: 'changed', rows_added: 1, rows_removed: 1, rows_changed: 1 },
    ],
  })
  expect(back.body.tables).toMatchObject([
    { name: 'later', status: 'removed' },
    { name: 'sales', rows_added: 1, rows_removed: 1, rows_changed: 1 },
  ])
})

test('a revert reports each derived table as its re-run left it: its version can be written with', async () => {
  const { call, at, write } = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const code = 'SELECT region, amount * 2 AS double FROM {{ sales }}'
  await call('POST', `${at}/transforms`, { name: 'doubled', code, args: { sales: 'sales' } })
  await call('POST', `${at}/versions`, { label: 'then' })
  await write({ rows: [{ region: 'north', amount: 3 }] })
  await call('POST', `${at}/recompute`)

  const { body } = await call('POST', `${at}/versions/then/revert`)

  const { edit_version } = (await call('GET', `${at}/tables/doubled`)).body
  expect(body.tables).toContainEqual({ name: 'doubled', edit_version })
  expect(body.recomputed).toEqual([{ name: 'doubled', edit_version, row_count: 2, elapsed_ms: expect.any(Number) }])
})
