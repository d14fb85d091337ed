import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { statesOf, TableWorld } from '../../../test/table-world.ts'
import type { KeptRows, RowFormat, SqlParameters, SqlQuestion, SqlRun } from '../reading/sql-question.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { OpenReader } from './open-reader.ts'

let world: TableWorld
let node: OpenReader

beforeAll(async () => {
  world = await TableWorld.open()
  node = world.newReader({ spares: 1 })
})
afterAll(() => world.close())

const JSON_ROWS: RowFormat = { format: 'json', shape: 'arrays' }
const RUN: SqlRun = { format: JSON_ROWS, pageRows: 1000, maxRows: 100_000, timeoutMs: 30_000 }

const questionOf = (tables: readonly ReadableTable[], sql: string, parameters: SqlParameters = []): SqlQuestion => ({
  workbookId: tables[0]?.workbookId ?? '',
  tables,
  editSeq: tables[0]?.editSeq ?? 0,
  snapshotId: null,
  sql,
  parameters,
})

async function run(question: SqlQuestion, options: Partial<SqlRun> = {}, reader = node) {
  const { columns, tables, page, end } = await reader.sql.query(question, { ...RUN, ...options })
  return { columns, tables, rows: JSON.parse((await allOf(page)).toString()), end: await end }
}

async function allOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

const named = (table: ReadableTable, name: string, columns: readonly string[] = []): ReadableTable => ({
  ...table,
  name,
  columns: table.columns.map((column, n) => ({ ...column, name: columns[n] ?? column.name })),
})

async function twoTables() {
  const workbookId = await world.newWorkbook()
  const [sales, people] = [
    await world.newTable(workbookId, ['VARCHAR', 'INTEGER']),
    await world.newTable(workbookId, ['VARCHAR', 'DATE']),
  ]
  await world.insert(workbookId, sales, [
    { 1: 'east', 2: '10' },
    { 1: 'west', 2: '3' },
    { 1: 'east', 2: '5' },
  ])
  await world.insert(workbookId, people, [{ 1: 'east', 2: '2024-02-29' }])
  const open = async () => [
    named(await world.readable(workbookId, sales), 'sales', ['region', 'amount']),
    named(await world.readable(workbookId, people), '担当者', ['地域', '入社日']),
  ]
  return { workbookId, sales, people, open }
}

test('SQL joins the tables of a workbook under the names its readers know', async () => {
  const { open, sales, people } = await twoTables()
  const sql = 'SELECT 入社日, sum(amount) AS total FROM sales JOIN 担当者 p ON p.地域 = sales.region GROUP BY 1'

  const { columns, rows, tables, end } = await run(questionOf(await open(), sql))

  expect(columns).toEqual([
    { name: '入社日', type: { name: 'DATE' } },
    { name: 'total', type: { name: 'BIGINT' } },
  ])
  expect(rows).toEqual([['2024-02-29', 15]])
  expect(new Set(tables.map(({ tableId }) => tableId))).toEqual(new Set([sales, people]))
  expect(end).toMatchObject({ rowCount: 1, isTruncated: false, pageRows: 1 })
})

test('a query sees what was written before it, and rows have their ids', async () => {
  const { workbookId, sales, open } = await twoTables()
  const sql = 'SELECT *  FROM sales ORDER BY __svc_row_id DESC LIMIT 1'
  const before = await run(questionOf(await open(), sql))

  const [rowId = 0] = await world.insert(workbookId, sales, [{ 1: 'north', 2: '7' }])
  const after = await run(questionOf(await open(), sql))

  expect(before.rows).toEqual([['east', 5, rowId - 1]])
  expect(after.rows).toEqual([['north', 7, rowId]])
})

test('parameters are values, never SQL; a text takes the type that is wanted where it stands', async () => {
  const { open } = await twoTables()
  const tables = await open()

  const byPlace = await run(
    questionOf(tables, 'SELECT count(*) FROM 担当者 WHERE 入社日 >= ? AND 地域 <> ?', ['2024-01-01', "'; --"]),
  )
  const byName = await run(
    questionOf(tables, 'SELECT amount FROM sales WHERE amount > $least ORDER BY 1', { least: 4 }),
  )
  const uneven = run(questionOf(tables, 'SELECT ?, ?', [1]))

  expect(byPlace.rows).toEqual([[1]])
  expect(byName.rows).toEqual([[5], [10]])
  await expect(uneven).rejects.toMatchObject({
    problem: { code: 'invalid_sql', message: expect.stringContaining('$2') },
  })
})

test('what cannot be run is refused with its place and the nearest names', async () => {
  const { open } = await twoTables()
  const tables = await open()

  const refused = async (sql: string) => run(questionOf(tables, sql)).catch((error) => error.problem)

  expect(await refused('SELECT * FROM\n sale')).toMatchObject({ code: 'invalid_sql', line: 2, unknownTable: 'sale' })
  expect(await refused('SELECT amont FROM sales')).toMatchObject({
    unknownColumn: 'amont',
    suggestion: expect.stringContaining('amount'),
  })
  expect(await refused('DELETE FROM sales')).toMatchObject({ code: 'not_read_only' })
  expect(await refused("SELECT * FROM read_text('/etc/passwd')")).toMatchObject({ code: 'invalid_sql' })
  expect(await refused("SELECT CAST('x' AS INTEGER) FROM sales")).toMatchObject({ code: 'invalid_sql' })
})

