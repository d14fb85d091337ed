import { expect, test } from 'vitest'
import { CORPUS, startCorpusDatabase } from '../../../../test/corpus-database.ts'
import { explainError } from './explain-error.ts'

const connection = startCorpusDatabase()

async function errorOf(sql: string): Promise<string> {
  try {
    await connection().runAndReadAll(sql)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error(`No error: ${sql}`)
}

test.each([
  ['SELECT nam FROM people', 1, 8, { unknownColumn: 'nam', suggestion: 'Did you mean "name"?' }],
  ['SELECT name,\n  deptt\nFROM people', 2, 3, { unknownColumn: 'deptt', suggestion: 'Did you mean "dept"?' }],
  ['SELECT p.nix FROM people p', 1, 8, { unknownColumn: 'nix' }],
  ['SELECT 都道府 FROM "顧客 一覧"', 1, 8, { suggestion: 'Did you mean "都道府県"?' }],
  ["SELECT '全角', '文字', nix FROM 売上", 1, 20, { unknownColumn: 'nix' }],
  ['SELECT 顧客\u3000FROM\u3000売上\u3000WHERE\u3000nix', 1, 25, { unknownColumn: 'nix' }],
  ['SELECT q.name FROM people p', 1, 8, { unknownTable: 'q' }],
  ['SELECT name, count(*) FROM people', 1, 8, { suggestion: expect.stringContaining('GROUP BY') }],
  ['SELECT amount FROM people p JOIN sales s ON true', 1, 8, { message: 'More than one table has a column "amount".' }],
  ['SELECT upper(1, 2)', 1, 8, { message: 'No function fits upper(INTEGER, INTEGER).' }],
  ["SELECT 'abc'::INTEGER", 1, 13, { suggestion: expect.stringContaining('TRY_CAST') }],
  ['SELECT ?', null, null, { suggestion: expect.stringContaining('params') }],
  ["SELECT DATE '2026-13-01'", null, null, { message: 'Date field value out of range: "2026-13-01".' }],
  [`SELECT ${"'x', ".repeat(40)}nix, ${"'y', ".repeat(40)} 1 FROM people`, 1, 208, { unknownColumn: 'nix' }],
])('%s: says where, and what to do', async (sql, line, column, more) => {
  const problem = explainError(await errorOf(sql), sql, CORPUS)

  expect(problem).toMatchObject({ code: 'invalid_sql', line, column, ...more })
})

test('only columns of the tables that are read are suggested', () => {
  const error = 'Binder Error: Referenced column "dep" not found in FROM clause!\nCandidate bindings: "c2", "salary"'

  expect(explainError(error, 'SELECT dep FROM sales', CORPUS, ['sales'])).toMatchObject({
    suggestion: 'The columns here are "region", "product", "amount", "qty", "d", "sold_at".',
  })
})

test.each([
  'Conversion Error: Could not convert string x to INT32 when casting from source column c12',
  'Binder Error: Table "t1" of _t.t1 cannot be read',
  'Invalid Input Error: cannot open /in/0001.parquet',
  'Invalid Input Error: see src/planner/binder.cpp',
  'Not implemented Error: memory.main.people cannot do this',
  'Catalog Error: Table with name nope does not exist!\nDid you mean "pg_enum"?',
  'Binder Error: __internal_compress_string cannot be bound',
])('nothing of the engine is shown: %s', (error) => {
  const problem = explainError(error, 'SELECT 1', CORPUS)

  expect(problem).toBeDefined()
  expect(JSON.stringify(problem)).not.toMatch(/c12|_t\.|\/in|\.cpp|memory|pg_enum|__internal/)
})

test.each(['IO Error: /in/x is gone', 'INTERNAL Error: assertion', 'Out of Memory Error: 512MB', 'INTERRUPT Error: x'])(
  'the engine’s own trouble is not blamed on the SQL: %s',
  (error) => {
    expect(explainError(error, 'SELECT 1', CORPUS)).toBeUndefined()
  },
)
