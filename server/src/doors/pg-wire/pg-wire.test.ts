import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { cancelPg, connectPg, psql } from '../../../test/pg-clients.ts'
import { startService } from '../../../test/service.ts'

const service = startService({
  settings: {
    pg: { host: '127.0.0.1', port: 0, tls: null, connections: 50, connectionsPerCredential: 40, messageBytes: 2 ** 26 },
  },
})

async function newReader() {
  const made = await newSales(service)
  const password = await service.newToken(made.owner)
  const database = made.at.split('/').at(-1) ?? ''
  return { ...made, place: { port: service.running.apis[0]?.pgPort ?? 0, database, password } }
}

async function newClient() {
  const made = await newReader()
  return { ...made, client: await connectPg(made.place) }
}

test('a client reads rows with a token as its password and a workbook as its database', async () => {
  const { client } = await newClient()

  const simple = await client.query('SELECT region, amount, paid, big, open FROM public.sales ORDER BY __svc_row_id')
  const extended = await client.query('SELECT region FROM sales WHERE amount > $1 AND open = $2', ['2', true])

  expect(simple.rows).toMatchObject([
    { region: 'east', amount: '10.50', big: '9007199254740993', open: true },
    { region: 'west', amount: '3.25', big: '7', open: false },
    { region: 'east', amount: '1.00', paid: null, big: null, open: null },
  ])
  expect(extended.rows).toEqual([{ region: 'east' }])
  await client.end()
})

test('a workbook is found by its name, where it is the only one of that name', async () => {
  const { owner, place } = await newReader()
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Figures of 2026' })
  const named = { ...place, database: 'Figures of 2026' }

  const client = await connectPg(named)
  expect((await client.query('SELECT current_database() AS d')).rows).toEqual([{ d: 'Figures of 2026' }])
  await client.end()
  await owner.call('POST', '/api/v1/workbooks', { title: 'Figures of 2026' })

  await expect(connectPg(named)).rejects.toMatchObject({ code: '3D000' })
  expect(body.workbook_id).toMatch(/^wb_/)
})

