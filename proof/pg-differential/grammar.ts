/** What an expression is: the words in capitals of the forms below. */
type Kind = 'INT' | 'NUM' | 'DBL' | 'TEXT' | 'BOOL' | 'DAY' | 'MOMENT'

/** A statement as both servers are asked it, and the texts of its parameters. */
export type Generated = { sql: string; values: string[] }

/** Without an expression in them. */
const LEAVES: Readonly<Record<Kind, readonly string[]>> = {
  INT: ['i', 'i', 'id', 'big', '7', '-2', '0', '1', "'5'::int", 'NULL::int'],
  NUM: ['n', 'n', '1.50', '-0.25', '100', "'2.345'::numeric(10,3)", '2.5'],
  DBL: ['d', 'd', '2.5::float8', "'1e3'::float8", '-0.5::float8'],
  TEXT: ['t', 't', 'key', "'o'", "'東京'", "''", "'a_b'", "E'it\\'s'", '$$x$$', 'NULL::text'],
  BOOL: ['b', 'b', 'true', 'false', 'NULL::boolean', "'yes'::boolean"],
  DAY: ['day', 'day', "DATE '2026-01-31'", "'2024-02-29'::date", 'NULL::date'],
  MOMENT: ['moment', 'moment', "TIMESTAMP '2026-01-31 13:45:09.25'", 'day::timestamp'],
}

const PARAMETERS: Readonly<Record<Kind, readonly (readonly [sql: string, value: string])[]>> = {
  INT: [['int', '3'], ['int', '-4'], ['bigint', '12']],
  NUM: [['numeric', '1.25'], ['numeric(10,1)', '2.25'], ['numeric', '-7']],
  DBL: [['float8', '0.5'], ['double precision', '-3']],
  TEXT: [['text', 'tower'], ['varchar(2)', '東京都'], ['text', "it's"], ['text', '']],
  BOOL: [['boolean', 'yes'], ['boolean', 'f']],
  DAY: [['date', '2026-02-28'], ['date', '2026-1-5']],
  MOMENT: [['timestamp', '2026-02-28 10:00:00']],
} // biome-ignore format: a table

/** What all kinds have. */
const COMMON = ['coalesce(@, @)', 'CASE WHEN BOOL THEN @ ELSE @ END', 'CASE WHEN BOOL THEN @ END', 'nullif(@, @)']
const ORDERED = ['greatest(@, @)', 'least(@, @)']

