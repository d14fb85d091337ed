import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { serializeSql } from '../gate/serialize-sql.ts'
import { findDependencies } from './find-dependencies.ts'
import { type Sources, sourceFrom } from './traced-columns.ts'

const KNOWN = {
  tables: [
    { name: 'a', columns: ['id', 'x', 'y'].map((name) => ({ name, type: 'INTEGER' })) },
    { name: 'b', columns: ['id', 'z'].map((name) => ({ name, type: 'INTEGER' })) },
  ],
}

let duckdb: DuckDBConnection

beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect()
})

/** For each column what it is made of; behind a bar what decides the rows. A question mark where it is not known. */
async function dependencies(sql: string, width: number): Promise<string> {
  const { node } = await serializeSql(duckdb, sql)
  const { columns, deciding, isExact } = findDependencies(node, KNOWN, width)
  return isExact ? `${columns.map(spelled).join(', ')} | ${spelled(deciding)}` : '?'
}

const spelled = (sources: Sources) =>
  [...sources]
    .map(sourceFrom)
    .map(({ table, column }) => `${table}.${column}`)
    .sort()
    .join(' ')

describe('a column depends on every column its expression reads', () => {
  test.each([
    ['SELECT x + y AS s, 1 AS one FROM a', 2, 'a.x a.y,  | '],
    ['SELECT x AS p, p * 2 AS q FROM a', 2, 'a.x, a.x | '],
    ['SELECT sum(x) FILTER (y > 1), count(*) FROM a', 2, 'a.x a.y,  | '],
    ['SELECT sum(x) OVER (PARTITION BY y ORDER BY id) FROM a', 1, 'a.id a.x a.y | '],
    ['SELECT CASE WHEN x > 1 THEN y END FROM main.a', 1, 'a.x a.y | '],
    ['SELECT (SELECT max(z) FROM b WHERE b.id = a.id) FROM a', 1, 'a.id b.id b.z | '],
    ['SELECT A.X FROM a', 1, 'a.x | '],
    ['SELECT t FROM a AS t', 1, 'a.id a.x a.y | '],
  ])('%s', async (sql, width, expected) => {
    expect(await dependencies(sql, width)).toBe(expected)
  })
})

describe('stars, subqueries and WITH are followed', () => {
  test.each([
    ['SELECT * FROM a', 3, 'a.id, a.x, a.y | '],
    ['SELECT * EXCLUDE (id) REPLACE (x + y AS x) FROM a', 2, 'a.x a.y, a.y | '],
    ['SELECT b.*, x FROM a, b', 3, 'b.id, b.z, a.x | '],
    ['SELECT * FROM a JOIN b USING (id)', 4, 'a.id b.id, a.x, a.y, b.z | a.id b.id'],
    ['SELECT q.s FROM (SELECT x + 1 AS s FROM a WHERE y > 0) AS q', 1, 'a.x | a.y'],
    ['WITH a AS (SELECT y AS x FROM main.a) SELECT x FROM a', 1, 'a.y | '],
    ['WITH q (n) AS (SELECT z FROM b) SELECT n FROM q', 1, 'b.z | '],
    ['SELECT x FROM a UNION ALL SELECT z FROM b', 1, 'a.x b.z | '],
  ])('%s', async (sql, width, expected) => {
    expect(await dependencies(sql, width)).toBe(expected)
  })
})

describe('what decides which rows there are decides about every column', () => {
  test.each([
    ['SELECT x FROM a WHERE y > 1', 1, 'a.x | a.y'],
    ['SELECT x, count(*) AS n FROM a GROUP BY x HAVING max(y) > 1', 2, 'a.x,  | a.x a.y'],
    ['SELECT x, sum(y) FROM a GROUP BY 1', 2, 'a.x, a.y | a.x'],
    ['SELECT x, sum(y) FROM a GROUP BY ALL', 2, 'a.x, a.y | a.x a.y'],
    ['SELECT a.x FROM a JOIN b ON a.id = b.z', 1, 'a.x | a.id b.z'],
    ['SELECT x FROM a SEMI JOIN b USING (id)', 1, 'a.x | a.id b.id'],
    ['SELECT DISTINCT x FROM a', 1, 'a.x | a.x'],
    ['SELECT x FROM a QUALIFY row_number() OVER (ORDER BY y) = 1', 1, 'a.x | a.y'],
    ['SELECT x FROM a ORDER BY y LIMIT 1', 1, 'a.x | a.y'],
    ['SELECT x FROM a ORDER BY y', 1, 'a.x | '],
    ['SELECT x FROM a UNION SELECT z FROM b', 1, 'a.x b.z | a.x b.z'],
    ['SELECT x FROM a WHERE id IN (SELECT id FROM b WHERE z > 1)', 1, 'a.x | a.id b.id b.z'],
  ])('%s', async (sql, width, expected) => {
    expect(await dependencies(sql, width)).toBe(expected)
  })
})

describe('where it cannot be known, everything depends on everything', () => {
  test.each([
    ['SELECT COLUMNS(*) FROM a', 3],
    ['SELECT list_transform([x], lambda v: v + y) FROM a', 1],
    ['SELECT * FROM a NATURAL JOIN b', 4],
    ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r', 1],
    ['SELECT x FROM a UNION BY NAME SELECT z FROM b', 2],
    ['SELECT unnest(range(x)) FROM a, range(3)', 1],
  ])('%s', async (sql, width) => {
    expect(await dependencies(sql, width)).toBe('?')
  })
})
