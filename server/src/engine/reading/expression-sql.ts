import { quoteName } from '../duckdb/protocol/quote-name.ts'
import { type ColumnType, formatColumnType } from '../table/column-type.ts'

/** A computation over the columns of one row. Its author has checked that the types fit. */
export type Expression =
  | { kind: 'column'; name: string }
  /** A canonical text of this type. */
  | { kind: 'value'; text: string; type: ColumnType }
  | { kind: 'null' }
  | { kind: 'cast'; value: Expression; to: ColumnType | 'HUGEINT' }
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'call'; function: FunctionName; args: readonly Expression[] }
  /** One of these values, all of one type. */
  | { kind: 'among'; value: Expression; list: readonly (Expression & { kind: 'value' })[] }
  /** In the test, `operand` stands for the value. */
  | { kind: 'once'; value: Expression; test: Expression }
  | { kind: 'operand' }

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'

const SIGNS: Readonly<Record<Comparison, string>> = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' }

/** White space as Unicode has it. */
const BLANKS = '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000' // biome-ignore format: a list

/** Positions count from 0. Where an argument is NULL the result is, too. */
const FUNCTIONS = {
  not: (a: string) => `(NOT ${a})`,
  negate: (a: string) => `(- ${a})`,
  add: (a: string, b: string) => `(${a} + ${b})`,
  subtract: (a: string, b: string) => `(${a} - ${b})`,
  multiply: (a: string, b: string) => `(${a} * ${b})`,
  divide: (a: string, b: string) => `(${a} / ${b})`,
  divide_whole: (a: string, b: string) => `(${a} // ${b})`,
  modulo: (a: string, b: string) => `(${a} % ${b})`,
  contains: (a: string, b: string) => `contains(${a}, ${b})`,
  starts_with: (a: string, b: string) => `starts_with(${a}, ${b})`,
  ends_with: (a: string, b: string) => `ends_with(${a}, ${b})`,
  length: (a: string) => `length(${a})`,
  index_of: (a: string, b: string) => `(instr(${a}, ${b}) - 1)`,
  substring: (a: string, from: string) => `substring(${a}, ${bounded(from)} + 1)`,
  substring_of: (a: string, from: string, count: string) => `substring(${a}, ${bounded(from)} + 1, ${bounded(count)})`,
  lower: (a: string) => `lower(${a})`,
  upper: (a: string) => `upper(${a})`,
  trim: (a: string) => `trim(${a}, '${BLANKS}')`,
  concat: (a: string, b: string) => `(${a} || ${b})`,
  year: (a: string) => `year(${a})`,
  month: (a: string) => `month(${a})`,
  day: (a: string) => `day(${a})`,
  hour: (a: string) => `hour(${a})`,
  minute: (a: string) => `minute(${a})`,
  second: (a: string) => `second(${a})`,
  round: (a: string) => `round(${a})`,
  floor: (a: string) => `floor(${a})`,
  ceiling: (a: string) => `ceil(${a})`,
  /** A moment with a zone, as the clock of UTC shows it. */
  in_utc: (a: string) => `timezone('UTC', ${a})`,
} as const

export type FunctionName = keyof typeof FUNCTIONS

/** DuckDB counts places below 1 from the end, and takes 32 bits of them. */
const bounded = (place: string) => `CAST(greatest(0, least(${place}, 2000000000)) AS INTEGER)`

/** What it returns stands for a text. */
export type TakeText = (text: string) => string

/** Takes the values out of a statement, and says what stands for the operand of the nearest test around. */
type Writing = { take: TakeText; operand: string }

/**
 * The expression as SQL over the rows `t`. Values are parameters, names are quoted; all other words are ours.
 * `isUnknownFalse`: where the result is NULL, false would do as well, so that an index may help.
 */
export const expressionSql = (expression: Expression, take: TakeText, isUnknownFalse = false): string =>
  written(expression, { take, operand: '' }, isUnknownFalse)

function written(expression: Expression, writing: Writing, isUnknownFalse = false): string {
  const sql = (part: Expression) => written(part, writing)
  switch (expression.kind) {
    case 'column':
      return `t.${quoteName(expression.name)}`
    case 'value':
      return `CAST(${writing.take(expression.text)}::VARCHAR AS ${formatColumnType(expression.type)})`
    case 'null':
      return 'NULL'
    case 'cast': {
      const to = expression.to === 'HUGEINT' ? expression.to : formatColumnType(expression.to)
      return `CAST(${sql(expression.value)} AS ${to})`
    }
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => written(part, writing, isUnknownFalse))
      return `(${parts.join(expression.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    case 'compare':
      return comparisonSql(expression, sql, isUnknownFalse)
    case 'call':
      // Safe: the author of the expression knows how many arguments a function has.
      return (FUNCTIONS[expression.function] as (...texts: string[]) => string)(...expression.args.map(sql))
    case 'among': {
      const among = `(${sql(expression.value)} IN (${expression.list.map(sql).join(', ')}))`
      return isUnknownFalse ? among : `coalesce(${among}, false)`
    }
    case 'once':
      return written(expression.test, { ...writing, operand: sql(expression.value) }, isUnknownFalse)
    case 'operand':
      return writing.operand
  }
}

type Compared = Extract<Expression, { kind: 'compare' }>

/** NULL equals NULL and nothing else, and is neither less nor greater than anything: a comparison is never unknown. */
function comparisonSql(
  { operator, left, right }: Compared,
  sql: (part: Expression) => string,
  isUnknownFalse: boolean,
): string {
  const [one, other] = [sql(left), sql(right)]
  if (operator === 'ne') return `(${one} IS DISTINCT FROM ${other})`
  const isPlain = isUnknownFalse && (operator !== 'eq' || left.kind === 'value' || right.kind === 'value')
  if (isPlain) return `(${one} ${SIGNS[operator]} ${other})`
  return operator === 'eq'
    ? `(${one} IS NOT DISTINCT FROM ${other})`
    : `coalesce(${one} ${SIGNS[operator]} ${other}, false)`
}
