import type { Dice } from '../sql-differential/dice.ts'

/** A way to ask about a column one must not know. `h` is its quoted name; the tables are those of `governed-tables.ts`. */
type Shape = (h: string, dice: Dice) => string

const VISIBLE = ['name', 'dept', 'amount', 'd'] as const
const FUNCTIONS = ['md5', 'hash', 'length', 'typeof', 'reverse', 'to_json', 'stats', 'alias', 'hex', 'base64'] as const
const AGGREGATES = [
  'min',
  'max',
  'count',
  'first',
  'last',
  'any_value',
  'list',
  'mode',
  'histogram',
  'approx_count_distinct',
  'json_group_array',
  'string_agg',
  'bool_and',
  'entropy',
  'arg_min',
] as const

const STARS: readonly Shape[] = [
  () => 'SELECT * FROM people',
  () => 'FROM people',
  () => 'TABLE people',
  (_, dice) => `SELECT * EXCLUDE (${dice.of(VISIBLE)}) FROM people`,
  (h) => `SELECT * EXCLUDE (${h}) FROM people`,
  (h) => `SELECT * REPLACE (${h} AS name) FROM people`,
  (h) => `SELECT * RENAME (${h} AS seen) FROM people`,
  (h) => `SELECT p.* EXCLUDE (name), p.${h} FROM people p`,
  () => "SELECT COLUMNS('.*') FROM people",
  () => "SELECT COLUMNS('(s|q).*') FROM people",
  () => "SELECT COLUMNS(c -> c NOT IN ('name', 'dept')) FROM people",
  () => 'SELECT min(COLUMNS(*)), max(COLUMNS(*)) FROM people',
  () => 'SELECT * FROM people WHERE COLUMNS(*) IS NOT NULL',
  () => "SELECT * LIKE '%' FROM people",
  () => "SELECT * SIMILAR TO '[qs].*' FROM people",
  () => 'SELECT struct_pack(*COLUMNS(*)) FROM people',
  () => 'SELECT coalesce(*COLUMNS(* EXCLUDE (d, amount))) FROM people',
]

const POSITIONS: readonly Shape[] = [
  (_, dice) => `SELECT #${1 + dice.below(9)} FROM people`,
  (_, dice) => `SELECT * FROM people ORDER BY ${1 + dice.below(9)} LIMIT 3`,
  (_, dice) => `SELECT ${1 + dice.below(9)}, count(*) FROM people GROUP BY ${1 + dice.below(2)}`,
  () => 'SELECT * FROM people ORDER BY ALL',
  () => 'SELECT DISTINCT * FROM people ORDER BY ALL DESC LIMIT 2',
  () => 'SELECT * FROM people t(a, b, c, e, f, g, i)',
  () => 'SELECT f, g FROM people t(a, b, c, e, f, g)',
  (_, dice) => `SELECT c${1 + dice.below(9)} FROM people`,
  () => 'SELECT * FROM _t.people',
  () => 'SELECT rowid, * FROM people',
]

const ALIASES: readonly Shape[] = [
  (h) => `SELECT ${h} AS x, x FROM people`,
  (h) => `SELECT name AS ${h}, ${h} FROM people ORDER BY ${h}`,
  (h) => `SELECT people.${h} FROM people`,
  (h) => `SELECT main.people.${h} FROM main.people`,
  (h) => `SELECT p.${h} FROM people AS p, LATERAL (SELECT p.${h} AS again) AS l`,
  (h) => `SELECT l.x FROM people p, LATERAL (SELECT max(q.${h}) AS x FROM people q WHERE q.dept = p.dept) l`,
]

const JOINS: readonly Shape[] = [
  (h) => `SELECT a.name, b.name FROM people a JOIN people b USING (${h})`,
  () => 'SELECT * FROM people a NATURAL JOIN people b',
  () => 'SELECT * FROM people NATURAL JOIN teams',
  (h) => `SELECT a.name FROM people a SEMI JOIN people b ON a.${h} < b.${h}`,
  (h) => `SELECT a.name FROM people a ANTI JOIN people b ON a.${h} = b.${h}`,
  (h) => `SELECT a.name FROM people a LEFT JOIN teams t ON a.${h} IS NOT NULL AND t.dept = a.dept ORDER BY ALL`,
  (h) => `SELECT a.name, b.name FROM people a ASOF JOIN people b ON a.dept = b.dept AND a.${h} > b.${h}`,
  (h) => `SELECT * FROM people a POSITIONAL JOIN (SELECT ${h} FROM people ORDER BY 1) b`,
  (h) => `SELECT t.* FROM teams t JOIN people p ON p.${h}::VARCHAR > t.dept ORDER BY ALL`,
  (h) => `SELECT * FROM made m JOIN people p ON m.kept = p.${h} ORDER BY ALL`,
]

