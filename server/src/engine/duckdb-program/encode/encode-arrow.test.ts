import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type Table, tableFromIPC, type Vector } from 'apache-arrow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeOptions, encodeQuery, firstDifference, typeNamed } from '../../../../test/encoded-result.ts'
import { RESULT_CASES } from '../../../../test/result-cases.ts'
import { sampleCells, storeCells } from '../../../../test/stored-cells.ts'
import type { ColumnType } from '../../table/column-type.ts'
import { formatDay, formatMoment, formatTime } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { formatDouble } from '../../values/numbers.ts'
import { encodeToJsonText } from '../../values/values.ts'
import { type EncodeOptions, encodeResult } from './encode-result.ts'
import { RowTooLarge, ValueTooLarge } from './row-encoder.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
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
})

/** Each type with the name that pyarrow has for what it becomes. */
const TYPES = {
  VARCHAR: 'string',
  INTEGER: 'int32',
  BIGINT: 'int64',
  DOUBLE: 'double',
  BOOLEAN: 'bool',
  DATE: 'date32[day]',
  TIME: 'time64[us]',
  TIMESTAMP: 'timestamp[us]',
  TIMESTAMPTZ: 'timestamp[us, tz=UTC]',
  UUID: 'string',
  JSON: 'string',
  'DECIMAL(3,1)': 'decimal128(3, 1)',
  'DECIMAL(9,9)': 'decimal128(9, 9)',
  'DECIMAL(18,2)': 'decimal128(18, 2)',
  'DECIMAL(38,10)': 'decimal128(38, 10)',
}
const COLUMNS = Object.keys(TYPES).map((name) => ({ name, type: typeNamed(name) }))

test('every value of every type is read by Apache Arrow for JavaScript as its canonical text', async () => {
  const stored = Object.fromEntries(COLUMNS.map(({ name, type }) => [name, { type, cells: sampleCells(type) }]))
  await storeCells(connection, 'kept', stored)

  const { table } = await encode('SELECT * EXCLUDE place FROM kept ORDER BY place')

  for (const { name, type } of COLUMNS) {
    expect([name, firstDifference(textsOf(table, name, type), stored[name]?.cells ?? [])]).toEqual([name, undefined])
  }
})

test('every value of every type is read by pyarrow, which finds the stream valid', { timeout: 300_000 }, async () => {
  const stored = Object.fromEntries(COLUMNS.map(({ name, type }) => [name, { type, cells: sampleCells(type, 2000) }]))
  await storeCells(connection, 'kept', stored)

  const { body } = await encode('SELECT * EXCLUDE place FROM kept ORDER BY place')
  const read = readWithPython(body)

  expect(read.fields).toEqual(Object.entries(TYPES).map(([name, arrow]) => [name, arrow, true, name]))
  for (const [n, { name, type }] of COLUMNS.entries()) {
    const texts = read.columns[n]?.map((value) => canonicalOf(type, value)) ?? []
    expect([name, firstDifference(texts, stored[name]?.cells ?? [])]).toEqual([name, undefined])
  }
})

test('values of other types come as the types they are sent as', async () => {
  const selectable = RESULT_CASES.filter(([sql]) => !sql.includes(' FROM ') && !sql.startsWith('1701411834'))

  const { table } = await encode(`SELECT ${selectable.map(([sql], n) => `${sql} AS c${n}`).join(', ')}`)

  for (const [n, [sql, type, json]] of selectable.entries()) {
    const field = table.schema.fields[n]
    const [text = null] = textsOf(table, `c${n}`, typeNamed(type))
    const isNumber = /^(?:NaN|-Infinity)$/.test(text ?? '')
    expect([sql, field?.metadata.get('svc:type'), isNumber ? 'null' : jsonOf(type, text)]).toEqual([sql, type, json])
  }
})

test('what a DOUBLE alone can say stays what it is', async () => {
  const { table } = await encode(`SELECT unnest(['nan'::DOUBLE, 'inf', '-inf', '-0']) AS v`)

  expect(textsOf(table, 'v', { name: 'DOUBLE' })).toEqual(['NaN', 'Infinity', '-Infinity', '-0'])
})

test('a sum that BIGINT cannot hold is refused by the name of its column, not cut', async () => {
  await expect(encode('SELECT 9223372036854775808::HUGEINT AS total')).rejects.toThrow(ValueTooLarge)
  expect((await encode('SELECT sum(n) AS total FROM range(10) t(n)')).table.get(0)?.total).toBe(45n)
})

test('a result without rows has its columns, and pyarrow reads it', async () => {
  const { body, table } = await encode('SELECT 1 AS a, 2 AS a WHERE false')

  expect([table.numRows, table.schema.names]).toEqual([0, ['a', 'a_2']])
  expect(readWithPython(body)).toMatchObject({ batches: 0, columns: [[], []] })
})