test.each([
  ['a wrong password', { password: 'svc_pat_wrong' }, '28P01'],
  ['an unknown workbook', { database: 'wb_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, '3D000'],
])('%s is refused', async (_what, wrong, code) => {
  const { place } = await newReader()

  await expect(connectPg({ ...place, ...wrong })).rejects.toMatchObject({ code })
})

test('a token that is revoked ends its connections at their next statement', async () => {
  const { client, owner } = await newClient()
  await client.query('SELECT 1')
  const { body } = await owner.call('GET', '/api/v1/me/tokens')
  await owner.call('DELETE', `/api/v1/me/tokens/${body.tokens[0].token_id}`)

  await expect(client.query('SELECT * FROM sales')).rejects.toMatchObject({ code: '28000', severity: 'FATAL' })
})

test('psql lists and describes tables', async () => {
  const { place } = await newReader()

  expect(await psql(place, '\\dt')).toContain('public|sales|table|reader')
  const described = await psql(place, '\\d sales')

  expect(described).toContain('amount|numeric(12,2)|||')
  expect(described).toContain('paid|date|||')
  expect(described).toContain('"sales_pkey" PRIMARY KEY, btree (__svc_row_id)')
})

test('the catalog shows descriptions', async () => {
  const { client, at, call } = await newClient()
  await call('PUT', `${at}/artifacts/sales/description`, { description: 'What we sold' })

  const { rows } = await client.query("SELECT obj_description('sales'::regclass, 'pg_class') AS said")

  expect(rows).toEqual([{ said: 'What we sold' }])
  await client.end()
})

test('columns of an index are found in its vector, as SQLAlchemy 1.4 asks for them', async () => {
  const { client } = await newClient()

  const { rows } = await client.query(
    `SELECT a.attname FROM pg_class t JOIN pg_index ix ON t.oid = ix.indrelid
     LEFT OUTER JOIN pg_attribute a ON t.oid = a.attrelid AND a.attnum = ANY(ix.indkey)`,
  )

  const { rows: shown } = await client.query('SELECT indkey::varchar AS keys, indkey[0] AS first FROM pg_index')

  expect(rows).toEqual([{ attname: '__svc_row_id' }])
  expect(shown).toEqual([{ keys: '6', first: 6 }])
})

test('columns may be called by words that the engine reserves and PostgreSQL does not', async () => {
  const { client } = await newClient()

  const { rows } = await client.query(
    `SELECT at AS at, by AS by, show AS show, when_ AT TIME ZONE 'UTC' AS utc
     FROM (SELECT 1 AS at, 2 AS by, 3 AS show, TIMESTAMPTZ '2026-01-01 00:00:00+00' AS when_) AS t
     GROUP BY at, by, show, when_ ORDER BY by, at DESC, t.show`,
  )
  const shown = await client.query('SHOW TRANSACTION ISOLATION LEVEL')

  expect(rows).toMatchObject([{ at: 1, by: 2, show: 3 }])
  expect(shown.rows).toHaveLength(1)
  await client.end()
})

test('the name of the database may stand before that of a schema, as dbt writes it', async () => {
  const { client, place } = await newClient()
  const from = `"${place.database}"`

  const columns = await client.query(
    `SELECT column_name FROM ${from}.INFORMATION_SCHEMA.columns WHERE table_name = 'sales' AND ordinal_position = 1`,
  )
  const relations = await client.query(`SELECT relname FROM ${from}.pg_catalog.pg_class WHERE relname = 'sales'`)
  const rows = await client.query(`SELECT count(*) AS n FROM ${from}."public"."sales"`)

  expect([columns.rows, relations.rows, rows.rows]).toEqual([
    [{ column_name: 'region' }],
    [{ relname: 'sales' }],
    [{ n: '3' }],
  ])
  await client.end()
})

test('errors have a SQLSTATE and the place in the text', async () => {
  const { client } = await newClient()
  const failing = (sql: string) =>
    client.query(sql).then(
      () => undefined,
      (error: { code: string; position?: string }) => ({ code: error.code, position: error.position }),
    )

  expect(await failing('SELECT 1; SELECT * FROM nothing')).toEqual({ code: '42P01', position: '25' })
  expect(await failing('SELECT amout FROM sales')).toMatchObject({ code: '42703' })
  expect(await failing('SELEC 1')).toEqual({ code: '42601', position: '1' })
  expect(await failing('DELETE FROM sales')).toMatchObject({ code: '25006' })
  expect(await failing("SELECT read_text('/etc/passwd')")).toMatchObject({ code: '42883' })
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('all statements of a transaction see one version of the workbook', async () => {
  const { client, write } = await newClient()
  const count = async () => (await client.query('SELECT count(*) FROM sales')).rows[0].count
  await client.query('BEGIN')
  expect(await count()).toBe('3')
  await write({ rows: [{ region: 'north' }] })

  expect(await count()).toBe('3')
  await client.query('COMMIT')
  expect(await count()).toBe('4')
  await client.end()
})

test('a statement that fails in a transaction leaves it to be rolled back', async () => {
  const { client } = await newClient()
  await client.query('BEGIN')
  await expect(client.query('SELECT * FROM nothing')).rejects.toMatchObject({ code: '42P01' })

  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' })
  await client.query('ROLLBACK')
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a cursor hands out its rows a few at a time', async () => {
  const { client } = await newClient()
  await client.query('BEGIN')
  await client.query('DECLARE c CURSOR FOR SELECT n FROM range(10) t(n)')

  expect((await client.query('FETCH 4 FROM c')).rows.map(({ n }) => n)).toEqual(['0', '1', '2', '3'])
  expect((await client.query('MOVE 3 IN c')).rowCount).toBe(3)
  expect((await client.query('FETCH ALL FROM c')).rows.map(({ n }) => n)).toEqual(['7', '8', '9'])
  await client.query('CLOSE c')
  await expect(client.query('FETCH c')).rejects.toMatchObject({ code: '34000' })
  await client.end()
})

test('cursors that wait hold no place in the engine, and go on where they were', async () => {
  const { client, place } = await newClient()
  const others = await Promise.all(Array.from({ length: 6 }, () => connectPg(place)))
  for (const other of others) {
    await other.query('BEGIN')
    await other.query('DECLARE c CURSOR FOR SELECT range AS n FROM range(200000)')
    expect((await other.query('FETCH 2 FROM c')).rowCount).toBe(2)
  }
  await wait(1_500)

  expect((await client.query('SELECT count(*) FROM sales')).rows).toEqual([{ count: '3' }])
  for (const other of others) {
    const { rows } = await other.query('FETCH ALL FROM c')
    expect([rows.length, rows[0].n, rows.at(-1)?.n]).toEqual([199_998, '2', '199999'])
    await other.end()
  }
  await client.end()
})

test('COPY sends rows as text and as csv', async () => {
  const { place } = await newReader()
  const sql = 'SELECT region, paid FROM sales ORDER BY __svc_row_id'

  expect(await psql(place, `COPY (${sql}) TO STDOUT`)).toBe('east\t2026-01-31\nwest\t2026-02-28\neast\t\\N\n')
  expect(await psql(place, `COPY (${sql}) TO STDOUT WITH (FORMAT csv, HEADER)`)).toBe(
    'region,paid\neast,2026-01-31\nwest,2026-02-28\neast,\n',
  )
  expect(await psql(place, 'COPY sales (region) TO STDOUT')).toBe('east\nwest\neast\n')
})

test('a request to cancel ends the query, and the connection goes on', async () => {
  const { client, place } = await newClient()
  const sql = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3'
  const failed = client.query(sql).then(
    () => 'it ended by itself',
    (error: { code: string }) => error.code,
  )
  await wait(500)
  await cancelPg(client, place)

  expect(await failed).toBe('57014')
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a snapshot is read with svc.as_of', async () => {
  const { place, call, at, write } = await newReader()
  await call('POST', `${at}/versions`, { label: 'v1' })
  await write({ rows: [{ region: 'north' }] })

  const then = await connectPg({ ...place, options: '-c svc.as_of=version:v1' })
  expect((await then.query('SELECT count(*) FROM sales')).rows).toEqual([{ count: '3' }])
  await then.query("SET svc.as_of = ''")
  expect((await then.query('SELECT count(*) FROM sales')).rows).toEqual([{ count: '4' }])
  await then.end()
})