const FORMS: Readonly<Record<Kind, readonly string[]>> = {
  INT: [
    ...COMMON, ...ORDERED, '(INT + INT)', '(INT - INT)', '(INT * 3)', '(INT / nullif(INT, 0))', '(INT / 2)', '(INT % 3)', '(7 / i)', '(INT / id)', 'abs(INT)',
    '- INT', 'length(TEXT)', 'char_length(TEXT)', "strpos(TEXT, 'o')", "position('o' IN TEXT)", '(DAY - DAY)', '(NUM)::int', '(DBL)::bigint',
    '(BOOL)::int', 'extract(year FROM DAY)::int', 'mod(id, 4)', 'ascii(TEXT)', 'octet_length(TEXT)', 'cardinality(ARRAY[INT, INT])',
    '(ARRAY[INT, 2, 3])[2]', 'array_length(ARRAY[INT, 1], 1)', '(id & 3)', '(id | 4)', '(id # 5)', '(SELECT max(id) FROM kinds)', 'div(id, 2)',
  ],
  NUM: [
    ...COMMON, ...ORDERED, '(NUM + NUM)', '(NUM - NUM)', '(NUM * 1.5)', '(NUM * INT)', '(NUM / nullif(NUM, 0))', '(NUM / 3)', 'round(NUM, 1)',
    'round(NUM)', 'round(NUM / nullif(NUM, 0), 2)', 'trunc(NUM, 1)', 'abs(NUM)', 'ceil(NUM)', 'floor(NUM)', '(INT)::numeric', '- NUM', 'sign(NUM)',
    '(NUM)::numeric(14,3)', '(DBL)::numeric(30,2)', '(NUM % 2)', 'extract(epoch FROM MOMENT)', 'extract(dow FROM DAY)', 'extract(second FROM MOMENT)',
    'extract(week FROM DAY)', 'power(NUM, 2)', 'sqrt(abs(NUM))', '(SELECT avg(n) FROM kinds)', '(100.0 * NUM / nullif(INT, 0))',
  ],
  DBL: [
    ...COMMON, ...ORDERED, '(DBL + DBL)', '(DBL - DBL)', '(DBL * 2)', '(DBL / nullif(DBL, 0))', 'sqrt(abs(DBL))', 'round(DBL)', 'floor(DBL)', 'ceil(DBL)',
    'trunc(DBL)', 'abs(DBL)', '- DBL', '(INT)::float8', '(NUM)::float8', 'power(DBL, 2)', 'ln(abs(DBL) + 1)', "date_part('year', DAY)", 'sign(DBL)', '(NUM * DBL)',
  ],
  TEXT: [
    ...COMMON, ...ORDERED, '(TEXT || TEXT)', "(TEXT || ' ' || INT)", 'lower(TEXT)', 'upper(TEXT)', 'left(TEXT, 3)', 'right(TEXT, -2)', 'substring(TEXT FROM 2 FOR 3)',
    'substr(TEXT, 0, 3)', 'substring(TEXT FROM INT)', "replace(TEXT, 'o', '0')", 'concat(TEXT, INT, NULL)', "concat_ws('-', TEXT, TEXT)", "lpad(TEXT, 8, '*')", 'rpad(TEXT, 5)',
    'reverse(TEXT)', 'trim(TEXT)', "trim(BOTH 'to' FROM TEXT)", "ltrim(TEXT, ' a')", '(INT)::text', '(n)::text', '(DBL)::text', '(BOOL)::text', '(DAY)::text',
    '(MOMENT)::text', "to_char(DAY, 'YYYY-MM-DD')", "to_char(MOMENT, 'HH24:MI:SS Mon')", "split_part(TEXT, ' ', 1)", 'md5(TEXT)', '(TEXT)::varchar(3)', "translate(TEXT, 'to', 'x')",
    "regexp_replace(TEXT, '[0-9]+', '#', 'g')", "regexp_replace(TEXT, 'o', '0')", "substring(TEXT FROM 'o.')", 'repeat(TEXT, 2)', 'overlay(TEXT PLACING TEXT FROM 2)', 'chr(65 + id)',
    'initcap(TEXT)', "to_char(NUM, '999.99')", "array_to_string(ARRAY[TEXT, TEXT], ',')", 'TEXT COLLATE "C"', '(NUM)::text', 'quote_literal(TEXT)', "format('%s', TEXT)",
  ],
  BOOL: [
    ...COMMON, '(INT = INT)', '(INT < NUM)', '(INT <> DBL)', '(NUM >= NUM)', '(NUM = NUM)', '(DBL > DBL)', '(TEXT = TEXT)', '(TEXT < TEXT)', "(TEXT >= 'O')", '(DAY < DAY)', '(DAY = MOMENT)',
    '(MOMENT >= DAY)', '(DAY >= $date)', "(TEXT LIKE '%o%')", "(TEXT LIKE 'a\\%b%')", "(TEXT NOT LIKE '_s%')", "(TEXT ILIKE '%TOWER')", "(TEXT LIKE '%#_%' ESCAPE '#')", "(TEXT ~ 'tower')",
    "(TEXT ~ '^[A-Z]')", "(TEXT !~ 'o$')", "(TEXT ~* 'TOWER|osaka')", '(TEXT ~ $pattern)', '(TEXT LIKE $pattern)', '(TEXT ~ key)', "(TEXT SIMILAR TO '%(tower|saka)')", '(TEXT IS NULL)', '(INT IS NOT NULL)',
    '(BOOL AND BOOL)', '(BOOL OR BOOL)', '(NOT BOOL)', "(TEXT IN ('Osaka', '', 'x'))", '(INT IN (7, 2, NULL))', '(INT NOT IN (7, 2))', '(INT BETWEEN 0 AND NUM)', "(DAY BETWEEN '2024-01-01' AND DATE '2026-01-31')",
    '(TEXT IS DISTINCT FROM key)', '(INT = ANY(ARRAY[1, 2, NULL]))', '(INT <> ALL(ARRAY[7, 2]))', 'EXISTS (SELECT 1 FROM kinds k WHERE k.i = kinds.id)', '(INT IN (SELECT i FROM kinds WHERE i IS NOT NULL))',
    "starts_with(TEXT, 'O')", '(BOOL IS TRUE)', '(BOOL IS NOT FALSE)', '(BOOL = BOOL)', '(INT + NUM > DBL)', '((i, key) = (2, TEXT))', '(INT < ANY (SELECT id FROM kinds))', '(TEXT = 1)', "(NUM > '1.5')",
  ],
  DAY: [...COMMON, ...ORDERED, '(DAY + 1)', '(DAY - 30)', '(MOMENT)::date', 'make_date(2026, 1, id)', "to_date('2026-03-01', 'YYYY-MM-DD')", '(zoned)::date', '(DAY + id)'],
  MOMENT: [
    ...COMMON, ...ORDERED, "(MOMENT + INTERVAL '1 month')", "(MOMENT - INTERVAL '1 day 02:00:00')", "date_trunc('month', MOMENT)", "date_trunc('week', MOMENT)", "date_trunc('hour', MOMENT)", '(DAY)::timestamp',
    "(DAY + INTERVAL '1 day')", "(zoned AT TIME ZONE 'UTC')", "date_trunc('quarter', MOMENT)", "(DAY - INTERVAL '1 year')",
  ],
} // biome-ignore format: a table

