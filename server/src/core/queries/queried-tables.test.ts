import { expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService({ apiNodes: 2 })

test('tables and columns go by Japanese names, quoted where needed', async () => {
  const { call, at, rowsOf } = await newSales(service)
  const columns = [{ name: '顧客' }, { name: '金額', type: 'INTEGER' }]
  await call('POST', `${at}/tables`, { name: '売上 2026', columns })
  const rows = [{ 顧客: '山田', 金額: 1200 }]
  await call('POST', `${at}/tables/${encodeURIComponent('売上 2026')}/rows`, { rows, expected_version: 1 })

  expect(await rowsOf('SELECT 顧客, "金額" * 2 AS 倍 FROM "売上 2026" WHERE 顧客 = ?', { params: ['山田'] })).toEqual([
    { 顧客: '山田', 倍: 2400 },
  ])
})

test('archived tables can be asked by name; the active one of a name wins, else the newest', async () => {
  const { call, at, table, rowsOf } = await newSales(service)
  const columns = [{ name: 'n', type: 'INTEGER' }]
  await call('POST', `${table}/archive`)
  expect(await rowsOf('SELECT count(*) AS n FROM sales')).toEqual([{ n: 3 }])

  await call('POST', `${at}/tables`, { name: 'sales', columns })
  await call('POST', `${table}/rows`, { rows: [{ n: 2 }], expected_version: 1 })
  expect(await rowsOf('SELECT n FROM sales')).toEqual([{ n: 2 }])

  await call('POST', `${table}/archive`)
  expect(await rowsOf('SELECT n FROM sales')).toEqual([{ n: 2 }])
})

test('tables of an older workbook that differ only in capital letters cannot be asked, and the answer says what to do', async () => {
  const { call, at, query, rowsOf, validate } = await newSales(service)
  const { body: made } = await call('POST', `${at}/tables`, { name: 'second', columns: [{ name: 'n' }] })
  await service.running.admin.query(`update artifact set name = 'Sales' where artifact_id = $1`, [
    fromWireId('art', made.table.id),
  ])
  const refused = await query('SELECT * FROM "Sales"')

  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_sql', unknown_table: 'Sales', suggested_fix: expect.stringContaining('Rename one of them') },
  })
  expect(refused.body.detail).toContain("'Sales'")
  expect(refused.body.detail).toContain("'sales'")
  expect((await validate('SELECT * FROM sales')).errors).toMatchObject([{ message: refused.body.detail }])
  await call('PATCH', `${at}/tables/Sales`, { new_name: 'other', expected_version: null })
  expect(await rowsOf('SELECT count(*) AS n FROM SALES')).toEqual([{ n: 3 }])
})

test('as_of asks a snapshot: every table as it was, under the name it had', async () => {
  const { call, at, table, write, query, rowsOf, validate } = await newSales(service)
  const { body: version } = await call('POST', `${at}/versions`, { label: 'then' })
  await write({ rows: [{ __svc_row_id: 1, region: 'north' }, { region: 'south' }] })
  await call('PATCH', table, { new_name: 'renamed', expected_version: null })
  const sql = 'SELECT region FROM sales ORDER BY region'
  const then = [{ region: 'east' }, { region: 'east' }, { region: 'west' }]

  const past = await query(sql, { as_of: 'version:then' })

  expect(past.body).toMatchObject({ rows: then, tables: [{ name: 'sales', edit_version: 2 }] })
  expect(await rowsOf(sql, { as_of: version.snapshot_id })).toEqual(then)
  expect((await validate(sql, { as_of: 'version:then' })).valid).toBe(true)
  expect(await query(sql)).toMatchObject({ status: 400, body: { unknown_table: 'sales' } })
  expect(await query(sql, { as_of: 'version:never' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await rowsOf('SELECT count(*) AS n FROM renamed')).toEqual([{ n: 4 }])
})

test('a query after an acknowledged edit sees it, on every node', async () => {
  const { owner, at, write } = await newSales(service)
  const other = service.as(owner.session, 1)
  const sql = "SELECT count(*) AS n FROM sales WHERE region = 'new'"

  for (let n = 1; n <= 10; n++) {
    await write({ rows: [{ region: 'new' }] })
    const call = n % 2 ? other : owner.call
    expect((await call('POST', `${at}/query`, { sql })).body).toMatchObject({ rows: [{ n }] })
  }
})

test('who may not see the workbook cannot ask it, and who is a viewer can', async () => {
  const { owner, at, call } = await newSales(service)
  const stranger = await service.newPerson()
  const viewer = await service.newPerson()
  await call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  const { body: other } = await call('POST', '/api/v1/workbooks', { title: 'Other' })
  const pinned = service.as(await service.newToken(owner, { resource: `workbook:${other.workbook_id}` }))
  const body = { sql: 'SELECT count(*) AS n FROM sales' }

  expect(await viewer.call('POST', `${at}/query`, body)).toMatchObject({ status: 200, body: { rows: [{ n: 3 }] } })
  expect(await stranger.call('POST', `${at}/query`, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await pinned('POST', `${at}/query`, body)).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
})

test('a workbook without tables can be asked, too', async () => {
  const { id, owner } = await service.newWorkbook()

  const answer = await owner.call('POST', `/api/v1/workbooks/${id}/query`, { sql: 'SELECT 1 AS one' })

  expect(answer).toMatchObject({ status: 200, body: { rows: [{ one: 1 }], tables: [] } })
})
