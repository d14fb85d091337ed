import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eraseInBackground } from '../src/work/erasure/erase-values.job.ts'
import type { Call } from './client.ts'
import { newTable } from './new-table.ts'
import { startService } from './service.ts'

/**
 * Nodes keep pages, catalogs, schemas and policies. Each test has the second node keep what it can, changes something by way of the
 * first, and asks the second once.
 */
const service = startService({
  apiNodes: 2,
  workers: 1,
  jobHandlers: { purge: eraseInBackground },
  settings: { engineSpares: 1, sandbox: 'off' },
})

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'a', amount: 1 },
  { region: 'b', amount: 2 },
  { region: 'c', amount: 3 },
]

/** What a caller on the second node sees of the table, and by SQL. */
async function look(other: Call, at: string, name = 'sales') {
  const page = await other('GET', `${at}/tables/${name}/rows?limit=2&offset=1`)
  const found = await other('POST', `${at}/query`, { sql: `select * from ${name} order by region nulls first` })
  return { page, found }
}

/** The table, its owner on the first node, and on the second a token that has looked twice. */
async function newWatchedTable() {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const token = await service.newToken(made.owner)
  const other = service.as(token, 1)
  await look(other, made.at)
  const { page, found } = await look(other, made.at)
  expect(page.body.rows).toMatchObject(ROWS.slice(1))
  expect(found.body.rows).toMatchObject(ROWS)
  return { ...made, other }
}

type Watched = Awaited<ReturnType<typeof newWatchedTable>>

