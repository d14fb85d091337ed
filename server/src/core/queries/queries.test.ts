import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

test('a query answers a manifest with a durable id and the first page of rows', async () => {
  const { query, at } = await newSales(service)
  const sql = 'SELECT region, sum(amount) AS total, count(*) AS n FROM sales GROUP BY region ORDER BY region'

  const { status, body, headers } = await query(sql)

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toEqual({
    id: expect.stringMatching(/^res_/),
    workbook_id: at.split('/').at(-1),
    format: 'json',
    columns: [
      { column: 'region', name: 'region', type: 'VARCHAR', masked: false, description: null },
      { column: 'total', name: 'total', type: 'DECIMAL(38,2)', masked: false, description: null },
      { column: 'n', name: 'n', type: 'BIGINT', masked: false, description: null },
    ],
    row_count: 2,
    truncated: false,
    masked_columns: [],
    tables: [{ name: 'sales', edit_version: 2, stale: false }],
    sql_sha256: createHash('sha256').update(sql).digest('hex'),
    offset: 0,
    limit: 1000,
    next_offset: null,
    elapsed_ms: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
    expires_at: expect.stringMatching(/Z$/),
    rows: [
      { region: 'east', total: '11.50', n: 2 },
      { region: 'west', total: '3.25', n: 1 },
    ],
  })
  expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(7 * 24 * 3600 * 1000)
})

test('parameters are bound by place or by name; a string takes the type that is wanted where it stands', async () => {
  const { rowsOf, query } = await newSales(service)

  expect(
    await rowsOf('SELECT region FROM sales WHERE paid >= ? AND open = ?', { params: ['2026-02-01', false] }),
  ).toEqual([{ region: 'west' }])
  expect(
    await rowsOf('SELECT region, big FROM sales WHERE big = $big', { params: { big: '9007199254740993' } }),
  ).toEqual([{ region: 'east', big: '9007199254740993' }])
  expect(await rowsOf('SELECT count(*) AS n FROM sales WHERE ? IS NULL', { params: [null] })).toEqual([{ n: 3 }])
  expect(await rowsOf('SELECT amount FROM sales WHERE amount > ? ORDER BY 1', { params: [3] })).toEqual([
    { amount: '3.25' },
    { amount: '10.50' },
  ])
  expect(await query('SELECT ?, ?', { params: [1] })).toMatchObject({ status: 400, body: { code: 'invalid_sql' } })
  expect(await query('SELECT $a', { params: { a: 1, b: 2 } })).toMatchObject({ status: 400 })
})

test('a number that JSON does not carry exactly is refused instead of rounded', async () => {
  const { query } = await newSales(service)

  const refused = await query('SELECT ? + 0', { params: [1, 9007199254740992] })

  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'validation_error', errors: [{ loc: ['body', 'params', 1], code: 'exact' }] },
  })
})

test('rows come as objects or as arrays, and no column hides another of its name', async () => {
  const { query } = await newSales(service)
  const sql = 'SELECT a.region, b.region FROM sales a JOIN sales b USING (paid) ORDER BY 1'

  const objects = (await query(sql)).body
  const arrays = (await query(sql, { shape: 'arrays' })).body

  expect(new Set(objects.columns.map(({ name }: { name: string }) => name)).size).toBe(2)
  expect(Object.values(objects.rows[0])).toEqual(['east', 'east'])
  expect(arrays.rows).toEqual([
    ['east', 'east'],
    ['west', 'west'],
  ])
})

test('what is wrong with the SQL is reported with its place and what to do', async () => {
  const { query } = await newSales(service)

  expect(await query('SELECT region\nFROM slaes')).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_sql',
      line: 2,
      column: 6,
      unknown_table: 'slaes',
      suggested_fix: expect.stringContaining('sales'),
    },
  })
  expect(await query('SELECT regoin FROM sales')).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_sql',
      line: 1,
      column: 8,
      unknown_column: 'regoin',
      suggested_fix: expect.stringContaining('region'),
    },
  })
  expect(await query('SELEKT 1')).toMatchObject({ status: 400, body: { code: 'invalid_sql', line: 1 } })
  expect(await query("SELECT 'x'::INTEGER")).toMatchObject({ status: 400, body: { code: 'invalid_sql' } })
})

test.each([
  'DELETE FROM sales',
  'CREATE TABLE x AS SELECT 1',
  "COPY sales TO '/tmp/x'",
  'SELECT 1; SELECT 2',
  'SET threads = 1',
  "ATTACH ':memory:' AS x",
])('%s is not a query', async (sql) => {
  const { query, rowsOf } = await newSales(service)

  const refused = await query(sql)

  expect(refused).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^(not_read_only|invalid_sql)$/) } })
  expect(await rowsOf('SELECT count(*) AS n FROM sales')).toEqual([{ n: 3 }])
})

test('a page has no more rows than the whole answer', async () => {
  const { query } = await newSales(service)

  const { body } = await query('SELECT i FROM range(5000) r(i)', { max_rows: 3, limit: 1_000 })

  expect([body.rows.length, body.row_count, body.truncated, body.next_offset]).toEqual([3, 3, true, null])
})

