import { type DuckDBConnection, DuckDBInstance, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCellText } from '../../../../test/any-cell.ts'
import { fuzzRuns } from '../../../../test/fuzz-runs.ts'
import { typeNamed } from '../../../../test/table-world.ts'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import { type MaskedColumn, maskText } from '../../duckdb/protocol/protocol.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { MASK_STYLES, styledType } from '../../table/mask-style.ts'
import { parseValue } from '../../values/values.ts'
import { maskKeyStatements, maskSql } from './mask-sql.ts'

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
const MASKED = TYPES.flatMap((type) =>
  MASK_STYLES.filter((style) => styledType(style, typeNamed(type))).map((style) => ({ type, style })),
)

test.each(MASKED)('under $style a $type of a segment reads as the same value of an edit does', async (masked) => {
  const maskedColumn: MaskedColumn = { ...masked, id: 1, initial: null, key: KEY }
  const type = typeNamed(maskedColumn.type)
  const texts = fc.sample(anyCellText(type), fuzzRuns(2000)).flatMap((text) => {
    const parsed = parseValue(type, text)
    return 'text' in parsed && parsed.text !== null ? [parsed.text] : []
  })

  const shown = await shownBySql(maskedColumn, texts)

  expect(texts.length).toBeGreaterThan(100)
  expect(shown).toEqual(texts.map((text) => maskText(maskedColumn, text)))
})

test('equal values are equal under a hash, others are not, and another key makes others of them', () => {
  const maskedColumn: MaskedColumn = { id: 1, style: 'hash', type: 'VARCHAR', initial: null, key: KEY }
  const other = { ...maskedColumn, key: '1f'.repeat(32) }

  const hashes = ['Aiko', 'Aiko', 'aiko'].map((text) => maskText(maskedColumn, text))

  expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(hashes[1]).toBe(hashes[0])
  expect(new Set([...hashes, maskText(other, 'Aiko')]).size).toBe(3)
})

test('a number is equal to itself under a hash however it is written: -0 and 0', async () => {
  const maskedColumn: MaskedColumn = { id: 1, style: 'hash', type: 'DOUBLE', initial: null, key: KEY }

  const [zero, minusZero] = await shownBySql(maskedColumn, ['0', '-0'])

  expect([minusZero, maskText(maskedColumn, '-0'), maskText(maskedColumn, '0')]).toEqual([zero, zero, zero])
})

test('NULL stays NULL, and what readers see as NULL is no value in a masked column', async () => {
  for (const { type, style } of MASKED) {
    const maskedColumn: MaskedColumn = { type, style, id: 1, initial: null, key: KEY }
    expect(await shownBySql(maskedColumn, [null])).toEqual([null])
  }
  const endless: MaskedColumn = { id: 1, style: 'year', type: 'DATE', initial: null, key: KEY }
  expect(await shownBySql(endless, ['infinity'])).toEqual([null])
})

test('of a text that is too short for its last four nothing is shown, and no sign counts as a digit', () => {
  const text: MaskedColumn = { id: 1, style: 'last4', type: 'VARCHAR', initial: null, key: KEY }
  const number: MaskedColumn = { ...text, type: 'BIGINT' }

  expect(['1234567', '12345678', 'ab😀defgh'].map((shown) => maskText(text, shown))).toEqual([null, '5678', 'efgh'])
  expect(['-1234567', '-12345678'].map((shown) => maskText(number, shown))).toEqual([null, '5678'])
})

async function shownBySql(maskedColumn: MaskedColumn, texts: readonly (string | null)[]): Promise<(string | null)[]> {
  for (const sql of maskKeyStatements([maskedColumn])) await connection.run(sql)
  const seen = styledType(maskedColumn.style, typeNamed(maskedColumn.type))
  if (!seen) throw new Error(`${maskedColumn.style} does not fit ${maskedColumn.type}`)
  const result = await connection.run(
    `SELECT ${maskSql(maskedColumn, 'v')}::${formatColumnType(seen)}
     FROM (SELECT CAST(unnest($1::VARCHAR[]) AS ${maskedColumn.type}) AS v)`,
    [listValue([...texts])],
    [LIST(VARCHAR)],
  )
  return (await result.getRows()).map(([value]) => canonicalFromDuckDb(seen, value ?? null))
}
