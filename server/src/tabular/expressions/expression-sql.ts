import type { Typed, ValueType } from './check-expression.ts'

export type SqlText = { sql: string; parameters: string[] }

/**
 * The condition as SQL of DuckDB: columns as the caller spells them, values as parameters. What a node evaluates to is what
 * this selects; where DuckDB would fail (overflow, division by zero) both say NULL.
 */
export function expressionSql(typed: Typed, columnSql: (columnId: number) => string, firstParameter = 1): SqlText {
  const parameters: string[] = []
  const parameter = (text: string) => {
    parameters.push(text)
    return `$${firstParameter + parameters.length - 1}`
  }
  const sql = (of: Typed): string => sqlOf(of, sql, columnSql, parameter)
  return { sql: sql(typed), parameters }
}

type Parts = (of: Typed) => string

function sqlOf(of: Typed, sql: Parts, columnSql: (id: number) => string, parameter: (text: string) => string): string {
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
      return arithmeticSql(of, sql)
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
  }
}

function arithmeticSql({ op, left, right, type }: Typed & { kind: 'arithmetic' }, sql: Parts): string {
  const [a, b] = [sql(left), sql(right)]
  if (type.kind === 'exact') {
    const plain = op === '*' ? `(${exact(left, a)} * ${exact(right, b)})` : `(${a} ${op} ${b})`
    return type.precision < 38 ? `CAST(${plain} AS ${duckType(type)})` : `TRY(CAST(${plain} AS ${duckType(type)}))`
  }
  const plain = op === '/' ? `(${a} / nullif(${b}, 0))` : `(${a} ${op} ${b})`
  const finite = `TRY(${plain})`
  return `(CASE WHEN isfinite(${finite}) THEN ${finite} END)`
}

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