const PACKS: readonly Shape[] = [
  () => 'SELECT people FROM people',
  () => 'SELECT to_json(people) FROM people',
  () => 'SELECT unnest(people) FROM people',
  (h) => `SELECT {'a': ${h}} FROM people`,
  (h) => `SELECT row(name, ${h}) FROM people`,
  (h) => `SELECT [x FOR x IN [${h}]] FROM people`,
  (h) => `SELECT map {name: ${h}} FROM people`,
  (h) => `SELECT people['${bare(h)}'] FROM people`,
  (h) => `SELECT struct_extract(people, '${bare(h)}') FROM people`,
  (h) => `SELECT json_extract(to_json(people), '$.${bare(h)}') FROM people`,
  (h) => `SELECT list(p ORDER BY p.${h}) FROM people p`,
]

const ORDERS: readonly Shape[] = [
  (h) => `SELECT name FROM people ORDER BY ${h} LIMIT 1`,
  (h) => `SELECT name FROM people ORDER BY ${h} DESC NULLS FIRST LIMIT 2`,
  (h) => `SELECT name FROM people ORDER BY ${h} IS NULL, name`,
  (h) => `SELECT name FROM people QUALIFY row_number() OVER (ORDER BY ${h}) = 1`,
  (h) => `SELECT name, rank() OVER (PARTITION BY dept ORDER BY ${h} DESC) FROM people ORDER BY ALL`,
  (h) => `SELECT name, lag(${h}) OVER (ORDER BY name) FROM people ORDER BY name`,
  (h) => `SELECT DISTINCT ON (${h}) name FROM people ORDER BY ${h}, name`,
  (h) => `SELECT arg_max(name, ${h}), arg_min(name, ${h}) FROM people`,
  (h) => `SELECT list(name ORDER BY ${h}) FROM people`,
  (h) => `SELECT first(name ORDER BY ${h} DESC) FROM people`,
  (h) => `SELECT name FROM people ORDER BY ${h} LIMIT (SELECT count(${h}) FROM people)`,
]

const FILTERS: readonly Shape[] = [
  (h) => `SELECT name FROM people WHERE ${h} IS NOT NULL`,
  (h) => `SELECT name FROM people WHERE ${h}::VARCHAR LIKE '%a%'`,
  (h) => `SELECT count(*) FROM people WHERE hash(${h}) % 2 = 0`,
  (h) => `SELECT count(*) FILTER (WHERE ${h}::VARCHAR > 'm') FROM people`,
  (h) => `SELECT dept FROM people GROUP BY dept HAVING count(${h}) > 1 ORDER BY dept`,
  (h) => `SELECT dept, count(*) FROM people GROUP BY CUBE (dept, ${h}) ORDER BY ALL`,
  (h) => `SELECT ${h}, count(*) FROM people GROUP BY ${h}`,
  (h) => `SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM people q WHERE q.${h} > p.${h})`,
  (h) => `SELECT name FROM people p WHERE ${h} >= ALL (SELECT q.${h} FROM people q)`,
  (h) => `SELECT name FROM people WHERE (dept, ${h}) IN (SELECT dept, max(${h}) FROM people GROUP BY dept)`,
  (h) => `SELECT name, (SELECT max(q.${h}) FROM people q WHERE q.dept = p.dept) FROM people p`,
  (h) => `SELECT CASE WHEN ${h} IS NULL THEN 'none' ELSE 'some' END FROM people`,
  (h) => `SELECT name FROM people WHERE ${h} IS DISTINCT FROM (SELECT max(${h}) FROM people)`,
  (h) => `SELECT name FROM people WHERE amount > 0 OR ${h} > (SELECT min(${h}) FROM people)`,
]

const VALUES: readonly Shape[] = [
  (h, dice) => `SELECT ${dice.of(FUNCTIONS)}(${h}) FROM people`,
  (h, dice) => `SELECT ${dice.of(AGGREGATES)}(${h}) FROM people`,
  (h, dice) => `SELECT dept, ${dice.of(AGGREGATES)}(${h}) FROM people GROUP BY dept ORDER BY dept`,
  (h) => `SELECT ${h} || '' FROM people`,
  (h) => `SELECT name FROM people UNION ALL BY NAME SELECT ${h}::VARCHAR AS name FROM people`,
  (h) => `SELECT ${h}::VARCHAR FROM people EXCEPT SELECT name FROM people`,
  (h) => `SELECT quantile_disc(${h}, 0.5) FROM people`,
]

