import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import { formatDay } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { ByteWriter } from './byte-writer.ts'
import { writeNumeric, writeSafeNumeric } from './postgres-numeric.ts'
import { postgresEncoder } from './postgres-rows.ts'
import { resultColumns } from './result-columns.ts'
import { budgetOf } from './row-encoder.ts'

type Cells = (string | null)[]

/** The cells of every message, text cells as they are and binary ones in hex. */
async function encoded(sql: string, isBinary: boolean): Promise<Cells[]> {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await duckdb.stream(sql)
  const columns = resultColumns(result)
  const encoder = postgresEncoder(
    columns,
    columns.map(() => isBinary),
  )
  const budget = budgetOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const parts: Buffer[] = []
  for await (const chunk of chunksOf(result)) {
    encoder.load(chunk)
    for (let isThrough = false; !isThrough; parts.push(encoder.take())) isThrough = encoder.add(budget)
  }
  duckdb.closeSync()
  return messagesIn(Buffer.concat(parts)).map((body) => cellsIn(body, isBinary ? 'hex' : 'utf8'))
}

function messagesIn(bytes: Buffer): Buffer[] {
  const bodies: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    expect(bytes.toString('latin1', at, at + 1)).toBe('D')
    bodies.push(bytes.subarray(at + 5, at + 1 + bytes.readInt32BE(at + 1)))
  }
  return bodies
}

function cellsIn(body: Buffer, form: 'hex' | 'utf8'): Cells {
  const cells: Cells = []
  let at = 2
  while (cells.length < body.readInt16BE(0)) {
    const length = body.readInt32BE(at)
    cells.push(length < 0 ? null : body.toString(form, at + 4, at + 4 + length))
    at += 4 + Math.max(0, length)
  }
  expect(at).toBe(body.length)
  return cells
}

const EDGES = `
  SELECT * FROM (VALUES
    (1, 'a', 9223372036854775807, DATE '2026-01-31', -0.07::DECIMAL(10,2), TIMESTAMP '1999-12-31 23:59:59.000001', true),
    (2, NULL, NULL, NULL, NULL, NULL, NULL),
    (3, repeat('日', 100), -9223372036854775808, DATE '0001-01-01', 12340000::DECIMAL(10,2), TIMESTAMP '0044-03-15 (BC) 12:00:00', false),
    (4, '', -4294967297, DATE '9999-12-31', 0::DECIMAL(10,2), TIMESTAMP '2000-01-01 00:00:00', true)
  ) edges (n, t, big, day, money, moment, flag) ORDER BY n`

test('rows are messages with each cell as PostgreSQL prints it, and none where there is no value', async () => {
  expect(await encoded(EDGES, false)).toEqual([
    ['1', 'a', '9223372036854775807', '2026-01-31', '-0.07', '1999-12-31 23:59:59.000001', 't'],
    ['2', null, null, null, null, null, null],
    ['3', '日'.repeat(100), '-9223372036854775808', '0001-01-01', '12340000.00', '0044-03-15 12:00:00 BC', 'f'],
    ['4', '', '-4294967297', '9999-12-31', '0.00', '2000-01-01 00:00:00', 't'],
  ])
})

test('binary cells hold the bytes that PostgreSQL sends', async () => {
  // Beside what its functions int8send, date_send, numeric_send and timestamp_send answer.
  expect(await encoded(EDGES, true)).toEqual([
    ['00000001', '61', '7fffffffffffffff', '00002537', '0001ffff4000000202bc', 'fffffffffff0bdc1', '01'],
    ['00000002', null, null, null, null, null, null],
    [
      '00000003',
      'e697a5'.repeat(100),
      '8000000000000000',
      'fff4dbf9',
      '000100010000000204d2',
      'ff1af9e8fb46d000',
      '00',
    ],
    ['00000004', '', 'fffffffeffffffff', '002c95d3', '0000000000000002', '0000000000000000', '01'],
  ])
})

test('a binary moment is exact where the count from 2000 has more digits than a number holds', async () => {
  const micros = (day: string) => (BigInt(Date.parse(day)) - 946_684_800_000n) * 1000n + 1n
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(micros('1700-01-01T00:00:00Z'))

  expect(await encoded("SELECT TIMESTAMP '1700-01-01 00:00:00.000001'", true)).toEqual([[bytes.toString('hex')]])
})

test('cells that are laid a column at a time are the texts that DuckDB casts them to', async () => {
  // Numbers of every length, half of them negative.
  const number = '(CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END * ((hash(n) >> 1)::BIGINT >> (n % 63)::INTEGER))'
  const columns = [
    number,
    `(${number} % 2147483648)::INTEGER`,
    `(${number} % 32768)::SMALLINT`,
    `CAST((${number} % 10000) AS DECIMAL(8,3))`,
    `CAST((${number} % 1000000) AS DECIMAL(18,6)) * 0.01::DECIMAL(2,2)`,
    `CAST(${number} AS DECIMAL(38,2)) * 0.1::DECIMAL(2,1)`,
    `DATE '0001-01-01' + (n * 997 % 3600000)::INTEGER`,
    `TIMESTAMP '0001-01-01 00:00:00.000001' + to_days((n * 997 % 3600000)::INTEGER) + to_seconds(n * 7919 % 86400)`,
  ].map((sql, c) => `${sql} AS c${c}`)
  const pairs = columns.map((_, c) => `c${c}, c${c}::VARCHAR`)

  const rows = await encoded(
    `SELECT ${pairs.join(', ')} FROM (SELECT ${columns.join(', ')} FROM range(3000) t(n))`,
    false,
  )

  expect(rows.length).toBe(3_000)
  for (const row of rows) expect(row.filter((_, n) => n % 2 === 0)).toEqual(row.filter((_, n) => n % 2 === 1))
})

test('many rows come whole over the borders of chunks and parts', async () => {
  const rows = await encoded("SELECT range AS n, repeat('x', range % 700) AS t FROM range(10000)", false)

  expect(rows.length).toBe(10_000)
  expect(rows.every(([n, t], row) => n === String(row) && t?.length === row % 700)).toBe(true)
})

test('a day is written as it is formatted, from year 1 to year 9999', () => {
  const wrong: number[] = []
  const out = new ByteWriter()
  for (let day = -719_162; day <= 2_932_896; day += 13) {
    out.day(day)
    if (out.take().toString() !== formatDay(day)) wrong.push(day)
  }

  expect(wrong).toEqual([])
})

test('a number that is exact has the binary form of its text', () => {
  const numbers = [
    0,
    1,
    -1,
    9,
    10_000,
    -99_999,
    123_456_789,
    100_000_000,
    2 ** 53 - 1,
    -(2 ** 53 - 1),
    9_007_199_254_740,
  ]
  const bytesOf = (write: (out: ByteWriter) => void) => {
    const out = new ByteWriter()
    write(out)
    return out.take().toString('hex')
  }

  for (const number of numbers)
    for (let scale = 0; scale <= 18; scale++)
      expect(`${number} ${scale} ${bytesOf((out) => writeSafeNumeric(number, scale, out))}`).toBe(
        `${number} ${scale} ${bytesOf((out) => writeNumeric(formatDecimal(BigInt(number), scale), out))}`,
      )
})
