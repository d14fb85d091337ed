import type { CheckedCondition } from './checked-condition.ts'
import type { Typed, ValueType } from './typed-expression.ts'

export type SqlText = { sql: string; parameters: string[] }

/**
 * The condition as SQL of DuckDB: columns as the caller spells them, values as parameters. What a node evaluates to is what
 * this selects; where DuckDB would fail (overflow, division by zero) both say NULL.
 */
export function expressionSql(
  condition: CheckedCondition,
  columnSql: (columnId: number) => string,
  firstParameter = 1,
): SqlText {
  const parameters: string[] = []
  const parameter = (text: string) => {
    parameters.push(text)
    return `$${firstParameter + parameters.length - 1}`
  }
  return { sql: sqlOf(condition, { columnSql, parameter, operand: '' }), parameters }
}

/** `operand`: the text of what the nearest test around is about. */
type Writing = { columnSql: (columnId: number) => string; parameter: (text: string) => string; operand: string }

function sqlOf(of: Typed, writing: Writing): string {
  const { columnSql, parameter, operand } = writing
  const sql = (part: Typed) => sqlOf(part, writing)
  switch (of.kind) {
    case 'column':
      return columnSql(of.columnId)
    case 'literal':
      return `CAST(CAST(${parameter(of.text)} AS VARCHAR) AS ${duckType(of.type)})`
    case 'and':
    case 'or':
      return `(${of.parts.map(sql).join(of.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `(NOT ${sql(of.of)})`
    case 'is_null':
      return `(${sql(of.of)} IS ${of.isNegated ? 'NOT ' : ''}NULL)`
    case 'compare':
      return `(${sql(of.left)} ${of.op} ${sql(of.right)})`
    case 'minus':
      return `(-${signed(of.of, sql(of.of))})`
    case 'abs':
      return `abs(${signed(of.of, sql(of.of))})`
    case 'to_double':
      // A DECIMAL goes through its text: the direct cast is not rounded correctly for many digits.
      return `CAST(CAST(${sql(of.of)} AS VARCHAR) AS DOUBLE)`
    case 'rescale':
      return `TRY_CAST(${sql(of.of)} AS ${duckType(of.type)})`
    case 'arithmetic':
      return of.type.kind === 'double' ? finite(doubleSql(of, sql)) : exactSql(of, sql)
    case 'length':
      return `length(${sql(of.of)})`
    case 'year':
    case 'month':
    case 'day':
      return `${of.kind}(${sql(of.of)})`
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return `${of.kind}(${sql(of.left)}, ${sql(of.right)})`
    case 'matches':
      return `regexp_full_match(${sql(of.of)}, CAST(${parameter(of.pattern)} AS VARCHAR))`
    case 'coalesce':
      return `coalesce(${of.parts.map(sql).join(', ')})`
    case 'among':
      return `(${sql(of.of)} IN (${of.list.map(sql).join(', ')}))`
    case 'once':
      return sqlOf(of.test, { ...writing, operand: sql(of.of) })
    case 'operand':
      return operand
  }
}

type Computed = Typed & { kind: 'arithmetic' }

function exactSql({ op, left, right, type }: Computed, sql: (part: Typed) => string): string {
  const [a, b] = [sql(left), sql(right)]
  const plain = op === '*' ? `(${exact(left, a)} * ${exact(right, b)})` : `(${a} ${op} ${b})`
  const isWide = type.kind === 'exact' && type.precision >= 38
  return isWide ? `TRY(CAST(${plain} AS ${duckType(type)}))` : `CAST(${plain} AS ${duckType(type)})`
}

/**
 * May be infinite or no number. Sums, differences, products and dividends stay so once they are; only a divisor must be looked at
 * before it divides, as a number divided by what is infinite is 0.
 */
function doubleSql({ op, left, right }: Computed, sql: (part: Typed) => string): string {
  const plain = (part: Typed) =>
    part.kind === 'arithmetic' && part.type.kind === 'double' ? doubleSql(part, sql) : sql(part)
  return `(${plain(left)} ${op} ${op === '/' ? sql(right) : plain(right)})`
}

/** NULL in the place of what is no finite number. Written once: twice would double with every level. */
const finite = (sql: string) => `list_transform([${sql}], lambda v: CASE WHEN isfinite(v) THEN v END)[1]`

/** The smallest of an integer type has no opposite in it, but in a DECIMAL of as many digits. */
const signed = ({ type }: Typed, sql: string) => (type.kind === 'exact' ? `CAST(${sql} AS ${duckType(type)})` : sql)

/** Wide enough that DuckDB does not choose 64 bits for a product of more digits. */
const exact = ({ type }: Typed, sql: string) =>
  type.kind === 'exact' ? `CAST(${sql} AS ${duckType({ ...type, precision: 38 })})` : sql

export function duckType(type: ValueType): string {
  return type.kind === 'exact' ? `DECIMAL(${type.precision},${type.scale})` : DUCK_TYPES[type.kind]
}

const DUCK_TYPES = {
  double: 'DOUBLE',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  uuid: 'UUID',
  json: 'JSON',
}