const PATTERNS = ['tower', '^[A-Z]', 'o$', '[0-9]+', '東京', '%o%']

const STATEMENTS: readonly string[] = [
  'SELECT id, ANY, ANY FROM kinds ORDER BY id',
  'SELECT id, ANY, ANY FROM kinds ORDER BY id',
  'SELECT id, ANY AS x FROM kinds WHERE BOOL ORDER BY id',
  'SELECT id, PLAIN AS x FROM kinds ORDER BY x DESC, id',
  'SELECT id FROM kinds ORDER BY PLAIN, id DESC LIMIT 5 OFFSET 1',
  'SELECT key AS k, count(*), sum(INT), avg(NUM), min(TEXT), max(DAY) FROM kinds GROUP BY k ORDER BY k',
  'SELECT GROUP, count(i), sum(NUM), sum(DBL), max(INT), avg(INT) FROM kinds GROUP BY 1 ORDER BY 1',
  'SELECT GROUP AS k, sum(i) / count(*) AS m FROM kinds GROUP BY k HAVING count(*) > 1 ORDER BY k NULLS FIRST',
  'SELECT DISTINCT PLAIN FROM kinds ORDER BY 1',
  'SELECT id, row_number() OVER (PARTITION BY key ORDER BY PLAIN, id), rank() OVER (ORDER BY GROUP DESC) FROM kinds ORDER BY id',
  'SELECT id, sum(INT) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), lag(PLAIN) OVER (ORDER BY id), ntile(3) OVER (ORDER BY id) FROM kinds ORDER BY id',
  'SELECT id, first_value(PLAIN) OVER w, count(*) OVER w FROM kinds WINDOW w AS (PARTITION BY key ORDER BY id) ORDER BY id',
  'SELECT a.id, b.id, b.t FROM kinds a LEFT JOIN kinds b ON a.i = b.i AND b.id > a.id ORDER BY 1, 2',
  'SELECT id, a.t, b.n FROM kinds a JOIN kinds b USING (id) WHERE a.key IS NOT NULL ORDER BY id',
  'SELECT count(*), count(b.id) FROM kinds a FULL JOIN (SELECT id, INT AS x FROM kinds) b ON a.i = b.x',
  'WITH c AS (SELECT ANY AS x, id FROM kinds) SELECT x, id FROM c WHERE id > 3 ORDER BY id LIMIT 5',
  'SELECT PLAIN FROM kinds SETOP SELECT NULL ORDER BY 1',
  'SELECT INT FROM kinds SETOP SELECT NUM FROM kinds ORDER BY 1',
  'SELECT id, (SELECT max(k.i) FROM kinds k WHERE k.id <= kinds.id) AS m, ANY FROM kinds ORDER BY id',
  'SELECT * FROM (VALUES (1, TEXT0), (2, NULL), (3, TEXT0)) AS v(a, b) ORDER BY b, a',
  "SELECT key, string_agg(TEXT, ',' ORDER BY id), array_agg(INT ORDER BY id DESC), bool_and(BOOL) FROM kinds GROUP BY key ORDER BY key",
  'SELECT count(DISTINCT key), count(*) FILTER (WHERE BOOL), bool_or(b), stddev(i), var_pop(n), min(MOMENT) FROM kinds',
  'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY d), percentile_disc(0.5) WITHIN GROUP (ORDER BY i), max(PLAIN) FROM kinds',
  'SELECT s, s * 2 FROM generate_series(1, 5) AS s WHERE s % 2 = 1 ORDER BY s',
  'SELECT key, b, count(*) FROM kinds GROUP BY ROLLUP (key, b) ORDER BY 1, 2, 3',
  'SELECT id, x FROM kinds CROSS JOIN LATERAL (SELECT ANY AS x) AS l ORDER BY id',
  'SELECT DISTINCT ON (key) key, id, PLAIN FROM kinds ORDER BY key, id',
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5) SELECT x, x / 2 FROM c ORDER BY x',
]

