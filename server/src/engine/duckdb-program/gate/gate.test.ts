import { describe, expect, test } from 'vitest'
import { CORPUS, startCorpusDatabase } from '../../../../test/corpus-database.ts'
import { HARMLESS, HOSTILE } from '../../../../test/hostile-sql.ts'
import { LEGITIMATE } from '../../../../test/legitimate-sql.ts'
import { checkSql, shapeOf } from './check-sql.ts'
import { judgeFunction } from './function-rules.ts'
import { serializeSql } from './serialize-sql.ts'
import { walkStatement } from './walk-statement.ts'

const connection = startCorpusDatabase()
const check = (sql: string) => checkSql(connection(), sql, CORPUS)

describe('what people write', () => {
  test.each(LEGITIMATE.map((one) => (typeof one === 'string' ? { sql: one, params: [] } : one)))(
    'passes and runs: $sql',
    async ({ sql, params }) => {
      const checked = await check(sql)

      expect(checked).toMatchObject({ ok: true })
      // Safe: DuckDB takes a list or an object of values; the corpus holds nothing else.
      const rows = await connection().runAndReadAll(sql, params as never)
      expect(rows.columnCount).toBeGreaterThan(0)
    },
  )

  test.each(HARMLESS)('passes, for it sees nothing but its own tables: %s', async (sql) => {
    expect(await check(sql)).toMatchObject({ ok: true })
  })
})

describe('what no caller may run', () => {
  test.each(HOSTILE)('is refused: %s', async (sql) => {
    expect(await check(sql)).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/^[^\n]+\.$/) } })
  })

  test.each([
    ['SELECT 1\0; DROP VIEW people', 'no text'],
    ["SELECT '\ud800'", 'no text'],
    [`SELECT '${'x'.repeat(100_000)}'`, 'more than 100000 characters'],
    [`SELECT 1${'+1'.repeat(200)}`, 'nested too deeply'],
    [`SELECT ${'1,'.repeat(20_000)}1`, 'too large'],
  ])('is refused before it costs anything: %#', async (sql, why) => {
    expect(await check(sql)).toMatchObject({ ok: false, problem: { message: expect.stringContaining(why) } })
  })
})

describe('what the gate tells', () => {
  test('the tables are those read, as the workbook spells them, and not those a CTE hides', async () => {
    const sql = 'WITH people AS (SELECT 1), x AS (SELECT * FROM SALES) SELECT * FROM people, x, main."顧客 一覧"'

    expect(await check(sql)).toEqual({ ok: true, tables: ['sales', '顧客 一覧'], parameters: [] })
  })

  test('a CTE named like its table still reads the table', async () => {
    const sql = 'WITH sales AS (SELECT * FROM sales) SELECT * FROM sales'

    expect(await check(sql)).toMatchObject({ tables: ['sales'] })
  })

  test('parameters are named, positional ones by number', async () => {
    expect(await check('SELECT $b, $a, $b')).toMatchObject({ parameters: expect.arrayContaining(['a', 'b']) })
    expect(await check('SELECT ?, ?')).toMatchObject({ parameters: expect.arrayContaining(['1', '2']) })
  })

  test('a name of another case is the same name only for ASCII letters', async () => {
    const known = { tables: ['ÉTAT', 'kilo'].map((name) => ({ name, columns: [] })) }
    const of = (sql: string) => checkSql(connection(), sql, known)

    expect(await of('SELECT 1 FROM KILO')).toMatchObject({ ok: true, tables: ['kilo'] })
    expect(await of('SELECT 1 FROM "Étàt"')).toMatchObject({ ok: false })
    expect(await of('SELECT 1 FROM "état"')).toMatchObject({ ok: false })
    expect(await of('SELECT 1 FROM "\u212ailo"')).toMatchObject({ ok: false })
  })

  test.each([
    ['SELECT *\nFROM sale', 'invalid_sql', 2, 6, { unknownTable: 'sale', suggestion: 'Did you mean "sales"?' }],
    ["SELECT '日本',\n  '語' FROM 売上げ", 'invalid_sql', 2, 12, { suggestion: 'Did you mean "売上"?' }],
    [
      'SELECT\u3000売上.顧客\u3000FROM\u3000売上\u3000WHERE\u3000uper(顧客)',
      'invalid_sql',
      1,
      28,
      { suggestion: 'Did you mean upper?' },
    ],
    ['SELECT (1', 'invalid_sql', 1, 10, { message: 'Syntax error at end of input.' }],
    ['SELECT *\r\nFORM sales', 'invalid_sql', 2, 6, { message: 'Syntax error at or near "sales".' }],
    ['SELECT name,\n 1::mood FROM people', 'invalid_sql', 2, 2, { message: 'There is no type mood.' }],
    ['DROP VIEW people', 'not_read_only', null, null, { suggestion: 'Send one SELECT or WITH.' }],
    ['DESCRIBE people', 'not_read_only', null, null, {}],
    ['WITH x AS (DELETE FROM people RETURNING *) SELECT * FROM x', 'not_read_only', null, null, {}],
    [
      'PIVOT sales ON region USING sum(amount)',
      'invalid_sql',
      null,
      null,
      { suggestion: expect.stringContaining(' IN (') },
    ],
    ["SELECT * FROM 'prices.csv'", 'invalid_sql', 1, 15, { suggestion: expect.stringContaining('Upload the file') }],
    ['SELECT * FROM sales AT (VERSION => 3)', 'invalid_sql', 1, 15, { suggestion: expect.stringContaining('as_of') }],
  ])('%s: where and what to do', async (sql, code, line, column, more) => {
    expect(await check(sql)).toMatchObject({ ok: false, problem: { code, line, column, ...more } })
  })
})

