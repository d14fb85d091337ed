import { type DuckDBConnection, DuckDBInstance, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCellText } from '../../../test/any-cell.ts'
import { fuzzRuns } from '../../../test/fuzz-runs.ts'
import { typeNamed } from '../../../test/table-world.ts'
import { formatColumnType } from '../column-type.ts'
import { canonicalFromDuckDb } from '../duckdb-values.ts'
import { type Cover, coverText } from '../engine/cover.ts'
import { MASK_STYLES, styledType } from '../mask-style.ts'
import { parseValue } from '../values.ts'
import { coverKeyStatements, coverSql } from './cover-sql.ts'

let engine: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:')
  connection = await engine.connect()
  await connection.run("SET TimeZone = 'UTC'")
})
afterAll(() => {
  connection.closeSync()
  engine.closeSync()
})

const KEY = '0f'.repeat(32)
const TYPES = [
  ...['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID'],
  ...['DECIMAL(10,2)', 'DECIMAL(4,4)', 'DECIMAL(18,0)', 'DECIMAL(38,38)'],
]
const COVERED = TYPES.flatMap((type) =>
  MASK_STYLES.filter((style) => styledType(style, typeNamed(type))).map((style) => ({ type, style })),
)

test.each(COVERED)('under $style a $type of a segment reads as the same value of an edit does', async (covered) => {
  const cover: Cover = { ...covered, id: 1, initial: null, key: KEY }
  const type = typeNamed(cover.type)
  const texts = fc.sample(anyCellText(type), fuzzRuns(2000)).flatMap((text) => {
    const parsed = parseValue(type, text)
    return 'text' in parsed && parsed.text !== null ? [parsed.text] : []
  })

  const shown = await shownBySql(cover, texts)

  expect(texts.length).toBeGreaterThan(100)
  expect(shown).toEqual(texts.map((text) => coverText(cover, text)))
})

test('equal values are equal under a hash, others are not, and another key makes others of them', () => {
  const cover: Cover = { id: 1, style: 'hash', type: 'VARCHAR', initial: null, key: KEY }
  const other = { ...cover, key: '1f'.repeat(32) }

  const hashes = ['Aiko', 'Aiko', 'aiko'].map((text) => coverText(cover, text))

  expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(hashes[1]).toBe(hashes[0])
  expect(new Set([...hashes, coverText(other, 'Aiko')]).size).toBe(3)
})

test('a number is equal to itself under a hash however it is written: -0 and 0', async () => {
  const cover: Cover = { id: 1, style: 'hash', type: 'DOUBLE', initial: null, key: KEY }

  const [zero, minusZero] = await shownBySql(cover, ['0', '-0'])

  expect([minusZero, coverText(cover, '-0'), coverText(cover, '0')]).toEqual([zero, zero, zero])
})

test('NULL stays NULL, and what readers see as NULL is no value under a cover', async () => {
  for (const { type, style } of COVERED) {
    const cover: Cover = { type, style, id: 1, initial: null, key: KEY }
    expect(await shownBySql(cover, [null])).toEqual([null])
  }
  const endless: Cover = { id: 1, style: 'year', type: 'DATE', initial: null, key: KEY }
  expect(await shownBySql(endless, ['infinity'])).toEqual([null])
})

test('of a text that is too short for its last four nothing is shown, and no sign counts as a digit', () => {
  const text: Cover = { id: 1, style: 'last4', type: 'VARCHAR', initial: null, key: KEY }
  const number: Cover = { ...text, type: 'BIGINT' }

  expect(['1234567', '12345678', 'ab😀defgh'].map((shown) => coverText(text, shown))).toEqual([null, '5678', 'efgh'])
  expect(['-1234567', '-12345678'].map((shown) => coverText(number, shown))).toEqual([null, '5678'])
})

async function shownBySql(cover: Cover, texts: readonly (string | null)[]): Promise<(string | null)[]> {
  for (const sql of coverKeyStatements([cover])) await connection.run(sql)
  const seen = styledType(cover.style, typeNamed(cover.type))
  if (!seen) throw new Error(`${cover.style} does not fit ${cover.type}`)
  const result = await connection.run(
    `SELECT ${coverSql(cover, 'v')}::${formatColumnType(seen)}
     FROM (SELECT CAST(unnest($1::VARCHAR[]) AS ${cover.type}) AS v)`,
    [listValue([...texts])],
    [LIST(VARCHAR)],
  )
  return (await result.getRows()).map(([value]) => canonicalFromDuckDb(seen, value ?? null))
}
