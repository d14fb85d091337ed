import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../test/client.ts'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'
import { eraseInBackground } from './erase-values.job.ts'

const service = startService({ workers: 1, jobHandlers: { purge: eraseInBackground } })

/** It waits for every node to have looked, and starts processes. */
const PATIENCE_MS = 300_000

const PEOPLE = [{ name: 'name' }, { name: 'phone' }, { name: 'age', type: 'INTEGER' }]
const ROWS = [
  { name: 'Aiko', phone: '111', age: 30 },
  { name: 'Ben', phone: '222', age: 40 },
  { name: 'Chie', phone: '333', age: 50 },
]

/** Asks for an erasure and waits until it is done. */
async function erase(call: Call, table: string, body: object) {
  const { status, body: accepted } = await call('POST', `${table}/purge`, body)
  expect(status).toBe(202)
  for (;;) {
    const { body: job } = await call('GET', `/api/v1/jobs/${accepted.job_id}`)
    if (job.status === 'succeeded') return job.result
    if (job.status === 'failed') throw new Error(`the erasure failed: ${job.error}`)
    await pause(100)
  }
}

describe('rows that are erased', { timeout: PATIENCE_MS }, () => {
  test('are NULL in every version and in their history; all other cells stay, and the audit log is whole', async () => {
    const { call, at, table, write, readAll } = await newTable(service, { columns: PEOPLE, rows: ROWS })
    await call('POST', `${at}/versions`, { label: 'first' })
    await write({ rows: [{ __svc_row_id: 1, phone: '999' }] })
    const before = await call('GET', `${table}/rows?as_of=version:first`)
    const filter = [{ column: 'phone', op: 'in', values: ['111', '999'] }]
    await call('POST', `${at}/saved-views`, { name: 'v', table: 'sales', filter })
    const summary = { table: 'sales', filter, measures: [{ function: 'count' }] }
    await call('POST', `${at}/questions`, { name: 'q', summary })
    const changes = [{ table: 'sales', expected_version: null, rows: [{ __svc_row_id: 1, phone: '888' }] }]
    const { body: proposed } = await call('POST', `${at}/proposals`, { title: 'Aiko moved', changes })
    const proposal = `${at}/proposals/${proposed.proposal_id}`
    await call('POST', `${proposal}/reviews`, { verdict: 'comment', text: 'She had 999' })

    await erase(call, table, { row_ids: [1] })

    const nothing = { name: null, phone: null, age: null }
    const past = await call('GET', `${table}/rows?as_of=version:first`)
    expect(before.body.rows[0]).toMatchObject(ROWS[0] ?? {})
    expect(past.body.rows).toMatchObject([nothing, ROWS[1], ROWS[2]])
    expect(await readAll()).toMatchObject([nothing, ROWS[1], ROWS[2]])
    const history = JSON.stringify((await call('GET', `${table}/rows/1/history`)).body)
    expect(history).not.toMatch(/Aiko|111|999/)
    const left = (await call('GET', proposal)).body
    expect(left).toMatchObject({ state: 'expired', row_count: 0, reviews: [{ text: null }] })
    expect(JSON.stringify(left)).not.toMatch(/Aiko|(?<![\w.])(?:888|999)(?!\w)/)
    const views = await call('GET', `${at}/saved-views`)
    const questions = await call('GET', `${at}/questions`)
    expect([views.body.saved_views[0].filter, questions.body.questions[0].summary.filter]).toEqual([[], []])
    expect((await call('GET', `${at}/audit-log`)).body.chain_valid).toBe(true)
  })

  test('are NULL in the quarantine that they were sent in from', async () => {
    const { call, at, table, owner } = await newTable(service, { columns: PEOPLE, rows: [] })
    const rules = [{ kind: 'range', column: 'age', max: 100 }]
    await call('PUT', `${table}/rules`, { expected_version: null, rules, on_violation: 'quarantine' })
    const bytes = 'name,phone,age\nAiko,111,300\nBen,222,40\n'
    const sent = { bytes, filename: 'people.csv', fields: { mode: 'staged' } }
    await uploadTo(service.url(), owner.session, `${at}/sources`, sent)
    await call('POST', `${at}/sources/people.csv/analyze`, {})
    const target = { mode: 'append', table: 'sales', expected_version: null }
    await call('POST', `${at}/sources/people.csv/materialize`, { target })
    const keeper = `${at}/tables/sales_quarantine`
    await call('POST', `${keeper}/rows`, { expected_version: null, rows: [{ __svc_row_id: 1, age: 30 }] })
    const { body } = await call('POST', `${table}/quarantine/send`, {})

    await erase(call, table, { row_ids: body.row_ids })

    const { rows } = (await call('GET', `${table}/rows?order_by=age`)).body
    expect(rows).toMatchObject([{ name: 'Ben' }, { name: null, phone: null, age: null }])
    expect(JSON.stringify((await call('GET', `${keeper}/rows/1/history`)).body)).not.toMatch(/Aiko|111/)
  })

  test('stay away when the table is edited, checkpointed and restored afterwards', async () => {
    const { call, at, table, write, readAll } = await newTable(service, { columns: PEOPLE, rows: ROWS })
    const { body: snapshot } = await call('POST', `${at}/snapshots`, { summary: 'whole' })
    await erase(call, table, { row_ids: [2] })
    await write({ rows: [{ __svc_row_id: 3, age: 51 }] })

    await call('POST', `${at}/snapshots/${snapshot.snapshot_id}/restore`, {})

    expect(await readAll()).toMatchObject([ROWS[0], { name: null, phone: null, age: null }, ROWS[2]])
  })

  test('go out of tables that were read from the same file, and so does the file', async () => {
    const { id, owner } = await service.newWorkbook()
    const at = `/api/v1/workbooks/${id}`
    const lines = ROWS.map(({ name, phone, age }) => `${name},${phone},${age}`)
    const file = { bytes: `name,phone,age\n${lines.join('\n')}\n`, filename: 'staff.csv' }
    await uploadTo(service.url(), owner.session, `${at}/sources`, file)

    const result = await erase(owner.call, `${at}/tables/staff`, { row_ids: [2] })

    const tables = (await owner.call('GET', `${at}/tables?state=all`)).body.tables
    const rows = await Promise.all(
      tables.map(({ name }: { name: string }) => owner.call('GET', `${at}/artifacts/${encodeURIComponent(name)}/rows`)),
    )
    const text = JSON.stringify(rows.map(({ body }) => body.rows))
    expect(text).toMatch(/Aiko.*Chie/)
    expect(text).not.toMatch(/Ben|222/)
    expect(result.sources).toHaveLength(1)
    const download = await owner.call('GET', `${at}/sources/staff.csv/download`)
    expect([download.status, download.body.code]).toEqual([410, 'history_expired'])
    const again = await uploadTo(service.url(), owner.session, `${at}/sources`, file)
    expect(again.status).toBe(201)
  })
})

