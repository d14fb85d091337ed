import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeOptions, encodeQuery, firstDifference, typeNamed } from '../../../../test/encoded-result.ts'
import { RESULT_CASES } from '../../../../test/result-cases.ts'
import { sampleCells, storeCells } from '../../../../test/stored-cells.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { encodeToJsonText } from '../../values/values.ts'
import { type EncodeOptions, encodeResult } from './encode-result.ts'
import { resultColumns } from './result-columns.ts'
import { RowTooLarge } from './row-encoder.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-encode-'))
let engine: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  connection = await engine.connect()
  await connection.run("SET TimeZone = 'UTC'")
})

afterAll(() => {
  connection.closeSync()
  engine.closeSync()
  rmSync(folder, { recursive: true })
})

const PLAIN = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID']
const DECIMALS = ['DECIMAL(3,1)', 'DECIMAL(9,9)', 'DECIMAL(18,2)', 'DECIMAL(18,0)', 'DECIMAL(38,10)', 'DECIMAL(38,38)']

test.each([...PLAIN, 'JSON', ...DECIMALS])(
  'rows with %s are the bytes that single cells are encoded to',
  async (name) => {
    const type = typeNamed(name)
    const cells = sampleCells(type)
    await storeCells(connection, 'kept', { v: { type, cells } })

    const encoded = await encode('SELECT v FROM kept ORDER BY place')

    const expected = cells.map((cell) => `{"v":${encodeToJsonText(type, cell)}}`)
    expect(firstDifference(encoded.text.slice(1, -1).split(/(?<=\}),(?=\{"v":)/), expected)).toBeUndefined()
    expect(encoded).toMatchObject({ rowCount: cells.length, isWhole: true })
  },
)

test('texts of every length come out whole from memory, from Parquet, from a native file, filtered, sorted and repeated', async () => {
  const text = "repeat(chr((97 + place % 26)::INTEGER), (place * 7919 % 61)::INTEGER) || '終' || (place % 50)"
  await run(`CREATE OR REPLACE TABLE texts AS SELECT place, ${text} AS v FROM range(20000) t(place)`)
  await run(`COPY texts TO '${folder}/texts.parquet' (FORMAT parquet, COMPRESSION zstd)`)
  await run(`ATTACH '${folder}/texts.duckdb' AS built`)
  await run('CREATE TABLE built.texts AS FROM texts')
  await run('DETACH built')
  await run(`ATTACH '${folder}/texts.duckdb' AS native (READ_ONLY)`)
  const places = ['texts', `read_parquet('${folder}/texts.parquet')`, 'native.texts']
  const endings = ['', 'WHERE place % 7 = 0', 'ORDER BY hash(place)', 'ORDER BY v, place', 'WHERE length(v) > 40']

  for (const place of places) {
    for (const ending of endings) {
      const sql = `SELECT v, v || v AS twice, left(v, 14) AS part, NULL::VARCHAR AS none FROM ${place} ${ending}`
      const rows = await (await connection.run(sql)).getRows()
      const encoded = await encode(sql, { shape: 'arrays' })

      expect(firstDifference(JSON.parse(encoded.text), rows)).toBeUndefined()
    }
  }
  await run('DETACH native')
})

test.each(RESULT_CASES)('a query that answers %s has a column of type %s with %s', async (sql, type, json) => {
  const result = await connection.stream(`SELECT ${sql}`)
  const columns = resultColumns(result)

  const { text } = await encode(`SELECT ${sql}`, { shape: 'arrays' })

  expect(columns.map((column) => formatColumnType(column.type))).toEqual([type])
  expect(text).toBe(`[[${json}]]`)
})

test('every row of nested values is its own, among thousands', async () => {
  const nested = "{list: range(place % 4), struct: row(place), map: MAP {'k' || place: place}, deep: [[place]]}"
  const { text } = await encode(`SELECT CASE WHEN place % 3 > 0 THEN ${nested} END FROM range(5000) t(place)`, {
    shape: 'arrays',
  })

  const rows: unknown[][] = JSON.parse(text)
  const expected = Array.from({ length: 5000 }, (_, n) => [
    n % 3 > 0
      ? {
          list: Array.from({ length: n % 4 }, (_item, item) => item),
          struct: [n],
          map: { [`k${n}`]: n },
          deep: [[n]],
        }
      : null,
  ])
  expect(firstDifference(rows, expected)).toBeUndefined()
})