describe('the next call on another node sees', { timeout: 120_000 }, () => {
  test('an edit, a row that came and one that went', async () => {
    const { write, call, table, other, at } = await newWatchedTable()

    await write({ rows: [{ __svc_row_id: 2, amount: 20 }] })
    const edited = await look(other, at)
    await write({ rows: [{ region: 'd', amount: 4 }] })
    await call('POST', `${table}/rows/delete`, { row_ids: [1], expected_version: null })
    const moved = await look(other, at)

    expect(edited.page.body.rows).toMatchObject([{ region: 'b', amount: 20 }, ROWS[2]])
    expect(edited.found.body.rows).toMatchObject([ROWS[0], { region: 'b', amount: 20 }, ROWS[2]])
    expect(moved.page.body).toMatchObject({ rows: [ROWS[2], { region: 'd', amount: 4 }], row_count: 3 })
    expect(moved.found.body.rows.map(({ region }: { region: string }) => region)).toEqual(['b', 'c', 'd'])
  })

  test('columns and tables under their new names, and no longer under the old ones', async () => {
    const { call, table, other, at } = await newWatchedTable()

    await call('PATCH', `${table}/columns/amount`, { new_name: 'price', expected_version: null })
    const column = await look(other, at)
    await call('PATCH', table, { new_name: 'orders', expected_version: null })
    const [before, after] = [await look(other, at), await look(other, at, 'orders')]
    await call('DELETE', `${at}/tables/orders?expected_version=null`)
    const gone = await look(other, at, 'orders')
    await call('POST', `${at}/tables`, { name: 'orders', columns: [{ name: 'region' }, { name: 'new' }] })
    const again = await look(other, at, 'orders')

    expect(column.page.body.rows[0]).toEqual({ region: 'b', price: 2, __svc_row_id: 2 })
    expect(column.found.body.rows[0]).toMatchObject({ region: 'a', price: 1 })
    expect([before.page.status, before.found.status]).toEqual([404, 400])
    expect([after.page.status, after.found.status]).toEqual([200, 200])
    expect([gone.page.status, gone.found.status]).toEqual([404, 400])
    expect([again.page.body.rows, again.found.body.rows]).toEqual([[], []])
  })

  test('a policy, a stricter one, and that it has gone', async () => {
    const { call, other, at } = await newWatchedTable()

    await call('POST', `${at}/artifacts/sales/columns/amount/tags`, { tag: 'pay' })
    await call('PUT', `${at}/policies/pay`, { effect: 'mask' })
    const masked = await look(other, at)
    await call('PUT', `${at}/policies/pay`, { effect: 'deny' })
    const denied = await look(other, at)
    await call('DELETE', `${at}/policies/pay`)
    const seen = await look(other, at)

    expect(masked.page.body).toMatchObject({ rows: [{ amount: null }, { amount: null }], masked_columns: ['amount'] })
    expect(masked.found.body.rows).toMatchObject(ROWS.map(({ region }) => ({ region, amount: null })))
    expect(denied.page.body.rows[0]).toEqual({ region: 'b', __svc_row_id: 2 })
    expect(denied.found.body.rows[0]).toEqual({ region: 'a', __svc_row_id: 1 })
    expect(seen.page.body.rows).toMatchObject(ROWS.slice(1))
    expect(seen.found.body.rows).toMatchObject(ROWS)
  })

  test('a snapshot that was restored, and that a table is stale', async () => {
    const { call, write, other, at } = await newWatchedTable()
    const { body: snapshot } = await call('POST', `${at}/snapshots`, { summary: 'before' })
    await call('POST', `${at}/transforms`, { name: 'made', code: 'SELECT * FROM {{ p }}', args: { p: 'sales' } })
    const fresh = await look(other, at, 'made')

    await write({
      rows: [
        { __svc_row_id: 1, amount: 10 },
        { __svc_row_id: 2, amount: 20 },
      ],
    })
    const [edited, stale] = [await look(other, at), await look(other, at, 'made')]
    await call('POST', `${at}/snapshots/${snapshot.snapshot_id}/restore`, {})
    const restored = await look(other, at)

    expect(edited.page.body.rows[0]).toMatchObject({ amount: 20 })
    expect([fresh, stale].map(({ found }) => found.body.tables[0].stale)).toEqual([false, true])
    expect([fresh, stale].map(({ page }) => page.body.freshness.stale)).toEqual([false, true])
    expect(restored.page.body.rows).toMatchObject(ROWS.slice(1))
    expect(restored.found.body.rows).toMatchObject(ROWS)
  })

  test('an erasure, in the version that is current and in older ones', async () => {
    const { call, other, at, table } = await newWatchedTable()
    await call('POST', `${at}/versions`, { label: 'first' })
    await other('GET', `${table}/rows?as_of=version:first`)

    await erase({ call, table }, { row_ids: [2] })
    const { page, found } = await look(other, at)
    const past = await other('GET', `${table}/rows?as_of=version:first`)

    const nothing = { region: null, amount: null }
    expect(page.body.rows).toMatchObject([nothing, ROWS[2]])
    expect(found.body.rows).toMatchObject([nothing, ROWS[0], ROWS[2]])
    expect(past.body.rows).toMatchObject([ROWS[0], nothing, ROWS[2]])
  })

  test('that a share has ended, and that a token was revoked', async () => {
    const { call, at, other } = await newWatchedTable()
    const friend = await service.newPerson()
    const member = `${at}/members/${friend.userId}`
    await call('PUT', member, { role: 'viewer' })
    const resource = `workbook:${at.split('/').at(-1)}`
    const friends = service.as(await service.newToken(friend, { resource }), 1)
    const session = service.as(friend.session, 1)
    const shared = [await look(friends, at), await look(session, at)]

    await call('DELETE', member)
    const unshared = [await look(friends, at), await look(session, at)]
    const { tokens } = (await call('GET', '/api/v1/me/tokens')).body
    await call('DELETE', `/api/v1/me/tokens/${tokens[0].token_id}`)
    const revoked = await look(other, at)

    const statuses = (looks: Awaited<ReturnType<typeof look>>[]) =>
      looks.flatMap(({ page, found }) => [page.status, found.status])
    expect([statuses(shared), statuses(unshared)]).toEqual([Array(4).fill(200), Array(4).fill(404)])
    expect(statuses([revoked])).toEqual([401, 401])
  })
})

async function erase({ call, table }: Pick<Watched, 'call' | 'table'>, body: object) {
  const { body: accepted } = await call('POST', `${table}/purge`, body)
  for (;;) {
    const { body: job } = await call('GET', `/api/v1/jobs/${accepted.job_id}`)
    if (job.status === 'succeeded') return
    if (job.status === 'failed') throw new Error(`the erasure failed: ${job.error}`)
    await pause(100)
  }
}
