import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CORPUS, startCorpusDatabase } from '../../../../test/corpus-database.ts'
import { HOSTILE } from '../../../../test/hostile-sql.ts'
import { LEGITIMATE } from '../../../../test/legitimate-sql.ts'
import { checkSql } from './check-sql.ts'
import { explainError } from './explain-error.ts'
import { findTable } from './names.ts'

const connection = startCorpusDatabase()
const check = (sql: string) => checkSql(connection(), sql, CORPUS)

const TABLES = ['sales', 'people', '"顧客 一覧"', '売上', 'main.events', 'SALES']
const HOLE = '◇'

/** Every place of a statement where a query can stand. */
const PLACES: readonly ((inner: string) => string)[] = [
  (q) => `SELECT * FROM (${q}) AS s`,
  (q) => `FROM (${q}) s SELECT 1`,
  (q) => `SELECT (SELECT count(*) FROM (${q}) s) AS n`,
  (q) => `SELECT 1 WHERE EXISTS (${q})`,
  (q) => `SELECT 1 WHERE 1 IN (SELECT count(*) FROM (${q}) s)`,
  (q) => `SELECT 1 WHERE 1 > ALL (SELECT count(*) FROM (${q}) s)`,
  (q) => `WITH w AS (${q}) SELECT * FROM w`,
  (q) => `WITH w AS (SELECT 1), v AS MATERIALIZED (${q}) SELECT * FROM w, v`,
  (q) =>
    `WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < (SELECT count(*) FROM (${q}) s)) FROM r`,
  (q) => `SELECT * FROM people JOIN (${q}) j ON true`,
  (q) => `SELECT * FROM people, LATERAL (${q}) l`,
  (q) => `SELECT count(*) FROM people UNION ALL SELECT count(*) FROM (${q}) u`,
  (q) => `SELECT name FROM people ORDER BY (SELECT count(*) FROM (${q}) s)`,
  (q) => `SELECT name FROM people LIMIT (SELECT count(*) FROM (${q}) s)`,
  (q) => `SELECT dept FROM people GROUP BY dept HAVING count(*) > (SELECT count(*) FROM (${q}) s)`,
  (q) => `SELECT sum(amount) FILTER (WHERE EXISTS (${q})) FROM people`,
  (q) => `SELECT lag(amount, 1, (SELECT count(*) FROM (${q}) s)) OVER () FROM people`,
  (q) => `SELECT CASE WHEN EXISTS (${q}) THEN 1 ELSE 2 END`,
  (q) => `SELECT list_transform([1], x -> x + (SELECT count(*) FROM (${q}) s))`,
  (q) => `SELECT * REPLACE ((SELECT count(*) FROM (${q}) s) AS amount) FROM people`,
  (q) => `SELECT {'n': [(SELECT count(*) FROM (${q}) s)]}`,
  (q) => `SELECT * FROM range((SELECT count(*) FROM (${q}) s))`,
  (q) => `SELECT * FROM (VALUES ((SELECT count(*) FROM (${q}) s))) v(x)`,
  (q) => `SELECT (SELECT count(*) FROM (${q}) s)::VARCHAR COLLATE NOCASE BETWEEN 'a' AND 'b'`,
  (q) => `SELECT * FROM (${q}) a, (SELECT * FROM ${HOLE}) b`,
]

const nested = fc
  .array(fc.nat(PLACES.length - 1), { minLength: 0, maxLength: 6 })
  .map((places) => places.reduce((inner, place) => PLACES[place]?.(inner) ?? inner, `SELECT * FROM ${HOLE}`))

/** Fills the holes one after the other. */
function fill(template: string, names: readonly string[]): string {
  let next = 0
  return template.replaceAll(HOLE, () => names[next++ % names.length] ?? '')
}

test('a statement over known tables passes however it is nested, and tells which they are', async () => {
  await fc.assert(
    fc.asyncProperty(nested, fc.shuffledSubarray(TABLES, { minLength: 1 }), async (template, names) => {
      const checked = await check(fill(template, names))

      expect(checked).toMatchObject({ ok: true })
      const used = names.slice(0, template.split(HOLE).length - 1).map(spelled)
      expect(checked.ok && checked.tables).toEqual(expect.arrayContaining(used))
    }),
    { numRuns: 300 },
  )
})

const spelled = (name: string) => findTable(CORPUS, name.replace('main.', '').replaceAll('"', ''))?.name

