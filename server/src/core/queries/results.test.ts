import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { manifestIn, newSales } from '../../../test/new-sales.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

test('a result is read in pages of 1000 rows, or as many as are asked for, in the shape of the query or another', async () => {
  const { query, call } = await newSales(service)
  const { body } = await query('SELECT i FROM range(1500) r(i) ORDER BY i', { limit: 1, shape: 'arrays' })
  const at = `/api/v1/results/${body.id}`

  const first = await call('GET', at)
  const second = await call('GET', `${at}?offset=1000&shape=objects`)
  const end = await call('GET', `${at}?offset=1500`)

  expect(first.body).toMatchObject({ offset: 0, limit: 1000, next_offset: 1000, row_count: 1500 })
  expect(first.body.rows.length).toBe(1000)
  expect(first.body.rows[0]).toEqual([0])
  expect(second.body).toMatchObject({ offset: 1000, next_offset: null })
  expect(second.body.rows.at(-1)).toEqual({ i: 1499 })
  expect(end.body).toMatchObject({ rows: [], next_offset: null })
  expect(await call('GET', `${at}?offset=1501`)).toMatchObject({
    status: 422,
    body: { code: 'validation_error', errors: [{ loc: ['query', 'offset'] }] },
  })
  expect((await call('GET', `${at}?limit=10001`)).status).toBe(422)
})

test('a result keeps the rows it had, whatever is edited later', async () => {
  const { query, write, call } = await newSales(service)
  const { body } = await query('SELECT region FROM sales ORDER BY region')
  await write({ rows: [{ __svc_row_id: 1, region: 'north' }] })

  const again = await call('GET', `/api/v1/results/${body.id}`)

  expect(again.body.rows).toEqual(body.rows)
  expect(again.body).toMatchObject({ tables: [{ name: 'sales', edit_version: 2 }], sql_sha256: body.sql_sha256 })
})

test('a result has the format of its query unless another is asked for', async () => {
  const { query, call } = await newSales(service)
  const made = await query('SELECT region FROM sales ORDER BY region', { format: 'ndjson' })
  const at = `/api/v1/results/${made.headers.get('x-svc-result-id')}`

  const asMade = await call('GET', at)
  const accepted = await call('GET', at, undefined, { accept: 'application/json' })
  const wanted = await call('GET', `${at}?format=json`, undefined, { accept: 'application/x-ndjson' })

  expect(made.body).toBe('{"region":"east"}\n{"region":"east"}\n{"region":"west"}\n')
  expect(asMade.headers.get('content-type')).toBe('application/x-ndjson')
  expect(asMade.body).toBe(made.body)
  expect(accepted.body.rows).toEqual([{ region: 'east' }, { region: 'east' }, { region: 'west' }])
  expect(wanted.body).toEqual(accepted.body)
  expect(manifestIn(asMade.headers)).toEqual({ ...accepted.body, rows: undefined, format: 'ndjson' })
})

test('a result belongs to the user who asked: their credentials that reach the workbook read it, for all others it is not there', async () => {
  const { owner, query, call, at } = await newSales(service)
  const { body } = await query('SELECT * FROM sales')
  const viewer = await service.newPerson()
  await call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  const { body: elsewhere } = await call('POST', '/api/v1/workbooks', { title: 'Other' })
  const token = (resource?: string) => service.newToken(owner, resource ? { resource } : {})
  const path = `/api/v1/results/${body.id}`
  const absent = { status: 404, body: { code: 'not_found', resource: 'result' } }

  expect((await service.as(await token())('GET', path)).status).toBe(200)
  expect((await service.as(await token(`workbook:${body.workbook_id}`))('GET', path)).status).toBe(200)
  expect(await service.as(await token(`workbook:${elsewhere.workbook_id}`))('GET', path)).toMatchObject(absent)
  expect(await viewer.call('GET', path)).toMatchObject(absent)
  expect(await (await service.newPerson()).call('GET', path)).toMatchObject(absent)
  await call('DELETE', at)
  expect(await call('GET', path)).toMatchObject(absent)
})

test('a result of a user who was removed from the workbook is not there for them any more', async () => {
  const { call, at } = await newSales(service)
  const viewer = await service.newPerson()
  await call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  const { body } = await viewer.call('POST', `${at}/query`, { sql: 'SELECT * FROM sales' })
  await call('DELETE', `${at}/members/${viewer.userId}`)

  expect(await viewer.call('GET', `/api/v1/results/${body.id}`)).toMatchObject({ status: 404 })
})

test('a result is gone once policies have changed since it was made', async () => {
  const { query, call, workbookId } = await newSales(service)
  const { body } = await query('SELECT * FROM sales')
  const { admin } = service.running
  await admin.query('update workbook_head set policy_epoch = policy_epoch + 1 where workbook_id = $1', [workbookId])

  const gone = await call('GET', `/api/v1/results/${body.id}`)
  const again = await query('SELECT * FROM sales')

  expect(gone).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
  expect((await call('GET', `/api/v1/results/${again.body.id}`)).status).toBe(200)
})

test('a result is gone once other columns are hidden from its reader', async () => {
  const { query, call, workbookId } = await newSales(service)
  const { body } = await query('SELECT * FROM sales')
  await service.running.admin.query(`update result set hidden_hash = sha256('x') where workbook_id = $1`, [workbookId])

  expect(await call('GET', `/api/v1/results/${body.id}`)).toMatchObject({
    status: 410,
    body: { code: 'result_invalidated' },
  })
})

test('a result outlives the deletion of its tables, and expires after its days', async () => {
  const { query, call, table, workbookId } = await newSales(service)
  const { body } = await query('SELECT region FROM sales')
  await call('DELETE', `${table}?expected_version=null`)
  const path = `/api/v1/results/${body.id}`

  expect((await call('GET', path)).body.rows).toEqual(body.rows)
  await service.running.admin.query(`update result set expires_at = now() where workbook_id = $1`, [workbookId])
  expect(await call('GET', path)).toMatchObject({ status: 410, body: { code: 'result_expired' } })
})

test('an unknown result is not found; one whose days are long over has expired, no matter who asks', async () => {
  const person = await service.newPerson()

  const statuses = ['res_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'res_nonsense', 'res_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'].map(
    async (id) => (await person.call('GET', `/api/v1/results/${id}`)).status,
  )

  expect(await Promise.all(statuses)).toEqual([404, 404, 410])
})

test('a result lies in the part of its day; parts whose days are over are dropped whole', async () => {
  const { query, call } = await newSales(service)
  const { body } = await query('SELECT 1 AS one')
  const { admin } = service.running
  const old = '20260101'
  await admin.query(`create table result_${old} partition of result for values from ('2026-01-01') to ('2026-01-02')`)
  await admin.query(
    `insert into result_${old} select workbook_id, $1, '2026-01-01', user_id, created_at, expires_at, policy_epoch, hidden_hash,
      tables, manifest, row_count, inline, object_id, bytes, sha256 from result limit 1`,
    [randomUUID()],
  )

  await runTask(service.running, 'retention.sweep')

  const { rows } = await admin.query(
    `select to_regclass($1) is null as dropped, to_regclass('result_' || to_char(now() at time zone 'UTC' + interval '7 days', 'YYYYMMDD')) is not null as ahead,
      (select count(*)::int from result_other) as astray`,
    [`result_${old}`],
  )
  expect(rows).toEqual([{ dropped: true, ahead: true, astray: 0 }])
  expect((await call('GET', `/api/v1/results/${body.id}`)).status).toBe(200)
})
