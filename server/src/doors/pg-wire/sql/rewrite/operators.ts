import {
  ANY,
  BOOL,
  commonType,
  duckType,
  FLOAT8,
  INTERVAL,
  isInteger,
  isMoment,
  isNumber,
  isOpen,
  JSON_TYPE,
  listOf,
  type PgType,
  QUOTIENT,
  TEXT,
} from '../pg-type.ts'
import { arithmetic } from './arithmetic.ts'
import { cast, textOf } from './casts.ts'
import { likeSql, matchSql } from './patterns.ts'
import { noOperator, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import { isNull, type Typed } from './typed.ts'

const COMPARISONS = new Set(['=', '<>', '!=', '<', '>', '<=', '>='])
const PATTERNS: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '!~~': 'NOT LIKE',
  '~~*': 'ILIKE',
  '!~~*': 'NOT ILIKE',
}
const BITS: Readonly<Record<string, (left: string, right: string) => string>> = {
  '&': (left, right) => `(${left} & ${right})`,
  '|': (left, right) => `(${left} | ${right})`,
  '#': (left, right) => `xor(${left}, ${right})`,
}

/** An operator between two operands, with the meaning that PostgreSQL gives it for their types. */
export function binary(rewriting: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  if (COMPARISONS.has(name)) return comparison(rewriting, name === '!=' ? '<>' : name, left, right, place)
  if (name === '||') return concatenation(rewriting, left, right, place)
  if (/^!?~\*?$/.test(name)) return match(rewriting, name, left, right, place)
  const like = PATTERNS[name]
  if (like !== undefined) return liked(rewriting, like, left, right, undefined, place)
  if (name === '->' || name === '->>') return member(rewriting, name, left, right, place)
  const bits = BITS[name]
  const [one, other] = sameKind(rewriting, name, left, right, place)
  if (bits && isInteger(one.type) && isInteger(other.type)) return bitwise(rewriting, bits, one, other, place)
  if ('+-*/%^'.includes(name) && name.length === 1) return arithmetic(rewriting, name, one, other, place)
  throw noOperator(name, [left.type, right.type], place)
}

/** A literal or parameter without a type takes that of the other operand. */
function sameKind({ parameters }: Rewriting, name: string, left: Typed, right: Typed, place: number): [Typed, Typed] {
  const [isLeft, isRight] = [left.type.name === 'unknown', right.type.name === 'unknown']
  if (isLeft && isRight) throw noOperator(name, [left.type, right.type], place)
  if (isRight) return [left, cast(right, partner(name, left.type, place), parameters)]
  if (isLeft) return [cast(left, partner(name, right.type, place), parameters), right]
  return [left, right]
}

function partner(name: string, type: PgType, place: number): PgType {
  if (type.name === 'numeric') return QUOTIENT
  if (name === '+' && isMoment(type)) {
    if (type.name === 'date') throw noOperator(name, [type, { name: 'unknown' }], place)
    return INTERVAL
  }
  return type
}

/** Both with one type, for a comparison. */
export function comparable(
  rewriting: Rewriting,
  name: string,
  left: Typed,
  right: Typed,
  place: number,
): [Typed, Typed] {
  const { parameters } = rewriting
  if (left.type.name === 'unknown' && right.type.name === 'unknown')
    return [cast(left, TEXT, parameters), cast(right, TEXT, parameters)]
  const common = commonType(left.type, right.type)
  if (!common || (common.name === 'json' && name !== 'IS')) throw noOperator(name, [left.type, right.type], place)
  const both = (operand: Typed, other: Typed) => {
    if (operand.type.name === 'unknown')
      return cast(operand, other.type.name === 'numeric' ? QUOTIENT : other.type, parameters)
    return isMoment(common) ? cast(operand, common, parameters) : operand
  }
  return [both(left, right), both(right, left)]
}

export function comparison(rewriting: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  const [one, other] = comparable(rewriting, name, left, right, place)
  return { sql: `(${one.sql} ${name} ${other.sql})`, type: BOOL, place }
}

function bitwise(
  { parameters }: Rewriting,
  spell: (left: string, right: string) => string,
  left: Typed,
  right: Typed,
  place: number,
): Typed {
  const type = commonType(left.type, right.type) ?? ANY
  const [one, other] = [cast(left, type, parameters), cast(right, type, parameters)]
  return { sql: `CAST(${spell(one.sql, other.sql)} AS ${duckType(type)})`, type, place }
}

