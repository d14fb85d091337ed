import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropColumns } from './drop-columns.ts'

let duckdb: DuckDBConnection
let folder: string
beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  folder = mkdtempSync(join(tmpdir(), 'bindery-columns-'))
})
afterAll(() => {
  duckdb.closeSync()
  rmSync(folder, { recursive: true })
})

/** One of every type that tables have, with values missing, and doubles of which a dictionary would lose the sign. */
const COLUMNS = {
  c1: "CASE WHEN n % 7 = 0 THEN NULL ELSE 'plain ' || n % 50 END",
  c2: "'canary ' || n",
  c3: 'n * 1000003',
  c4: 'CASE WHEN n % 2 = 0 THEN -0.0::DOUBLE ELSE 0.0::DOUBLE END',
  c5: '(n * 37 % 100000)::DECIMAL(18, 3)',
  c6: "DATE '2020-01-01' + (n % 400)::INTEGER",
  c7: "TIMESTAMPTZ '2020-01-01 00:00:00+00' + to_microseconds(n)",
  c8: 'n % 3 = 0',
  c9: "TIME '00:00:00' + to_microseconds(n)",
  c10: "{'a': n}::JSON",
  c11: '(n % 100)::INTEGER',
}
const IDS = Object.keys(COLUMNS).map((name) => Number(name.slice(1)))

async function writeSegment(name: string, rows: number, more = ''): Promise<string> {
  const path = join(folder, name)
  const shown = Object.entries(COLUMNS).map(([column, sql]) => `${sql} AS ${column}`)
  const ids = ['__svc_row_id: 0', ...IDS.map((id) => `c${id}: ${id}`)]
  await duckdb.run(`COPY (SELECT n AS __svc_row_id, ${shown.join(', ')} FROM range(${rows}) AS r (n))
    TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 4096${more}, FIELD_IDS {${ids.join(', ')}})`)
  return path
}

const rowsOf = async (path: string, columns: readonly string[]) =>
  (await duckdb.runAndReadAll(`SELECT ${columns.join(', ')} FROM read_parquet('${path}')`)).getRowsJson()

const describedIn = async (path: string) =>
  (await duckdb.runAndReadAll(`SELECT DISTINCT path_in_schema FROM parquet_metadata('${path}')`))
    .getRows()
    .map(([name]) => String(name))
    .sort()

test.each([
  ['several row groups', 20_000, ''],
  ['one row', 1, ''],
  ['no rows', 0, ''],
  ['no dictionaries', 5_000, ', DICTIONARY_SIZE_LIMIT 0'],
  ['pages of the second version', 9_000, ", PARQUET_VERSION 'v2'"],
])('a copy without columns holds every value of the others: %s', async (name, rows, more) => {
  const from = await writeSegment(`${name}.parquet`, rows, more)
  const to = join(folder, `${name}, fewer.parquet`)
  const kept = [0, ...IDS.filter((id) => id !== 2 && id !== 11)]

  const isDone = await dropColumns(from, to, new Set(kept))

  const names = kept.map((id) => (id === 0 ? '__svc_row_id' : `c${id}`))
  expect(isDone).toBe(true)
  expect(await rowsOf(to, names)).toEqual(await rowsOf(from, names))
  expect(await describedIn(to)).toEqual(rows === 0 ? [] : [...names].sort())
  expect(await rowsOf(to, ['count(*)', "count(*) FILTER (c4::VARCHAR = '-0.0')"])).toEqual(
    await rowsOf(from, ['count(*)', "count(*) FILTER (c4::VARCHAR = '-0.0')"]),
  )
})

test('nothing of a column that is left out is in the copy: no value, no name and no statistic', async () => {
  const from = await writeSegment('canary.parquet', 3_000)
  const to = join(folder, 'without.parquet')

  await dropColumns(from, to, new Set([0, 1, 3]))

  const [before, after] = [readFileSync(from), readFileSync(to)]
  expect(before.includes('canary ')).toBe(true)
  expect(after.includes('canary ')).toBe(false)
  expect(after.includes('c2')).toBe(false)
  expect(after.length).toBeLessThan(before.length / 2)
})

test('rows are found by what the description says of the columns that stay', async () => {
  const from = await writeSegment('found.parquet', 20_000)
  const to = join(folder, 'found, fewer.parquet')
  await dropColumns(from, to, new Set([0, 3, 11]))

  const found = await duckdb.runAndReadAll(
    `SELECT __svc_row_id, c11 FROM read_parquet('${to}') WHERE c3 = 1000003::BIGINT * 17000`,
  )

  expect(found.getRowsJson()).toEqual([['17000', 0]])
})

test('a file with columns inside of columns is left to SQL', async () => {
  const from = join(folder, 'nested.parquet')
  await duckdb.run(`COPY (SELECT 1 AS a, {'b': 2} AS c) TO '${from}' (FORMAT parquet, FIELD_IDS {a: 0, c: 1})`)

  expect(await dropColumns(from, join(folder, 'never.parquet'), new Set([0]))).toBe(false)
})

test('a file that breaks off is refused', async () => {
  const from = await writeSegment('broken.parquet', 100)
  writeFileSync(from, readFileSync(from).subarray(0, 500))

  await expect(dropColumns(from, join(folder, 'broken, fewer.parquet'), new Set([0]))).rejects.toThrow(
    'ends as Parquet files end',
  )
})
