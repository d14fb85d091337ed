import { expect, test } from 'vitest'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { catalogFacts } from '../catalog/catalog-facts.ts'
import { parseStatements } from './parse.ts'
import { FLOAT8, INT4, numeric, TEXT } from './pg-type.ts'
import { rewrite } from './rewrite.ts'
import { readStatement } from './statement.ts'

const facts = catalogFacts(
  { database: 'books', user: 'me', tables: [], settings: new Map() },
  { pid: 1, setting: () => undefined },
)

const SALES = {
  name: 'sales',
  columns: [
    { name: 'name', type: TEXT },
    { name: 'pieces', type: INT4 },
    { name: 'amount', type: numeric(12, 2) },
    { name: 'weight', type: FLOAT8 },
  ],
}

const findTable = (name: string) => (name === 'sales' ? SALES : undefined)

async function rewritten(sql: string, values: readonly (string | null)[] | null = null) {
  const [parsed] = await parseStatements(sql)
  const statement = parsed && readStatement(parsed)
  if (statement?.kind !== 'select') throw new Error(`no query: ${sql}`)
  return rewrite(statement.query, { facts, findTable, types: [], values })
}

const nested = (levels: number, open: string, core: string) => `${open.repeat(levels)}${core}${')'.repeat(levels)}`

test.each([
  ['a function that names its argument three times', nested(40, 'format_type(1, ', '1')],
  ['a function that names its argument twice', nested(60, 'to_regclass(', "'a'")],
  ['calls in calls', nested(5_000, 'btrim(', "'a'")],
  ['casts in casts', nested(15_000, 'cast(', '1 as text')],
  ['a chain of operators', '1'.concat('+1'.repeat(49_000))],
  ['a chain of casts', '1'.concat('::int'.repeat(19_000))],
  ['a list of sums', Array.from({ length: 19_000 }, () => 'a+1').join(',')],
  ['brackets', nested(49_000, '(', '1')],
  ['queries in queries', nested(9_000, '(select ', '1')],
])('%s is refused before its text grows, and the next statement is answered', async (_, sql) => {
  const cpuMs = startCpuClock()

  await expect(rewritten(`select ${sql}`)).rejects.toMatchObject({ sqlState: '54001' })
  expect(cpuMs()).toBeLessThan(3_000)
  expect((await rewritten('select 1 as one')).labels).toEqual(['one'])
})

test('a text of 100,000 characters is parsed and rewritten within seconds', async () => {
  const cpuMs = startCpuClock()
  const items = Array.from({ length: 14_000 }, (_, n) => n).join(',')

  const { sql } = await rewritten(`select name from sales where pieces in (${items})`)

  expect(sql).toContain('CAST(13999 AS INTEGER)')
  expect(cpuMs()).toBeLessThan(3_000)
})

test.each([
  ['pieces / 2', '//'],
  ['amount::varchar(3)', 'left('],
  ["name ~ 'tower'", 'regexp_matches("sales"."name", \'(?s)tower\')'],
  ['name order by name desc', 'DESC NULLS FIRST'],
])('%s has the meaning of PostgreSQL', async (select, spelled) => {
  const [list, order = ''] = select.split(' order by ')

  expect((await rewritten(`select ${list} from sales${order && ` order by ${order}`}`)).sql).toContain(spelled)
})

test.each([
  ['a pattern in a column', 'select * from sales where name ~ name', '0A000'],
  ['an operator that PostgreSQL lacks', 'select name + 1 from sales', '42883'],
  ['a function of both that differs', 'select to_hex(pieces) from sales', '0A000'],
  ['an unknown column', 'select nme from sales', '42703'],
  ['a number that is none', "select 'x'::int", '22P02'],
  ['a collation', 'select name collate "ja_JP" from sales', '0A000'],
  ['a row', 'select row(1, 2)', '0A000'],
])('%s is refused', async (_, sql, sqlState) => {
  await expect(rewritten(sql)).rejects.toMatchObject({ sqlState })
})

test('columns have the names that PostgreSQL gives them', async () => {
  const { labels } = await rewritten(
    'select 1, count(*), 1::int, name::text, pieces + 1, case when true then 1 end, max(name) as m from sales',
  )

  expect(labels).toEqual(['?column?', 'count', 'int4', 'name', '?column?', 'case', 'm'])
})

test('quotes of every kind are read as PostgreSQL reads them', async () => {
  const { sql } = await rewritten(
    "select $tag$it's$tag$ as a, E'x\\ny' as b, U&'\\3042' as c, 'a' /* ; */ 'b' as d".replace(" /* ; */ 'b'", ''),
  )

  expect(sql).toContain("'it''s'")
  expect(sql).toContain("'x\ny'")
  expect(sql).toContain("'あ'")
})

test('statements of a text are separated by their tree', async () => {
  const texts = [
    "select ';'",
    'set x.y to 1',
    '-- ; nothing',
    'fetch all from c',
    'deallocate all',
    'copy sales (name) to stdout csv header',
  ]
  const parsed = await parseStatements(texts.join(' ;\n'))

  expect(parsed.map((each) => readStatement(each).kind)).toEqual(['select', 'set', 'fetch', 'deallocate', 'copy'])
})

test('a parameter takes the type of its place', async () => {
  const { types, kept, sql } = await rewritten(
    'select name from sales where pieces = $2 and amount > $1 and weight < $2',
    ['1.5', '7'],
  )

  expect(types.map((type) => type?.name)).toEqual(['numeric', 'int4'])
  expect(kept).toEqual([2])
  expect(sql).toContain("CAST('1.5' AS DECIMAL(2, 1))")
})
