import { quoteName } from '../../server/src/engine/duckdb/protocol/quote-name.ts'
import type { ModelTable } from './model-tables.ts'
import { plain, type World } from './relations.ts'
import { KEYS, listOf, projectionOf, type Select, some, write } from './select.ts'
import type { Kind } from './values.ts'

export function setOperation(world: World): Select {
  const { dice } = world
  const kinds = some(dice, KEYS, 3)
  const parts = Array.from({ length: 2 + dice.below(2) }, () => projectionOf(world, kinds))
  const words = ['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT', 'EXCEPT ALL', 'INTERSECT ALL']
  const sql = parts.map((part) => `(${part.sql})`).reduce((left, right) => `${left} ${dice.of(words)} ${right}`)
  return { sql, isLarge: parts.some(({ isLarge }) => isLarge) }
}

export function withQueries(world: World): Select {
  const { dice } = world
  const kinds: Kind[] = ['whole', 'text', ...some(dice, KEYS, 2)]
  const [first, second] = [projectionOf(world, kinds), projectionOf(world, kinds)]
  const how = dice.of(['', 'MATERIALIZED ', 'NOT MATERIALIZED '])
  const join = dice.of(['JOIN', 'LEFT JOIN', 'SEMI JOIN'])
  const shown = join === 'SEMI JOIN' ? 'p.o0, p.o1' : 'p.o0, q.o1, p.o2'
  const limited = (part: Select) => `${part.sql} ORDER BY ALL LIMIT 200`
  return {
    sql: `WITH p AS ${how}(${limited(first)}), q AS (${limited(second)}) SELECT ${shown} FROM p ${join} q ON p.o0 = q.o0`,
    isLarge: false,
  }
}

export function recursive({ dice }: World): Select {
  const [most, step] = [5 + dice.below(60), 1 + dice.below(5)]
  return {
    sql: `WITH RECURSIVE n(i, s) AS (SELECT ${dice.below(5)}, 'x' UNION ALL SELECT i + ${step}, left(s || i, 20) FROM n WHERE i < ${most}) SELECT i, s, i * i AS sq FROM n`,
    isLarge: false,
  }
}

export function subqueries(world: World): Select {
  const { dice, tables } = world
  const relation = plain(world)
  const inner = `FROM ${quoted(dice.of(tables))} z WHERE z.__svc_row_id % 41 = ${write(world, relation, 'whole', 0)}`
  const shown = dice.of([
    `(SELECT count(*) ${inner})`,
    `(SELECT max(z.__svc_row_id) ${inner})`,
    `EXISTS (SELECT 1 ${inner})`,
  ])
  const test = dice.of([
    `EXISTS (SELECT 1 ${inner})`,
    `NOT EXISTS (SELECT 1 ${inner})`,
    `${write(world, relation, 'whole', 1)} IN (SELECT __svc_row_id % 50 FROM ${quoted(dice.of(tables))})`,
    `${write(world, relation, 'whole', 1)} > ALL (SELECT 1 UNION SELECT 2)`,
  ])
  return {
    sql: `SELECT ${relation.key} AS o0, ${write(world, relation, 'text')} AS o1, ${shown} AS o2 FROM ${relation.from} WHERE ${test}`,
    isLarge: true,
  }
}

const quoted = ({ name }: ModelTable) => quoteName(name)

export function stars(world: World): Select {
  const { dice, tables } = world
  const table = dice.of(tables.filter(({ isLarge }) => !isLarge))
  const shown = dice.of([
    '*',
    'a.*',
    `* EXCLUDE (${quoteName(table.columns[0]?.name ?? '')})`,
    'COLUMNS(*)',
    '*, 1 AS more',
    'count(COLUMNS(*))',
    'max(__svc_row_id)',
  ])
  return { sql: `SELECT ${shown} FROM ${quoted(table)} a`, isLarge: false }
}

export function distinctOn(world: World): Select {
  const relation = plain(world)
  const key = write(world, relation, world.dice.of(KEYS), 0)
  const inner = `SELECT DISTINCT ON (${key}) ${listOf([key, ...relation.key, write(world, relation, 'text')])} FROM ${relation.from} ORDER BY ${key}, ${relation.key}`
  return { sql: `SELECT * FROM (${inner})`, isLarge: relation.isLarge }
}

export function pivot(world: World): Select {
  const { dice } = world
  const relation = plain(world)
  const cells = listOf([
    `(${write(world, relation, 'whole', 0)} % 4)`,
    write(world, relation, 'flag', 1),
    write(world, relation, 'exact', 1),
  ])
  const inner = `(SELECT ${cells} FROM ${relation.from})`
  const sql = dice.of([
    `SELECT * FROM (PIVOT ${inner} ON o0 IN (0, 1, 2, 3) USING sum(o2) GROUP BY o1)`,
    `SELECT * FROM (UNPIVOT (SELECT o0::BIGINT AS x, length(o2::VARCHAR)::BIGINT AS y FROM ${inner}) ON x, y INTO NAME n VALUE v)`,
  ])
  return { sql, isLarge: true }
}

export const nested = (world: World): Select => {
  const relation = plain(world)
  const a = (kind: Kind) => write(world, relation, kind, 1)
  const cells = [
    `[${a('whole')}, ${a('whole')}]`,
    `{'n': ${a('whole')}, 't': ${a('text')}, 'd': ${a('exact')}, 'f': ${a('flag')}}`,
    `map([1, 2], [${a('text')}, ${a('text')}])`,
    `list_transform([${a('whole')}, NULL], x -> x % 10)`,
  ]
  return {
    sql: `SELECT ${listOf([...relation.key, world.dice.of(cells), world.dice.of(cells)])} FROM ${relation.from}`,
    isLarge: true,
  }
}