test('a query that fails among its rows says why, and is no result', async () => {
  const { open } = await twoTables()
  const sql = "SELECT CASE WHEN i = 700000 THEN CAST('x' || i AS INTEGER) ELSE 1 END AS n FROM range(1000000) r(i)"

  const failed = run(questionOf(await open(), sql), { maxRows: 1_000_000 })

  await expect(failed).rejects.toMatchObject({
    problem: { code: 'invalid_sql', suggestion: expect.stringContaining('TRY_CAST') },
  })
})

test('a masked column is NULL to every question, and a denied one is not there', async () => {
  const { workbookId, sales } = await twoTables()
  const open = async (policy: object) => [named(await world.readable(workbookId, sales, policy), 'sales')]
  const masked = await open({ masked: [2] })
  const denied = await open({ denied: [2] })

  const seen = await run(questionOf(masked, 'SELECT "column 2" FROM sales WHERE "column 2" IS NULL'))
  const absent = run(questionOf(denied, 'SELECT "column 2" FROM sales'))

  expect(seen.rows).toEqual([[null], [null], [null]])
  await expect(absent).rejects.toMatchObject({ problem: { unknownColumn: 'column 2' } })
})

test('validating says which columns would come, and runs nothing', async () => {
  const { open } = await twoTables()
  const tables = await open()

  const good = await node.sql.validate(questionOf(tables, 'SELECT region, avg(amount) AS a FROM sales GROUP BY ALL'))
  const bad = await node.sql.validate(questionOf(tables, 'SELECT FROM WHERE'))

  expect(good).toMatchObject({ columns: [{ name: 'region' }, { name: 'a', type: { name: 'DOUBLE' } }] })
  expect(bad).toMatchObject({ problem: { code: 'invalid_sql', line: 1 } })
})

test('a query that takes too long is stopped in time, and the workbook answers on', async () => {
  const { open } = await twoTables()
  const slow = 'SELECT count(*) FROM range(100000000000) a'
  const deaf = 'SELECT len(list_transform(range(30000000), x -> x + 1))'

  for (const sql of [slow, deaf]) {
    const began = performance.now()
    await expect(run(questionOf(await open(), sql), { timeoutMs: 400 })).rejects.toBeDefined()
    expect(performance.now() - began).toBeLessThan(6_000)
  }
  const after = await run(questionOf(await open(), 'SELECT count(*) FROM sales'))

  expect(after.rows).toEqual([[3]])
})

test('a statement that is only planned has seconds, though it may wait longer for an engine', async () => {
  const { open } = await twoTables()
  const folded = questionOf(await open(), "SELECT levenshtein(repeat('a', 200000), repeat('b', 200000))")

  const began = performance.now()
  await expect(node.sql.validate(folded)).rejects.toMatchObject({ code: 'query_timeout' })

  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a statement has no more time than the node gives it, whatever it asks for', async () => {
  const { open } = await twoTables()
  const hasty = world.newReader({ deadlines: { queryMs: 0 } })

  const late = run(questionOf(await open(), 'SELECT * FROM sales'), {}, hasty)

  await expect(late).rejects.toMatchObject({ code: 'query_timeout' })
})

test('the time a query waits for others is its own', async () => {
  const { open } = await twoTables()
  const tables = await open()
  const others = new AbortController()
  const endless = questionOf(tables, 'SELECT count(*) FROM range(1000000000000)')
  await run(questionOf(tables, 'SELECT 1'))
  const running = Array.from({ length: 4 }, () => run(endless, { signal: others.signal }).catch(() => {}))
  await sleep(300)

  const began = performance.now()
  await expect(run(questionOf(tables, 'SELECT 1'), { timeoutMs: 500 })).rejects.toMatchObject({ code: 'query_timeout' })

  expect(performance.now() - began).toBeLessThan(10_000)
  others.abort()
  await Promise.all(running)
})

test('a caller that stops reading ends the query', async () => {
  const { workbookId, open } = await twoTables()
  const sql = "SELECT i, repeat('x', 1000) FROM range(100000000) r(i)"
  const { page } = await node.sql.query(questionOf(await open(), sql), {
    ...RUN,
    format: { format: 'ndjson', shape: 'arrays' },
    pageRows: 1_000_000,
    maxRows: 1_000_000,
  })

  for await (const part of page) {
    expect(part.length).toBeGreaterThan(0)
    break
  }

  await vi.waitFor(async () => expect((await node.pool.enginesOf(workbookId)).length).toBe(0), { timeout: 5_000 })
})