test('objects, arrays and lines hold the same cells', async () => {
  const sql = `SELECT 1 AS a, NULL AS "b""c", 'x' AS "日本" UNION ALL SELECT 2, NULL, 'y'`

  expect((await encode(sql)).text).toBe('[{"a":1,"b\\"c":null,"日本":"x"},{"a":2,"b\\"c":null,"日本":"y"}]')
  expect((await encode(sql, { shape: 'arrays' })).text).toBe('[[1,null,"x"],[2,null,"y"]]')
  expect((await encode(sql, { format: 'ndjson' })).text).toBe(
    '{"a":1,"b\\"c":null,"日本":"x"}\n{"a":2,"b\\"c":null,"日本":"y"}\n',
  )
})

test('columns with the same name stay distinct, none of them lost', async () => {
  const { text } = await encode('SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS "A"')

  expect(text).toBe('[{"a":1,"a_3":2,"a_2":3,"a_4":4,"A":5}]')
})

test('a result without rows is an empty array, or no line at all', async () => {
  expect(await encode('SELECT 1 AS a WHERE false')).toMatchObject({ text: '[]', rowCount: 0, isWhole: true })
  expect(await encode('SELECT 1 AS a WHERE false', { format: 'ndjson' })).toMatchObject({ text: '', rowCount: 0 })
})

test('a result ends after as many rows as were asked for, and tells whether there were more', async () => {
  const numbers = 'SELECT n FROM range(5000) t(n)'

  const some = await encode(numbers, { maxRows: 3000 })
  const all = await encode(numbers, { maxRows: 5000 })
  const none = await encode(numbers, { maxRows: 0 })

  expect([some.rowCount, some.isWhole, JSON.parse(some.text).length]).toEqual([3000, false, 3000])
  expect([all.rowCount, all.isWhole, JSON.parse(all.text).length]).toEqual([5000, true, 5000])
  expect([none.rowCount, none.isWhole, none.text]).toEqual([0, false, '[]'])
})

test('a result ends before the row that would make it too large, but never before the first', async () => {
  const rows = `SELECT repeat('x', 91) AS v FROM range(5000)`

  const some = await encode(rows, { maxBytes: 100_000 })
  const one = await encode(rows, { maxBytes: 10 })

  expect(some).toMatchObject({ rowCount: 1000, isWhole: false })
  expect(some.bytes).toBeLessThanOrEqual(100_002)
  expect(JSON.parse(some.text)).toHaveLength(1000)
  expect(one).toMatchObject({ rowCount: 1, isWhole: false })
})

test('a row larger than 16 MB is refused, one of almost that size is not', async () => {
  const row = (bytes: number) => encode(`SELECT repeat('x', ${bytes}) AS v`)

  expect((await row(16_777_000)).bytes).toBe(16_777_000 + 10)
  await expect(row(16_777_217)).rejects.toThrow(RowTooLarge)
})

test.each(['json', 'arrow'] as const)('large rows leave as %s in parts of a few, not all at once', async (format) => {
  const sql = `SELECT repeat('x', 100000 + n) AS v FROM range(500) t(n)`
  const sizes: number[] = []

  await encodeResult(await connection.stream(sql), encodeOptions({ format }), (part) => void sizes.push(part.length))

  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(50_000_000)
  expect(Math.max(...sizes)).toBeLessThan(2_500_000)
})

test('a million rows are encoded in little memory', { timeout: 120_000 }, async () => {
  const sql = `SELECT n AS id, 'customer number ' || n AS name, n / 7 AS ratio, DATE '2024-01-01' + (n % 999)::INTEGER AS d,
    (n / 100)::DECIMAL(18,2) AS amount FROM range(1000000) t(n)`
  const before = process.memoryUsage().rss
  let [most, bytes] = [0, 0]

  const { rowCount } = await encodeResult(await connection.stream(sql), encodeOptions({ format: 'ndjson' }), (part) => {
    bytes += part.length
    most = Math.max(most, process.memoryUsage().rss - before)
  })

  expect(rowCount).toBe(1_000_000)
  expect(bytes).toBeGreaterThan(90_000_000)
  expect(most).toBeLessThan(200_000_000)
})

async function encode(sql: string, chosen: Partial<EncodeOptions> = {}) {
  const encoded = await encodeQuery(connection, sql, chosen)
  expect(encoded.bytes).toBe(encoded.body.length)
  return { ...encoded, text: encoded.body.toString() }
}

async function run(sql: string) {
  await connection.run(sql)
}
