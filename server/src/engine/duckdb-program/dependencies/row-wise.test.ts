import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { findRowWiseSql } from './row-wise.ts'

let duckdb: DuckDBConnection

beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  await duckdb.run("CREATE TABLE a AS SELECT 1 AS x, 2.5::DOUBLE AS y, 'z' AS t, 7::BIGINT AS __svc_row_id")
})

describe('what filters and projects one table makes each row from one row, and says from which', () => {
  test.each([
    'SELECT x, y FROM main.a',
    "SELECT * FROM main.a WHERE x > 0 AND t LIKE 'z%'",
    "SELECT * EXCLUDE (y) REPLACE (x * 2 AS x) FROM main.a AS s WHERE s.t IN ('z', 'q')",
    "SELECT CASE WHEN x = 1 THEN upper(t) || '!' ELSE NULL END AS u, y::DECIMAL(10, 2) AS d FROM main.a",
    'SELECT x + 9007199254740993 AS large, 0.1000000000000000055511151231257827 AS small FROM main.a',
    "SELECT main.a.x, [x, 2] AS list, {'k': t} AS struct FROM main.a WHERE y BETWEEN 1 AND 3 OR y IS NULL",
    'SELECT TRY_CAST(t AS INTEGER) AS n, t COLLATE NOCASE AS c, __svc_row_id AS id FROM main.a',
    'SELECT x -- from the first column\nFROM main.a;',
  ])('%s', async (sql) => {
    const widened = await findRowWiseSql(duckdb, sql)

    expect(widened).not.toBeNull()
    const [plain] = (await duckdb.runAndReadAll(sql)).getRows()
    const [wide] = (await duckdb.runAndReadAll(widened ?? '')).getRows()
    expect(wide).toEqual([...(plain ?? []), 7n])
  })
})

describe('whatever looks at more than one row, at the clock or at chance, is not taken for that', () => {
  test.each([
    'SELECT count(*) AS n FROM main.a',
    'SELECT x, sum(y) AS s FROM main.a GROUP BY x',
    'SELECT x, sum(y) AS s FROM main.a GROUP BY ALL',
    'SELECT DISTINCT x FROM main.a',
    'SELECT x FROM main.a ORDER BY x',
    'SELECT x FROM main.a LIMIT 3',
    'SELECT x, row_number() OVER () AS n FROM main.a',
    'SELECT x FROM main.a QUALIFY rank() OVER (ORDER BY y) = 1',
    'SELECT x FROM main.a USING SAMPLE 10%',
    'SELECT x FROM main.a TABLESAMPLE reservoir(10)',
    'SELECT x FROM main.a WHERE y > (SELECT avg(y) FROM main.a)',
    'SELECT x FROM main.a WHERE EXISTS (SELECT 1)',
    'SELECT one.x FROM main.a AS one, main.a AS other',
    'SELECT x FROM main.a UNION ALL SELECT x FROM main.a',
    'WITH w AS (SELECT 1) SELECT x FROM main.a',
    'SELECT x FROM (SELECT * FROM main.a)',
    'SELECT x FROM main.a AS s (x, y, t, id)',
    'SELECT unnest([x, 2]) AS u FROM main.a',
    'SELECT random() AS r FROM main.a',
    'SELECT x FROM main.a WHERE random() > 0.5',
    'SELECT now() AS at FROM main.a',
    "SELECT age(TIMESTAMP '2020-01-01') AS old FROM main.a",
    'SELECT current_localtimestamp() AS at FROM main.a',
    'SELECT COLUMNS(*) FROM main.a',
    'SELECT list_transform([x], lambda v: v + 1) AS l FROM main.a',
    'SELECT 1 AS one',
    'FROM range(3)',
  ])('%s', async (sql) => {
    expect(await findRowWiseSql(duckdb, sql)).toBeNull()
  })
})