test('a slow reader holds the query back, and gets every row', async () => {
  const { open } = await twoTables()
  const sql = "SELECT i, repeat('x', 500) FROM range(100000) r(i)"
  const { page, end } = await node.sql.query(questionOf(await open(), sql), {
    ...RUN,
    format: { format: 'ndjson', shape: 'arrays' },
    pageRows: 200_000,
  })

  let lines = 0
  for await (const part of page) {
    lines += part.toString().split('\n').length - 1
    await sleep(5)
  }

  expect(lines).toBe(100_000)
  expect(await end).toMatchObject({ rowCount: 100_000, isTruncated: false })
})

const KINDS = `SELECT i, i * 1000000000000000000::HUGEINT * 1000 AS huge, i / 8 AS d, 'text ' || i AS t, DATE '2024-01-01' + i::INT AS day,
  [i, NULL] AS list, {'a': i::HUGEINT, 'b': 'x'} AS struct, '{"n": 1.10}'::JSON AS j, INTERVAL (i) DAY AS span, NULL AS nothing,
  (i * 1.5)::DECIMAL(18, 3) AS dec, TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i) SECOND AS at, i % 2 = 0 AS flag
  FROM range($rows) r(i) ORDER BY i`

test.each([
  ['lines', 7],
  ['a file', 6_000],
])('a result that is kept as %s is read back as it was sent, in every format', async (_, count) => {
  const { workbookId, open } = await twoTables()
  const question = questionOf(await open(), KINDS, { rows: count })
  const first = await run(question, { pageRows: 10_000 })
  const kept = first.end.kept
  const source = 'bytes' in kept ? kept : { file: kept.file }
  const pageOf = async (offset: number, limit: number, format: RowFormat) => {
    const { columns } = first
    const { page } = await node.sql.resultPage({ workbookId, columns, kept: source, offset, limit, format })
    return allOf(page)
  }

  const again = JSON.parse((await pageOf(2, count, JSON_ROWS)).toString())
  const lines = (await pageOf(0, 3, { format: 'ndjson', shape: 'arrays' })).toString().trim().split('\n')
  const arrow = await pageOf(0, 1, { format: 'arrow', shape: 'arrays' })

  expect('file' in kept).toBe(count > 100)
  expect(again).toEqual(first.rows.slice(2))
  expect(lines.map((line) => JSON.parse(line))).toEqual(first.rows.slice(0, 3))
  expect(arrow.length).toBeGreaterThan(500)
  await expect(pageOf(0, 3, { format: 'arrow', shape: 'arrays' })).rejects.toMatchObject({
    problem: { code: 'invalid_sql' },
  })
  await releaseOf(kept)
})

async function releaseOf(kept: KeptRows) {
  if (!('file' in kept)) return
  expect((await readFile(kept.file)).length).toBe(kept.sizeBytes)
  await kept.release()
}

test('of a larger result than may be kept the first rows are, and it says so', async () => {
  const { open } = await twoTables()
  const question = questionOf(await open(), 'SELECT i FROM range(5000) r(i) ORDER BY i')

  const { rows, end } = await run(question, { pageRows: 10, maxRows: 2_500 })

  expect(rows.length).toBe(10)
  expect(end).toMatchObject({ rowCount: 2_500, isTruncated: true, pageRows: 10 })
})

test('tables of a snapshot are asked as they were, while the workbook goes on', async () => {
  const { workbookId, sales, people, open } = await twoTables()
  const [now] = await open()
  const past = [
    named(await world.readable(workbookId, sales, { version: now?.version ?? 0 }), 'sales', ['region', 'amount']),
    named(await world.readable(workbookId, people, { version: 2 }), 'people'),
  ]
  await world.insert(workbookId, sales, [{ 1: 'late', 2: '100' }])
  const sql = 'SELECT sum(amount) FROM sales'

  const then = await run({ ...questionOf(past, sql), snapshotId: 'one' })
  const today = await run(questionOf(await open(), sql))

  expect([then.rows, today.rows]).toEqual([[[18]], [[118]]])
})

test('only tables that are asked for are brought in', async () => {
  const { workbookId, open } = await twoTables()
  const reader = world.newReader()

  await run(questionOf(await open(), 'SELECT count(*) FROM sales'), {}, reader)

  expect((await statesOf(reader, workbookId)).length).toBe(1)
})

test('a large table that only SQL asks about is read from a native file as soon as one is built', async () => {
  const { workbookId, open } = await twoTables()
  const large = world.newReader({ spares: 1, inMemoryBytes: -1 })
  const ask = async () => (await run(questionOf(await open(), 'SELECT sum(amount) FROM sales'), {}, large)).rows

  const first = await ask()
  const [before] = await statesOf(large, workbookId)
  await vi.waitFor(
    async () => {
      expect(await ask()).toEqual(first)
      expect((await statesOf(large, workbookId)).map(({ form }) => form)).toEqual(['native'])
    },
    { timeout: 20_000, interval: 100 },
  )

  expect([first, before?.form]).toEqual([[[18]], 'overlay'])
})