describe('a column that is erased', { timeout: PATIENCE_MS }, () => {
  test('is NULL in every version, also where it was retyped or dropped, and in what was made from it', async () => {
    const { call, at, table, readAll } = await newTable(service, { columns: PEOPLE, rows: ROWS })
    await call('POST', `${at}/versions`, { label: 'first' })
    await call('PATCH', `${table}/columns/phone`, { expected_version: null, type: 'INTEGER' })
    const code = 'SELECT name, phone + 1 AS more, age FROM {{ p }}'
    await call('POST', `${at}/transforms`, { name: 'made', code, args: { p: 'sales' } })

    const result = await erase(call, table, { column: 'phone' })

    const past = (await call('GET', `${table}/rows?as_of=version:first`)).body.rows
    const made = (await call('GET', `${at}/tables/made/rows`)).body
    const emptied = ROWS.map((row) => ({ ...row, phone: null }))
    expect(await readAll()).toMatchObject(emptied)
    expect(past).toMatchObject(emptied)
    expect(made.rows).toMatchObject(ROWS.map(({ name, age }) => ({ name, age, more: null })))
    expect(made.freshness.stale).toBe(false)
    expect(result.recomputed).toEqual(['made'])
  })

  test('takes kept results, and what comes back of a file that went out, with it', async () => {
    const { call, at, table } = await newTable(service, { columns: PEOPLE, rows: ROWS })
    const { body: result } = await call('POST', `${at}/query`, { sql: 'select phone from sales' })
    await call('POST', `${at}/export`, { tables: ['sales'], record_branch: true })
    await call('POST', `${at}/export`, { tables: ['sales'], split_by: 'phone' })
    const branches = async () => (await call('GET', `${at}/branches`)).body.branches
    const open = await branches()

    await erase(call, table, { column: 'phone' })

    expect((await call('GET', `/api/v1/results/${result.id}`)).status).toBeGreaterThanOrEqual(404)
    expect([open.length, (await branches()).length]).toEqual([1 + ROWS.length, 0])
  })
})

test('an erasure is for admins of the workbook, and names rows or a column', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const editor = await newMember(service, owner, workspace, 'editor')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'People', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'people', columns: PEOPLE })
  const purge = (call: Call, request: object) => call('POST', `${at}/tables/people/purge`, request)

  const refused = await purge(editor.call, { row_ids: [1] })
  const both = await purge(owner.call, { row_ids: [1], column: 'name' })
  const none = await purge(owner.call, {})
  const unknown = await purge(owner.call, { column: 'unknown' })

  expect([refused.status, refused.body.code]).toEqual([403, 'role_required'])
  expect([both.status, none.status, unknown.status]).toEqual([422, 422, 404])
})