/** Errors that quote what they failed at. */
const ERRORS: readonly Shape[] = [
  (h) => `SELECT CAST(${h}::VARCHAR || 'x' AS INTEGER) FROM people`,
  (h) => `SELECT CAST(${h} AS DATE) FROM people`,
  (h) => `SELECT error(${h}::VARCHAR) FROM people`,
  (h) => `SELECT error((SELECT max(${h})::VARCHAR FROM people))`,
  (h) => `SELECT 1 // (CASE WHEN ${h} IS NULL THEN 1 ELSE 0 END) FROM people`,
  (h) => `SELECT strptime(${h}::VARCHAR, '%Y-%m-%d') FROM people`,
  (h) => `SELECT ${h}::VARCHAR::JSON FROM people`,
  (h) => `SELECT ${h}::VARCHAR::UUID FROM people`,
  (h) => `SELECT cast(hash(${h}) AS TINYINT) FROM people`,
  (h) => `SELECT regexp_matches(name, ${h}::VARCHAR || '(') FROM people`,
  (h) => `SELECT (SELECT ${h} FROM people WHERE name <> 'p1')`,
  (h) => `SELECT ${h.slice(0, -2)}" FROM people`,
  (h) => `SELECT x.${h} FROM people`,
]

const PIVOTS: readonly Shape[] = [
  (h) => `SELECT * FROM (PIVOT people ON dept IN ('a', 'b') USING max(${h}))`,
  (h) => `SELECT * FROM (PIVOT people ON ${h} IN (1, 2) USING count(*))`,
  () => 'SELECT * FROM (UNPIVOT (SELECT COLUMNS(*)::VARCHAR FROM people) ON COLUMNS(*) INTO NAME n VALUE v)',
  (h) => `UNPIVOT people ON ${h} INTO NAME n VALUE v`,
  (h) => `SELECT * FROM people UNPIVOT INCLUDE NULLS (v FOR n IN (${h}))`,
]

const CTES: readonly Shape[] = [
  (h) => `WITH people AS (SELECT 1 AS ${h}) SELECT ${h} FROM people`,
  (h) => `WITH people AS (SELECT * FROM people) SELECT ${h} FROM people`,
  (h) => `WITH x AS (FROM people) SELECT ${h} FROM x`,
  (h) => `WITH x AS MATERIALIZED (SELECT *, ${h} AS seen FROM people) SELECT seen FROM x`,
  (h) =>
    `WITH RECURSIVE r AS (SELECT min(${h}) AS x FROM people UNION SELECT (SELECT min(${h}) FROM people WHERE ${h} > r.x) FROM r WHERE r.x IS NOT NULL) SELECT * FROM r`,
  (h) => `WITH x(a) AS (SELECT ${h} FROM people) SELECT a FROM x`,
]

const CATALOGS: readonly Shape[] = [
  () => 'DESCRIBE people',
  () => 'SUMMARIZE people',
  () => 'SHOW ALL TABLES',
  () => 'SELECT * FROM information_schema.columns',
  () => 'SELECT * FROM duckdb_columns()',
  () => 'SELECT * FROM duckdb_views()',
  () => "SELECT * FROM pragma_table_info('people')",
  () => "SELECT * FROM pragma_storage_info('people')",
  () => 'SELECT * FROM (SUMMARIZE people)',
  (h) => `EXPLAIN ANALYZE SELECT * FROM people WHERE ${h} > ''`,
  (h) => `SELECT * FROM query('SELECT ${h} FROM people')`,
  () => "SELECT * FROM query_table('people')",
  (h) => `SELECT * FROM sql_auto_complete('SELECT ${bare(h).slice(0, 2)}')`,
  (h) => `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT ${h} FROM people'))`,
  (h) => `CREATE MACRO peep() AS TABLE SELECT ${h} FROM people`,
  (h) => `CREATE TEMP MACRO look(x) AS (SELECT max(${h}) FROM people); SELECT look(1)`,
  (h) => `PREPARE peep AS SELECT ${h} FROM people; EXECUTE peep`,
  (h) => `SET VARIABLE seen = (SELECT max(${h}) FROM people); SELECT getvariable('seen')`,
  (h) => `COPY (SELECT ${h} FROM people) TO '/own/seen.csv'`,
]

const SAMPLES: readonly Shape[] = [
  (h) => `SELECT name, ${h} FROM people USING SAMPLE reservoir(3 ROWS) REPEATABLE (7)`,
  (h) => `SELECT * FROM (SELECT ${h} FROM people) TABLESAMPLE reservoir(3 ROWS) REPEATABLE (7)`,
  (h) => `SELECT name FROM people WHERE ${h} IS NOT NULL USING SAMPLE 100%`,
]

export const SHAPES: readonly Shape[] = [
  STARS,
  POSITIONS,
  ALIASES,
  JOINS,
  PACKS,
  ORDERS,
  FILTERS,
  VALUES,
  ERRORS,
  PIVOTS,
  CTES,
  CATALOGS,
  SAMPLES,
].flat()

const bare = (quoted: string) => quoted.slice(1, -1)
