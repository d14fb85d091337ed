import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyCellText, nearlyCellText } from '../../../test/any-cell.ts'
import { ACCEPTED, REFUSED } from '../../../test/cell-cases.ts'
import { fuzzRuns } from '../../../test/fuzz-runs.ts'
import { canonicalFromDuckDb } from '../duckdb/duckdb-values.ts'
import { type ColumnType, parseColumnType } from '../table/column-type.ts'
import { encodeToJsonText, encodeValue, parseValue, sqlIsCastable, sqlStrictCast } from './values.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-values-'))
let engine: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  connection = await engine.connect()
  await connection.run("SET TimeZone = 'UTC'")
})

beforeEach(() => run('CREATE OR REPLACE TABLE sent (place INTEGER, content VARCHAR)'))

afterAll(() => {
  connection.closeSync()
  engine.closeSync()
  rmSync(folder, { recursive: true })
})

const DECIMALS = ['DECIMAL(38,10)', 'DECIMAL(10,2)', 'DECIMAL(4,4)', 'DECIMAL(18,0)', 'DECIMAL(38,38)', 'DECIMAL(1,0)']
const PLAIN = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID']
const TYPES = [...PLAIN, 'JSON', ...DECIMALS].map((name) => [name, typeNamed(name)] as const)

describe.each(TYPES)('%s', { timeout: 600_000 }, (name, type) => {
  test('a value comes back from memory, from Parquet and from a native file as the text that was stored', async () => {
    const stored = fc.sample(anyCellText(type), fuzzRuns(5000)).map((text) => accepted(type, text))
    await send(stored)

    await run(`CREATE OR REPLACE TABLE kept AS SELECT place, CAST(content AS ${name}) AS v FROM sent`)
    await run(`COPY kept TO '${folder}/kept.parquet' (FORMAT parquet, COMPRESSION zstd)`)
    await run(`ATTACH '${folder}/${name}.duckdb' AS built`)
    await run('CREATE TABLE built.kept AS FROM kept')
    await run('DETACH built')
    await run(`ATTACH '${folder}/${name}.duckdb' AS native (READ_ONLY)`)

    const places = ['kept', `read_parquet('${folder}/kept.parquet')`, 'native.kept']
    for (const place of places) {
      const values = await column(`SELECT v FROM ${place} ORDER BY place`)
      expectSame(stored, canonical(type, values))
    }
    await run('DETACH native')
  })

  test('what a reader gets is read again as the same value', () => {
    for (const text of fc.sample(anyCellText(type), fuzzRuns(2000))) {
      const stored = accepted(type, text)
      const written = encodeToJsonText(type, stored)

      expect(accepted(type, stored)).toBe(stored)
      expect(JSON.parse(JSON.stringify(encodeValue(type, stored)))).toEqual(JSON.parse(written))
      expect(parseValue(type, type.name === 'JSON' ? written : JSON.parse(written))).toEqual({ text: stored })
    }
  })

  test('SQL takes exactly the texts that a write takes, for the same value', async () => {
    const texts = fc.sample(nearlyCellText(type), fuzzRuns(5000))
    const expected = texts.map((text) => parseValue(type, text))
    await send(texts)

    const castable = await column(`SELECT ${sqlIsCastable(type, 'content')} FROM sent ORDER BY place`)
    const values = await column(`SELECT ${sqlStrictCast(type, 'content')} FROM sent ORDER BY place`)

    const acceptedOnes = expected.filter((parsed) => 'text' in parsed)
    expect(acceptedOnes.length / texts.length).toBeGreaterThan(0.3)
    const disputed = texts.filter((_, n) => castable[n] !== 'text' in (expected[n] ?? {}))
    expect(disputed.slice(0, 10)).toEqual([])
    expectSame(expected.map(textOrNull), canonical(type, values))
  })
})

test.each(Object.keys(ACCEPTED))('SQL decides the known cases of %s as a write does', async (name) => {
  const type = typeNamed(name)
  const texts = [...(ACCEPTED[name] ?? []), ...(REFUSED[name] ?? [])].map(([sent]) => sent).filter(isText)
  await send(texts)

  const values = await column(`SELECT ${sqlStrictCast(type, 'content')} FROM sent ORDER BY place`)

  expectSame(
    texts.map((text) => textOrNull(parseValue(type, text))),
    canonical(type, values),
  )
})

test('NULL is castable to every type, and stays NULL', async () => {
  for (const [name, type] of TYPES) {
    const answer = await row(
      `${sqlIsCastable(type, 'x')}, ${sqlStrictCast(type, 'x')} FROM (SELECT NULL::VARCHAR AS x)`,
    )

    expect([name, ...answer]).toEqual([name, true, null])
  }
})