test('under a NULL there is nothing to find', async () => {
  await connection.run('CREATE OR REPLACE TABLE secret AS SELECT n + 1 AS n FROM range(3000) t(n)')
  const hidden = ['n', 'n::INTEGER', 'n::DOUBLE', 'n::DECIMAL(9,2)', 'n::DECIMAL(38,2)', "DATE '2024-01-01'"]
  const columns = hidden.map((sql, n) => `CASE WHEN n % 2 = 0 THEN ${sql} END AS c${n}`).join(', ')

  const { table } = await encode(`SELECT ${columns} FROM secret`)

  for (const name of table.schema.names) {
    for (const { length, stride, values, getValid } of rawParts(table, String(name))) {
      const under = Array.from({ length }, (_, row) => row).filter((row) => !getValid(row))
      expect(under.length).toBeGreaterThan(1000)
      expect(under.flatMap((row) => [...values.subarray(row * stride, (row + 1) * stride)]).filter(Number)).toEqual([])
    }
  }
})

test('rows and bytes are limited as in JSON, and a row of more than 16 MB is refused', async () => {
  const rows = `SELECT repeat('x', 96) AS v FROM range(5000)`

  expect(await encode(rows, { maxRows: 3000 })).toMatchObject({ rowCount: 3000, isWhole: false })
  expect(await encode(rows, { maxRows: 5000 })).toMatchObject({ rowCount: 5000, isWhole: true })
  const some = await encode(rows, { maxBytes: 100_000 })
  expect([some.rowCount, some.table.numRows, some.isWhole]).toEqual([1000, 1000, false])
  await expect(encode(`SELECT repeat('x', 16777217) AS v`)).rejects.toThrow(RowTooLarge)
})

test('a million rows come in batches of some size, in little memory', { timeout: 120_000 }, async () => {
  const sql = `SELECT n AS id, 'customer number ' || n AS name, n / 7 AS ratio, (n / 100)::DECIMAL(18,2) AS amount
    FROM range(1000000) t(n) WHERE n % 3 > 0`
  const before = process.memoryUsage().rss
  let [most, largest, parts] = [0, 0, 0]

  const { rowCount } = await encodeResult(await connection.stream(sql), encodeOptions({ format: 'arrow' }), (part) => {
    parts += 1
    largest = Math.max(largest, part.length)
    most = Math.max(most, process.memoryUsage().rss - before)
  })

  expect(rowCount).toBe(666_666)
  expect(parts).toBeLessThan(30)
  expect(largest).toBeLessThan(5_000_000)
  expect(most).toBeLessThan(150_000_000)
})

async function encode(sql: string, chosen: Partial<EncodeOptions> = {}) {
  const encoded = await encodeQuery(connection, sql, { format: 'arrow', ...chosen })
  return { ...encoded, table: tableFromIPC(encoded.body) }
}

type PythonRead = {
  batches: number
  fields: [string, string, boolean, string][]
  columns: (string | number | boolean | null)[][]
}

function readWithPython(bytes: Buffer): PythonRead {
  const python = execFileSync(join(ROOT, 'scripts/pyarrow'), { encoding: 'utf8' }).trim()
  const script = join(ROOT, 'server/test/read-arrow.py')
  return JSON.parse(execFileSync(python, [script], { input: bytes, encoding: 'utf8', maxBuffer: 2 ** 28 }))
}

function canonicalOf(type: ColumnType, value: string | number | boolean | null): string | null {
  if (value === null) return null
  if (type.name === 'TIMESTAMPTZ') return `${value}+00`
  return typeof value === 'number' ? formatDouble(value) : String(value)
}

/** The parts of a column as they lie in memory: the library's values of a moment lack microseconds, its texts a U+FEFF. */
function rawParts(table: Table, name: string) {
  const column: Vector | null = table.getChild(name)
  if (!column) throw new Error(`no column ${name}`)
  return column.data.map((data) => ({
    length: data.length,
    stride: data.stride,
    values: data.values,
    text: (row: number) => Buffer.from(data.values.subarray(...data.valueOffsets.subarray(row, row + 2))).toString(),
    getValid: (row: number) => data.nullCount === 0 || data.getValid(row),
  }))
}

function textsOf(table: Table, name: string, type: ColumnType): (string | null)[] {
  const column = table.getChild(name)
  const isMoment = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'].includes(type.name)
  if (isMoment || ['VARCHAR', 'UUID', 'JSON'].includes(type.name)) {
    return rawParts(table, name).flatMap(({ length, values, text, getValid }) => {
      const read = (row: number) => (isMoment ? momentText(type, values[row]) : text(row))
      return Array.from({ length }, (_, row) => (getValid(row) ? read(row) : null))
    })
  }
  return Array.from({ length: table.numRows }, (_, row) => cellText(type, column?.get(row)))
}

function momentText({ name }: ColumnType, value: number | bigint): string {
  if (name === 'DATE') return formatDay(Number(value))
  if (name === 'TIME') return formatTime(Number(value))
  return name === 'TIMESTAMP' ? formatMoment(BigInt(value)) : `${formatMoment(BigInt(value))}+00`
}

function cellText(type: ColumnType, value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'number') return formatDouble(value)
  if (type.name !== 'DECIMAL' || !(value instanceof Uint32Array)) return String(value)
  const bits = [...value].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n)
  return formatDecimal(BigInt.asIntN(128, bits), type.scale)
}

const jsonOf = (type: string, text: string | null) => encodeToJsonText(typeNamed(type), text)