test('more rows than max_rows are cut, and the answer says so', async () => {
  const { query } = await newSales(service)
  const sql = 'SELECT i FROM range(5000) r(i)'

  const cut = (await query(sql, { max_rows: 2500, limit: 10 })).body
  const exact = (await query(sql, { max_rows: 5000, limit: 10_000 })).body

  expect(cut).toMatchObject({ row_count: 2500, truncated: true, limit: 10, next_offset: 10 })
  expect(cut.rows.length).toBe(10)
  expect(exact).toMatchObject({ row_count: 5000, truncated: false, next_offset: null })
  expect(exact.rows.length).toBe(5000)
})

test.each([
  [{ limit: 0 }, 'limit'],
  [{ limit: 10_001 }, 'limit'],
  [{ format: 'arrow', limit: 1_000_001 }, 'limit'],
  [{ max_rows: 1_000_001 }, 'max_rows'],
  [{ timeout_ms: 120_001 }, 'timeout_ms'],
  [{ sql: '' }, 'sql'],
  [{ sql: ' '.repeat(100_001) }, 'sql'],
  [{ format: 'csv' }, 'format'],
])('%j is outside what a query may ask', async (more, field) => {
  const { query } = await newSales(service)

  const refused = await query('SELECT 1', more)

  expect(refused).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  expect(refused.body.errors[0].loc).toEqual(['body', field])
})

test('a query that takes too long ends with 504, and the workbook can be asked again', async () => {
  const { query, rowsOf } = await newSales(service)
  const endless = 'SELECT sum(a.i * b.i % 7) FROM range(10000000) a(i), range(10000000) b(i)'

  const late = await query(endless, { timeout_ms: 500 })

  expect(late).toMatchObject({ status: 504, body: { code: 'query_timeout' } })
  expect(await rowsOf('SELECT count(*) AS n FROM sales')).toEqual([{ n: 3 }])
})

test('clients that go away end their queries, before the first row too, and make room for others', async () => {
  const { owner, at, rowsOf } = await newSales(service)
  await rowsOf('SELECT 1 AS one')
  const endless = 'SELECT sum(a.i * b.i % 7) FROM range(10000000) a(i), range(10000000) b(i)'
  const leave = () =>
    fetch(`${service.url()}${at}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: endless, timeout_ms: 120_000 }),
      signal: AbortSignal.timeout(1_000),
    })

  // More than an engine runs at once: were they still running, the next one would wait for them.
  const left = await Promise.allSettled(Array.from({ length: 10 }, leave))

  expect(left.map(({ status }) => status)).toEqual(left.map(() => 'rejected'))
  expect(await rowsOf('SELECT count(*) AS n FROM sales', { timeout_ms: 5_000 })).toEqual([{ n: 3 }])
  expect(service.running.logged().includes('internal_error')).toBe(false)
})

test('an Idempotency-Key changes nothing: a query repeated is asked again', async () => {
  const { query } = await newSales(service)
  const key = { 'idempotency-key': 'same' }

  const first = await query('SELECT 1 AS one', {}, key)
  const second = await query('SELECT 1 AS one', {}, key)

  expect(second.body.rows).toEqual(first.body.rows)
  expect(second.body.id).not.toBe(first.body.id)
  expect(second.headers.get('idempotency-replayed')).toBeNull()
})

test('validate says what a query would answer with, or what is wrong, and keeps nothing', async () => {
  const { validate, workbookId } = await newSales(service)

  const good = await validate('SELECT region, amount * ? AS x FROM sales', { params: [2] })
  const bad = await validate('SELECT regoin\nFROM sales')
  const write = await validate('DROP TABLE sales')

  expect(good).toMatchObject({
    valid: true,
    errors: [],
    columns: [{ name: 'region', type: 'VARCHAR' }, { name: 'x' }],
    tables: ['sales'],
  })
  expect(bad).toMatchObject({
    valid: false,
    errors: [{ code: 'invalid_sql', line: 1, column: 8, unknown_column: 'regoin' }],
    columns: [],
    tables: [],
  })
  expect(write).toMatchObject({ valid: false, errors: [{ code: 'not_read_only' }] })
  const { rowCount } = await service.running.admin.query('select from result where workbook_id = $1', [workbookId])
  expect(rowCount).toBe(0)
})

test('validate knows the columns also where a parameter stands inside a value', async () => {
  const { validate } = await newSales(service)

  const valued = await validate("SELECT region, {'is': $flag} AS both FROM sales", { params: { flag: true } })
  const open = await validate("SELECT region, {'is': $flag} AS both FROM sales")

  expect(valued).toMatchObject({ valid: true, columns: [{ name: 'region' }, { name: 'both', type: 'JSON' }] })
  expect(open).toMatchObject({ valid: true, errors: [] })
})

test('validate says what is wrong with the values of parameters', async () => {
  const { validate } = await newSales(service)
  const sql = 'SELECT coalesce(uuid(), if(false, $a, $b)) AS id FROM sales'

  const wrong = await validate(sql, { params: { a: 'x', b: 'y' } })
  const right = await validate(sql, { params: { a: null, b: null } })

  expect(wrong).toMatchObject({ valid: false, errors: [{ code: 'invalid_sql' }] })
  expect(right).toMatchObject({ valid: true })
})
