import { buffer } from 'node:stream/consumers'
import { markFormulas } from '@bindery-data/spreadsheet/write/csv/formula-marks.ts'
import { CSV_DEFAULTS, type CsvValue, writeCsv } from '@bindery-data/spreadsheet/write/write-csv.ts'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstDifference, typeNamed } from '../../../../test/encoded-result.ts'
import { sampleCells, storeCells } from '../../../../test/stored-cells.ts'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import type { CsvForm } from '../../reading/reader.ts'
import type { ColumnType } from '../../table/column-type.ts'
import { encodeToJsonText } from '../../values/values.ts'
import { csvEncoder } from './csv-rows.ts'
import { resultColumns } from './result-columns.ts'
import { budgetOf } from './row-encoder.ts'

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

const FORM: CsvForm = { delimiter: ',', nullValue: '', lineEnd: '\n', escapesFormulas: true }

const PLAIN = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID']
const OTHERS = ['JSON', 'DECIMAL(3,1)', 'DECIMAL(18,2)', 'DECIMAL(38,10)']

test.each([...PLAIN, ...OTHERS])('lines with %s are the bytes that values one by one are written as', async (name) => {
  const type = typeNamed(name)
  const cells = sampleCells(type)
  await storeCells(connection, 'kept', { v: { type, cells } })

  const lines = await encode('SELECT v, 1::INTEGER AS n FROM kept ORDER BY place')

  const rows = cells.map((cell) => [wireValue(type, cell), 1])
  expect(firstDifference(lines.split('\n'), (await written(type, rows)).split('\n'))).toBeUndefined()
})

test('doubles of few digits are spelled as short as JavaScript spells them', async () => {
  const doubles =
    '(n % 100000 - 50000) / (CASE n % 5 WHEN 0 THEN 10 WHEN 1 THEN 100 WHEN 2 THEN 1000 WHEN 3 THEN 10000 ELSE 7 END)'
  const sql = `SELECT ${doubles} * pow(10, n % 13)::DOUBLE AS v FROM range(100000) t(n)`
  const expected = await (await connection.run(sql)).getRows()

  const lines = await encode(sql)

  expect(
    firstDifference(
      lines.trimEnd().split('\n').map(Number),
      expected.map(([value]) => value),
    ),
  ).toBeUndefined()
  expect(
    firstDifference(
      lines.trimEnd().split('\n'),
      expected.map(([value]) => String(value)),
    ),
  ).toBeUndefined()
})

test.each([
  [{}, `'=1,"a,b"\n"say ""x""",\n'-2,""\n"'\t""",'''=x\n"two\nlines","\ufeff"\n`],
  [
    { delimiter: ';', nullValue: '-2', lineEnd: '\r\n', escapesFormulas: false },
    `=1;a,b\r\n"say ""x""";-2\r\n"-2";\r\n"\t""";''=x\r\n"two\nlines";"\ufeff"\r\n`,
  ],
])('texts that would be read as something else are quoted or escaped, as %o says', async (chosen, expected) => {
  const sql = `SELECT * FROM (VALUES ('=1', 'a,b'), ('say "x"', NULL), ('-2', ''), (chr(9) || '"', '''''=x'), ('two' || chr(10) || 'lines', chr(65279))) t(a, b)`

  expect(await encode(sql, chosen)).toBe(expected)
})

test('what a program would compute is marked as the other writer of csv does, wherever a cell may begin', async () => {
  const texts = ['x;=1+1', 'two\n=1', '＝1', '－1', "a;''@", '\r+1', '＜ok', 'a;b', ';＠']
  const sql = `SELECT unnest([${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]) AS a`
  const isSpecial = (text: string) => /["\r\n,]/.test(text)
  const expected = texts.map((text) => markFormulas(text, ',')).map((text) => (isSpecial(text) ? `"${text}"` : text))

  expect(await encode(sql)).toBe(expected.map((line) => `${line}\n`).join(''))
})

test('a number that looks like no value is quoted, one that JSON cannot say is no value', async () => {
  expect(await encode('SELECT 0 AS a, 1.5::DOUBLE AS b', { nullValue: '0' })).toBe('"0",1.5\n')
  expect(await encode("SELECT 'nan'::DOUBLE AS a, 'infinity'::DATE AS b, 1 AS c")).toBe(',,1\n')
})

test('no line is empty, which readers pass over', async () => {
  expect(await encode("SELECT * FROM (VALUES (NULL), ('x')) t(a)")).toBe('""\nx\n')
  expect(await encode("SELECT * FROM (VALUES (''), ('x')) t(a)", { nullValue: 'NULL' })).toBe('""\nx\n')
})

async function encode(sql: string, chosen: Partial<CsvForm> = {}): Promise<string> {
  const result = await connection.stream(sql)
  const encoder = csvEncoder(resultColumns(result), { ...FORM, ...chosen })
  const budget = budgetOf(1_000_000, 1e9)
  const parts: Buffer[] = []
  for await (const chunk of chunksOf(result)) {
    encoder.load(chunk)
    for (let isDone = false; !isDone; parts.push(encoder.take())) isDone = encoder.add(budget)
  }
  return Buffer.concat(parts).toString()
}

function wireValue(type: ColumnType, cell: string | null): CsvValue {
  if (cell === null || type.name === 'JSON') return cell
  const value = JSON.parse(encodeToJsonText(type, cell))
  return Object.is(value, -0) ? '-0' : value
}

async function written(type: ColumnType, rows: readonly (readonly CsvValue[])[]): Promise<string> {
  const isText = type.name === 'VARCHAR' || type.name === 'JSON'
  const columns = [
    { name: 'v', isText },
    { name: 'n', isText: false },
  ]
  const file = await buffer(
    writeCsv({ columns, rows: [rows] }, { ...CSV_DEFAULTS, encoding: 'utf-8', lineEnding: 'lf' }),
  )
  return file.toString().slice('v,n\n'.length)
}
