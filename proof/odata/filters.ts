/** Numbers that are the same in each run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const COLUMNS = [
  { name: 'word' },
  { name: 'other' },
  { name: 'whole', type: 'INTEGER' },
  { name: 'long', type: 'BIGINT' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'ratio', type: 'DOUBLE' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'clock', type: 'TIME' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'zoned', type: 'TIMESTAMPTZ' },
] as const

const WORDS = ['', 'a', 'abc', 'Abc ', " it's", '日本語', 'x%y_', 'ABC', '\\', '100%']

export function generatedRows(count: number, random: () => number): Record<string, unknown>[] {
  const some = <T>(make: () => T): T | null => (random() < 0.15 ? null : make())
  const day = () => `20${20 + int(random, 8)}-${two(1 + int(random, 12))}-${two(1 + int(random, 28))}`
  const clock = () => `${two(int(random, 24))}:${two(int(random, 60))}:${two(int(random, 60))}`
  return Array.from({ length: count }, () => ({
    word: some(() => pick(random, WORDS)),
    other: some(() => pick(random, WORDS)),
    whole: some(() => int(random, 21) - 10),
    long: some(() => String(9_007_199_254_740_990 + int(random, 10))),
    price: some(() => ((int(random, 2000) - 1000) / 100).toFixed(2)),
    ratio: some(() => int(random, 40) / 8 - 2),
    flag: some(() => random() < 0.5),
    day: some(day),
    clock: some(clock),
    at: some(() => `${day()}T${clock()}`),
    zoned: some(() => `${day()}T${clock()}Z`),
  }))
}

/** A condition in the words of OData, and the same in SQL that was written without looking at how the service does it. */
export type Pair = { odata: string; sql: string }

type Kind = 'text' | 'number' | 'day' | 'clock' | 'moment' | 'zoned'

/** NULL equals NULL only, and no comparison is unknown: spelled out with CASE. */
const COMPARISONS: Readonly<Record<string, (a: string, b: string) => string>> = {
  eq: (a, b) => `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN ${a} IS NULL AND ${b} IS NULL ELSE ${a} = ${b} END)`,
  ne: (a, b) =>
    `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NOT (${a} IS NULL AND ${b} IS NULL) ELSE ${a} != ${b} END)`,
  lt: (a, b) => `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN false ELSE ${b} > ${a} END)`,
  le: (a, b) => `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN false ELSE ${b} >= ${a} END)`,
  gt: (a, b) => `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN false ELSE ${b} < ${a} END)`,
  ge: (a, b) => `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN false ELSE ${b} <= ${a} END)`,
}

/** `isWrong`: unequal is taken as SQL has it, for which NULL is neither. */
export function generatedFilter(random: () => number, isWrong: boolean, depth = 3): Pair {
  const again = () => generatedFilter(random, isWrong, depth - 1)
  const roll = random()
  if (depth > 0 && roll < 0.25) return joined('and', again(), again())
  if (depth > 0 && roll < 0.45) return joined('or', again(), again())
  if (depth > 0 && roll < 0.58) {
    const { odata, sql } = again()
    return { odata: `not (${odata})`, sql: `(NOT ${sql})` }
  }
  return condition(random, isWrong)
}

const joined = (word: 'and' | 'or', a: Pair, b: Pair): Pair => ({
  odata: `(${a.odata} ${word} ${b.odata})`,
  sql: `(${a.sql} ${word.toUpperCase()} ${b.sql})`,
})

function condition(random: () => number, isWrong: boolean): Pair {
  const roll = random()
  if (roll < 0.06) return { odata: 'flag', sql: 'flag' }
  if (roll < 0.1)
    return pick(random, [
      { odata: 'flag eq true', sql: '(flag IS NOT NULL AND flag)' },
      { odata: 'flag ne false', sql: '(flag IS NULL OR flag)' },
    ])
  if (roll < 0.22) return textTest(random)
  if (roll < 0.32) return nullTest(random)
  if (roll < 0.42) return listTest(random)
  const kind = pick<Kind>(random, ['text', 'number', 'number', 'number', 'day', 'clock', 'moment', 'zoned'])
  const [a, b] = [value(kind, random, 2), value(kind, random, 1)]
  const operator = pick(random, Object.keys(COMPARISONS))
  const sql = isWrong && operator === 'ne' ? `(${a.sql} != ${b.sql})` : (COMPARISONS[operator]?.(a.sql, b.sql) ?? '')
  return { odata: `${a.odata} ${operator} ${b.odata}`, sql }
}

function textTest(random: () => number): Pair {
  const [a, b] = [value('text', random, 1), value('text', random, 0)]
  return pick(random, [
    {
      odata: `contains(${a.odata},${b.odata})`,
      sql: `(strpos(${a.sql}, ${b.sql}) > 0 OR ${b.sql} = '' AND ${a.sql} IS NOT NULL)`,
    },
    { odata: `startswith(${a.odata},${b.odata})`, sql: `(left(${a.sql}, length(${b.sql})) = ${b.sql})` },
    {
      odata: `endswith(${a.odata},${b.odata})`,
      sql: `(CASE WHEN ${b.sql} = '' THEN ${a.sql} IS NOT NULL ELSE right(${a.sql}, length(${b.sql})) = ${b.sql} END)`,
    },
  ])
}

function nullTest(random: () => number): Pair {
  const { name } = pick(random, COLUMNS)
  return pick(random, [
    { odata: `${name} eq null`, sql: `("${name}" IS NULL)` },
    { odata: `null ne ${name}`, sql: `("${name}" IS NOT NULL)` },
    { odata: `${name} lt null`, sql: 'false' },
  ])
}