test('JSON that SQL casts is stored without space, for SQL compares its text', async () => {
  const [stored] = await row(
    `${sqlStrictCast({ name: 'JSON' }, 'x')} FROM (SELECT ' { "a b" : [ 1.0, "\\" ," ] } ' AS x)`,
  )

  expect(stored).toBe('{"a b":[1.0,"\\" ,"]}')
})

test('a column may be named like one that the check of JSON uses itself', async () => {
  const twice = `'{"a":1,"a":2}'`
  const answer = ['"key"', '"parent"', '"times"'].map((name) => sqlIsCastable({ name: 'JSON' }, name)).join(', ')

  expect(await row(`${answer} FROM (SELECT ${twice} AS "key", '{"a":1}' AS "parent", ${twice} AS "times")`)).toEqual([
    false,
    true,
    false,
  ])
})

test.each([
  ['DOUBLE', "'nan'::DOUBLE", null],
  ['DOUBLE', "'-inf'::DOUBLE", null],
  ['DATE', "'infinity'::DATE", null],
  ['TIMESTAMP', "'-infinity'::TIMESTAMP", null],
  ['TIMESTAMPTZ', "'infinity'::TIMESTAMPTZ", null],
  ['DATE', "'9999-12-31'::DATE + 1", '+010000-01-01'],
  ['DATE', "'0001-01-01'::DATE - 1", '0000-12-31'],
  ['DATE', "'0044-03-15 (BC)'::DATE", '-000043-03-15'],
  ['DATE', "'294246-12-31'::DATE", '+294246-12-31'],
  ['TIMESTAMP', "'290000-01-01 (BC) 00:00:00.000001'::TIMESTAMP", '-289999-01-01 00:00:00.000001'],
  ['TIMESTAMP', "'1969-12-31 23:59:59.999999'::TIMESTAMP", '1969-12-31 23:59:59.999999'],
  ['JSON', `'{ "a": [1.0] }'::JSON`, '{"a":[1.0]}'],
  ['JSON', `'[NaN]'::JSON`, '"[NaN]"'],
  ['JSON', `json_object('a', 1, 'a', 2)`, '"{\\"a\\":1,\\"a\\":2}"'],
])('of type %s a query may answer %s, shown as %j', async (name, sql, shown) => {
  const [value = null] = await row(sql)

  expect(canonicalFromDuckDb(typeNamed(name), value)).toBe(shown)
})

test('a value of another type than the column is a defect, and throws', () => {
  expect(() => canonicalFromDuckDb({ name: 'DATE' }, 'yesterday')).toThrow('impossible')
})

function typeNamed(name: string): ColumnType {
  const type = parseColumnType(name)
  if (!type) throw new Error(`${name} is no type`)
  return type
}

function accepted(type: ColumnType, text: string): string {
  const parsed = parseValue(type, text)
  if ('error' in parsed || parsed.text === null)
    throw new Error(`refused: ${JSON.stringify(text)} ${JSON.stringify(parsed)}`)
  return parsed.text
}

/** One that DuckDB can be sent: UTF-8 has no half of a surrogate pair. */
const isText = (sent: unknown): sent is string => typeof sent === 'string' && sent.isWellFormed()

const textOrNull = (parsed: ReturnType<typeof parseValue>) => ('text' in parsed ? parsed.text : null)

const canonical = (type: ColumnType, values: readonly DuckDBValue[]) =>
  values.map((value) => canonicalFromDuckDb(type, value))

/** Shows the few that differ, not thousands that do not. */
function expectSame(expected: readonly (string | null)[], actual: readonly (string | null)[]) {
  expect(actual).toHaveLength(expected.length)
  const pairs = expected.map((text, n) => ({ expected: text, actual: actual[n] }))
  expect(pairs.filter((pair) => pair.actual !== pair.expected).slice(0, 10)).toEqual([])
}

async function send(texts: readonly string[]) {
  const appender = await connection.createAppender('sent')
  texts.forEach((text, place) => {
    appender.appendInteger(place)
    appender.appendVarchar(text)
    appender.endRow()
  })
  appender.closeSync()
}

async function run(sql: string) {
  await connection.run(sql)
}

async function column(sql: string) {
  const read = await connection.runAndReadAll(sql)
  return read.getColumns()[0] ?? []
}

async function row(selected: string) {
  const read = await connection.runAndReadAll(`SELECT ${selected}`)
  return read.getRows()[0] ?? []
}