const CTES_OF_PLACES = ['w', 'v', 'r']
const unknownName = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom(
      'sqlite_master',
      'pg_class',
      'duckdb_tables',
      '/in/a.parquet',
      'loaded',
      't1',
      '_t.t1',
      'sales ',
      'w.w',
    ),
  )
  .filter((name) => !name.includes('\0') && !name.includes(HOLE) && name.isWellFormed())
  .filter((name) => !findTable(CORPUS, name) && !CTES_OF_PLACES.includes(name.toLowerCase()))

test('a statement that names one unknown table is refused, at any depth, and the refusal names it', async () => {
  await fc.assert(
    fc.asyncProperty(nested, unknownName, fc.nat(), async (template, name, where) => {
      const holes = template.split(HOLE).length - 1
      const names = Array.from({ length: holes }, (_, i) =>
        i === where % holes ? `"${name.replaceAll('"', '""')}"` : 'sales',
      )

      const checked = await check(fill(template, names))

      expect(checked).toMatchObject({ ok: false, problem: { unknownTable: name } })
    }),
    { numRuns: 500 },
  )
})

const WORDS = [...LEGITIMATE, ...HOSTILE].flatMap((one) =>
  (typeof one === 'string' ? one : one.sql).slice(0, 2_000).match(/\w+|"[^"]*"|'[^']*'|\S/g),
)
const word = fc.constantFrom(...WORDS.filter((one) => one !== null))
const legitimate = fc.constantFrom(...LEGITIMATE.map((one) => (typeof one === 'string' ? one : one.sql)))

test('whatever is left of a statement with words swapped reads no table that the gate did not see', async () => {
  const change = fc.record({ at: fc.nat(), drop: fc.nat(2), put: fc.array(word, { maxLength: 2 }) })
  let planned = 0
  await fc.assert(
    fc.asyncProperty(legitimate, fc.array(change, { minLength: 1, maxLength: 3 }), async (sql, changes) => {
      const words = sql.match(/\s+|\w+|"[^"]*"|'[^']*'|\S/g) ?? []
      for (const { at, drop, put } of changes) words.splice(at % words.length, drop, ' ', ...put, ' ')
      const mutant = words.join('')

      const checked = await check(mutant)
      const plan = checked.ok ? await planOf(mutant) : undefined

      if (!checked.ok || !plan) return
      planned++
      const seen = checked.tables.map((name) => `memory._t.${PHYSICAL[name]}`)
      for (const leaf of leavesOf(plan)) expect([...HARMLESS_LEAVES, ...seen]).toContain(leaf)
    }),
    { numRuns: 1_000 },
  )
  expect(planned).toBeGreaterThan(50)
})

test('a statement that reads the catalog would be noticed by that', async () => {
  const plan = await planOf('SELECT * FROM duckdb_tables')

  expect(plan && leavesOf(plan)).toEqual(['DUCKDB_TABLES'])
})

const PHYSICAL: Readonly<Record<string, string>> = {
  sales: 't1',
  people: 't2',
  '顧客 一覧': 't3',
  売上: 't3',
  events: 't4',
}

/** Where a plan begins without reading anything that is stored. */
const HARMLESS_LEAVES = (
  'DUMMY_SCAN COLUMN_DATA_SCAN EMPTY_RESULT CTE_SCAN REC_CTE_SCAN REC_REC_CTE_SCAN DELIM_SCAN EXPRESSION_SCAN ' +
  'HASH_GROUP_BY PERFECT_HASH_GROUP_BY RANGE GENERATE_SERIES UNNEST JSON_EACH JSON_TREE'
).split(' ')

type Plan = { name: string; children: Plan[]; extra_info: { Table?: string } }

/** What DuckDB would do; nothing if it has something against the statement, which must not be a table it cannot find. */
async function planOf(sql: string): Promise<Plan | undefined> {
  try {
    const prepared = await connection().prepare(`EXPLAIN (FORMAT json) ${sql}`)
    if (prepared.parameterCount > 0) return undefined
    const [row] = (await prepared.runAndReadAll()).getRows()
    return JSON.parse(String(row?.[1]))[0]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    expect(explainError(text, sql, CORPUS)?.message).not.toMatch(/^There is no table/)
    return undefined
  }
}

/** The tables a plan reads, and the names of what else it begins with. */
function leavesOf({ name, children, extra_info: info }: Plan): string[] {
  return children.length === 0 ? [info.Table ?? name.trim()] : children.flatMap(leavesOf)
}