function concatenation({ parameters }: Rewriting, left: Typed, right: Typed, place: number): Typed {
  if (left.type.name === 'list' || right.type.name === 'list') return joinedLists({ parameters }, left, right, place)
  const isTextual = ({ type }: Typed) => type.name === 'text' || type.name === 'unknown' || isOpen(type)
  if (!isTextual(left) && !isTextual(right)) throw noOperator('||', [left.type, right.type], place)
  const text = (operand: Typed) =>
    operand.type.name === 'unknown' ? cast(operand, TEXT, parameters).sql : textOf(operand)
  return { sql: `(${text(left)} || ${text(right)})`, type: TEXT, place }
}

/** PostgreSQL takes a NULL list for an empty one. */
function joinedLists({ parameters }: Pick<Rewriting, 'parameters'>, left: Typed, right: Typed, place: number): Typed {
  const list = left.type.name === 'list' ? left : right
  const item = list.type.item ?? ANY
  const parts = [left, right].map((operand) => {
    if (operand.type.name === 'list' || isNull(operand)) return cast(operand, list.type, parameters).sql
    const type = commonType(item, operand.type)
    if (!type || duckType(type) !== duckType(item)) throw noOperator('||', [left.type, right.type], place)
    return `[${cast(operand, item, parameters).sql}]`
  })
  const [one, other] = parts
  const isWhole = `${one} IS NULL AND ${other} IS NULL`
  return {
    sql: `CASE WHEN ${isWhole} THEN NULL ELSE list_concat(coalesce(${one}, []), coalesce(${other}, [])) END`,
    type: listOf(item),
    place,
  }
}

const isText = ({ type }: Typed) => type.name === 'text' || type.name === 'unknown' || isOpen(type)

function match({ parameters }: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  if (!isText(left) || !isText(right)) throw noOperator(name, [left.type, right.type], place)
  const text = cast(left, TEXT, parameters)
  const pattern = cast(right, TEXT, parameters)
  const sql = matchSql(text.sql, pattern, name.endsWith('*'), parameters.values === null)
  return { sql: name.startsWith('!') ? `(NOT ${sql})` : sql, type: BOOL, place }
}

export function liked(
  { parameters }: Rewriting,
  operator: string,
  left: Typed,
  right: Typed,
  marker: Typed | undefined,
  place: number,
): Typed {
  if (!isText(left) || !isText(right)) throw noOperator(operator, [left.type, right.type], place)
  const [text, pattern] = [cast(left, TEXT, parameters).sql, cast(right, TEXT, parameters)]
  if (marker && marker.literal?.length !== 1)
    throw unsupported('ESCAPE other than one character', place, "Write ESCAPE '#'.")
  const isPlain = !marker && typeof right.literal === 'string' && !right.literal.includes('\\')
  const sql = isPlain
    ? `(${text} ${operator} ${pattern.sql})`
    : likeSql(text, operator, pattern.sql, marker && cast(marker, TEXT, parameters).sql)
  return { sql, type: BOOL, place }
}

/** Members of JSON by a name or a place that both read alike. */
function member({ parameters }: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  if (left.type.name !== 'json' && !isOpen(left.type)) throw noOperator(name, [left.type, right.type], place)
  const isName =
    right.type.name === 'unknown' && typeof right.literal === 'string' && !/^[$/]|^\d+$|^$/.test(right.literal)
  const isPlace = isInteger(right.type) && /^\d+$/.test(right.literal ?? '')
  if (!isName && !isPlace)
    throw unsupported(`${name} with this operand`, place, 'Write the name or the place as a literal.')
  const key = isName ? cast(right, TEXT, parameters).sql : right.sql
  return { sql: `(${left.sql} ${name} ${key})`, type: name === '->' ? JSON_TYPE : TEXT, place }
}

/** An operator before its operand. */
export function prefix({ parameters }: Rewriting, name: string, operand: Typed, place: number): Typed {
  const typed = operand.type.name === 'unknown' ? cast(operand, FLOAT8, parameters) : operand
  const { type, sql } = typed
  const isSigned = isNumber(type) || isOpen(type) || type.name === 'interval'
  if (name === '-' && isSigned) {
    const literal = typeof typed.literal === 'string' ? { literal: `-${typed.literal}`.replace(/^--/, '') } : {}
    return { sql: `(- ${sql})`, type, place, ...literal }
  }
  if (name === '+' && isSigned) return { ...typed, place }
  if (name === '~' && isInteger(type)) return { sql: `(~ ${sql})`, type, place }
  if (name === '@' && isNumber(type)) return { sql: `abs(${sql})`, type, place }
  if (name === '|/' && isNumber(type)) return { sql: `sqrt(CAST(${sql} AS DOUBLE))`, type: FLOAT8, place }
  throw noOperator(name, [operand.type], place)
}