const KINDS = Object.keys(FORMS) as Kind[]
const ORDERABLE = ['INT', 'NUM', 'TEXT', 'DAY', 'MOMENT'] as const
const GROUPS = [
  'key',
  'b',
  '(i % 2)',
  'left(t, 1)',
  'extract(year FROM day)',
  "date_trunc('year', moment)",
  '(i / 3)',
  '(n > 1)',
]
const SETOPS = ['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']
const SLOT = /\b(?:INT|NUM|DBL|TEXT0|TEXT|BOOL|DAY|MOMENT|ANY|PLAIN|GROUP(?! BY)|SETOP)\b|\$(?:date|pattern)|@/g

/** One statement of the grammar, by a sequence of random numbers. */
export function statement(random: (below: number) => number): Generated {
  const values: string[] = []
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const parameter = (value: string) => `$${values.push(value)}`
  const leaf = (kind: Kind) => {
    if (random(8) > 0) return pick(LEAVES[kind])
    const [type, value] = pick(PARAMETERS[kind])
    return `${parameter(value)}::${type}`
  }
  const expression = (kind: Kind, depth: number): string =>
    depth <= 0 || random(5) === 0 ? leaf(kind) : filled(pick(FORMS[kind]), kind, depth - 1)
  const of = (kind: Kind) => (depth: number) => expression(kind, depth)
  const slots: Readonly<Record<string, (depth: number) => string>> = {
    ...Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])),
    ANY: (depth) => expression(pick(KINDS), depth),
    PLAIN: (depth) => expression(pick(ORDERABLE), depth),
    GROUP: () => pick(GROUPS),
    SETOP: () => pick(SETOPS),
    TEXT0: () => pick(["'b'", "'あ'", "'B'", "''"]),
    $date: () => parameter('2025-06-01'),
    $pattern: () => parameter(pick(PATTERNS)),
  }
  // A word within the text of a literal is no slot.
  const filled = (form: string, kind: Kind, depth: number): string =>
    form.replaceAll(SLOT, (slot, at: number) => (isQuoted(form, at) ? slot : (slots[slot] ?? of(kind))(depth)))
  const sql = filled(pick(STATEMENTS), 'INT', 3)
  return { sql, values }
}

const isQuoted = (form: string, at: number) => (form.slice(0, at).match(/'/g)?.length ?? 0) % 2 === 1