describe('what a later DuckDB might add', () => {
  const statementOf = (sql: string) => serializeSql(connection(), sql)

  test('an unknown kind of node is refused', async () => {
    const statement = JSON.stringify(await statementOf('SELECT 1 FROM sales'))

    for (const kind of ['SELECT_NODE', 'BASE_TABLE', 'CONSTANT', 'VALUE_CONSTANT']) {
      const changed = JSON.parse(statement.replace(`"${kind}"`, '"SOMETHING_NEW"'))
      expect(() => walkStatement(changed, CORPUS)).toThrow('not supported')
    }
  })

  test('an unknown field is refused, wherever it stands', async () => {
    const sql = 'WITH a AS (SELECT 1) SELECT CASE WHEN true THEN 1::INTEGER[] END FROM sales ORDER BY 1'
    const statement = JSON.stringify(await statementOf(sql))
    const objects = [...statement.matchAll(/\{/g)].map(({ index }) => index)
    const isOfConstant = (index: number) => /"value":$|"type":$/.test(statement.slice(0, index))

    const opened = objects
      .filter((index) => !isOfConstant(index))
      .filter((index) => {
        const changed = JSON.parse(`${statement.slice(0, index + 1)}"new_field":null,${statement.slice(index + 1)}`)
        try {
          walkStatement(changed, CORPUS)
          return true
        } catch {
          return false
        }
      })

    expect(objects.length).toBeGreaterThan(20)
    expect(opened).toEqual([])
  })

  test('a macro that may be called is made of what may be called', async () => {
    const macros = await connection().runAndReadAll(
      "SELECT function_name, macro_definition FROM duckdb_functions() WHERE function_type = 'macro'",
    )
    const allowed = macros.getRows().filter(([name]) => judgeFunction(String(name)).kind === 'allowed')

    expect(allowed.length).toBeGreaterThan(50)
    for (const [name, definition] of allowed) {
      expect([name, await check(`SELECT ${definition}`)]).toMatchObject([name, { ok: true, tables: [] }])
    }
  })
})

describe('texts that differ in whole numbers only', () => {
  const texts = [...LEGITIMATE.map((one) => (typeof one === 'string' ? one : one.sql)), ...HARMLESS, ...HOSTILE]

  test.each(texts)('are judged alike: %s', async (sql) => {
    const [checked, ofShape] = [await check(sql), await check(shapeOf(sql))]

    expect(ofShape.ok).toBe(checked.ok)
    if (checked.ok) expect(ofShape).toEqual(checked)
  })

  test('have one shape, and names and texts keep their digits', () => {
    const shapes = [
      'SELECT * FROM t WHERE a = 17 AND b<3',
      'SELECT * FROM t WHERE a = 4 AND b<12',
      'SELECT t1.c2, x1e5, 表1, 0x1F, 1.5, 1_000 FROM "Sheet 1" AS t1',
      'SELECT \' 1 \', "a "" 1 " FROM t',
      'SELECT $1, 2',
      'SELECT 1 -- 2',
    ].map(shapeOf)

    expect(shapes).toEqual([
      'SELECT * FROM t WHERE a = 0 AND b<0',
      'SELECT * FROM t WHERE a = 0 AND b<0',
      'SELECT t1.c2, x1e5, 表1, 0x1F, 1.5, 1_000 FROM "Sheet 1" AS t1',
      'SELECT \' 1 \', "a "" 1 " FROM t',
      'SELECT $1, 2',
      'SELECT 1 -- 2',
    ])
  })
})