function listTest(random: () => number): Pair {
  const kind = pick<Kind>(random, ['text', 'number', 'day'])
  const a = value(kind, random, 0)
  const items = Array.from({ length: 1 + int(random, 3) }, () => literal(kind, random))
  const same = items.map((item) => COMPARISONS.eq?.(a.sql, item.sql) ?? '')
  return { odata: `${a.odata} in (${items.map(({ odata }) => odata).join(',')})`, sql: `(${same.join(' OR ')})` }
}

const OF_KIND: Readonly<Record<Kind, readonly string[]>> = {
  text: ['word', 'other'],
  number: ['whole', 'long', 'price', 'ratio'],
  day: ['day'],
  clock: ['clock'],
  moment: ['at'],
  zoned: ['zoned'],
}

function value(kind: Kind, random: () => number, depth: number): Pair {
  const roll = random()
  if (depth === 0 || roll < 0.4) {
    const name = pick(random, OF_KIND[kind])
    return roll < 0.3 ? { odata: name, sql: `"${name}"` } : literal(kind, random)
  }
  if (kind === 'text') return computedText(random, depth)
  if (kind === 'number') return computedNumber(random, depth)
  if (kind === 'day')
    return pick(random, [
      { odata: 'date(at)', sql: '"at"::DATE' },
      { odata: 'date(zoned)', sql: "(zoned AT TIME ZONE 'UTC')::DATE" },
    ])
  if (kind === 'clock') return { odata: 'time(at)', sql: '"at"::TIME' }
  return literal(kind, random)
}

function computedText(random: () => number, depth: number): Pair {
  const [a, b] = [value('text', random, depth - 1), value('text', random, 0)]
  const from = int(random, 4)
  return pick(random, [
    { odata: `tolower(${a.odata})`, sql: `lower(${a.sql})` },
    { odata: `toupper(${a.odata})`, sql: `upper(${a.sql})` },
    { odata: `trim(${a.odata})`, sql: `regexp_replace(${a.sql}, '^ +| +$', '', 'g')` },
    { odata: `concat(${a.odata},${b.odata})`, sql: `(${a.sql} || ${b.sql})` },
    { odata: `substring(${a.odata},${from})`, sql: `right(${a.sql}, greatest(length(${a.sql}) - ${from}, 0))` },
    {
      odata: `substring(${a.odata},${from},2)`,
      sql: `left(right(${a.sql}, greatest(length(${a.sql}) - ${from}, 0)), 2)`,
    },
  ])
}

function computedNumber(random: () => number, depth: number): Pair {
  const [a, b] = [value('number', random, depth - 1), value('number', random, 0)]
  const text = value('text', random, 0)
  return pick(random, [
    { odata: `(${a.odata} add ${b.odata})`, sql: `(${a.sql} + ${b.sql})` },
    { odata: `(${a.odata} sub ${b.odata})`, sql: `(${a.sql} - ${b.sql})` },
    { odata: '(whole mul price)', sql: '(price * whole)' },
    { odata: '(whole div 3)', sql: 'trunc(whole / 3.0)' },
    { odata: '(whole mod 3)', sql: '(whole - 3 * trunc(whole / 3.0))' },
    { odata: '(ratio divby 2)', sql: '(ratio * 0.5)' },
    { odata: `-(${a.odata})`, sql: `(0 - ${a.sql})` },
    { odata: 'round(ratio)', sql: '(CASE WHEN ratio < 0 THEN ceil(ratio - 0.5) ELSE floor(ratio + 0.5) END)' },
    { odata: 'floor(price)', sql: '(-ceil(-price))' },
    { odata: 'ceiling(price)', sql: '(-floor(-price))' },
    { odata: `length(${text.odata})`, sql: `len(regexp_extract_all(${text.sql}, '(?s).'))` },
    { odata: `indexof(${text.odata},'b')`, sql: `(position('b' IN ${text.sql}) - 1)` },
    ...['year', 'month', 'day'].map((part) => ({ odata: `${part}(day)`, sql: `date_part('${part}', "day")` })),
    ...['hour', 'minute', 'second'].map((part) => ({ odata: `${part}(at)`, sql: `floor(date_part('${part}', "at"))` })),
    { odata: 'hour(zoned)', sql: "extract(hour FROM zoned AT TIME ZONE 'UTC')" },
  ])
}

function literal(kind: Kind, random: () => number): Pair {
  const day = `20${20 + int(random, 8)}-${two(1 + int(random, 12))}-${two(1 + int(random, 28))}`
  const clock = `${two(int(random, 24))}:${two(int(random, 60))}:00`
  switch (kind) {
    case 'text': {
      const quoted = `'${pick(random, WORDS).replaceAll("'", "''")}'`
      return { odata: quoted, sql: quoted }
    }
    case 'number': {
      const number = pick(random, [
        String(int(random, 11)),
        (int(random, 2000) / 100).toFixed(2),
        '9007199254740993',
        '0.5',
      ])
      return { odata: number, sql: number }
    }
    case 'day':
      return { odata: day, sql: `DATE '${day}'` }
    case 'clock':
      return { odata: clock, sql: `TIME '${clock}'` }
    case 'moment':
      return { odata: `${day}T${clock}Z`, sql: `TIMESTAMP '${day} ${clock}'` }
    case 'zoned':
      return { odata: `${day}T${clock}+09:00`, sql: `TIMESTAMPTZ '${day} ${clock}+09'` }
  }
}

const int = (random: () => number, below: number) => Math.floor(random() * below)
const two = (number: number) => String(number).padStart(2, '0')
const pick = <T>(random: () => number, items: readonly T[]): T => items[int(random, items.length)] as T
