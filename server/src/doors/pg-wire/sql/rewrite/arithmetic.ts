import {
  ANY,
  asNumeric,
  commonType,
  DATE,
  duckType,
  FLOAT8,
  INT4,
  INTERVAL,
  isExact,
  isInteger,
  isMoment,
  isNumber,
  isOpen,
  MOST_DIGITS,
  numeric,
  type PgType,
  QUOTIENT,
  TIMESTAMP,
} from '../pg-type.ts'
import { cast, to15Digits } from './casts.ts'
import { isQuotient } from './input-text.ts'
import { noOperator, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import { raise, type Typed } from './typed.ts'

/** + - * / % and ^ between numbers, and between days, moments and spans. */
export function arithmetic(rewriting: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  if (isOpen(left.type) || isOpen(right.type)) return { sql: `(${left.sql} ${name} ${right.sql})`, type: ANY, place }
  if (isNumber(left.type) && isNumber(right.type)) return ofNumbers(rewriting, name, left, right, place)
  const days = ofDays(rewriting, name, left, right)
  if (!days) throw noOperator(name, [left.type, right.type], place)
  return { ...days, place }
}

function ofNumbers({ parameters }: Rewriting, name: string, left: Typed, right: Typed, place: number): Typed {
  const common = commonType(left.type, right.type) ?? ANY
  const type = common.name === 'float4' && left.type.name !== right.type.name ? FLOAT8 : common
  if (name === '^') return raised(left, right, type.name === 'numeric' ? QUOTIENT : FLOAT8, place)
  const isFloat = type.name === 'float4' || type.name === 'float8'
  if (name === '%' && (isFloat || isQuotient(type))) throw noOperator(name, [left.type, right.type], place)
  if (isExact(type)) return ofDecimals(name, left, right, place)
  const [one, other] = [left, right].map((operand) =>
    isQuotient(type) ? `CAST(${operand.sql} AS DOUBLE)` : cast(operand, type, parameters).sql,
  )
  if (name === '/' || name === '%') {
    const operator = name === '/' && isInteger(type) ? '//' : name
    return { sql: asQuotient(`(${one} ${operator} ${divisor(left, right, other ?? '')})`, type), type, place }
  }
  return { sql: asQuotient(`(${one} ${name} ${other})`, type), type, place }
}

/** What is computed from quotients is sure to 15 digits. */
const asQuotient = (sql: string, type: PgType) => (isQuotient(type) ? to15Digits(sql) : sql)

const isNonZero = ({ literal }: Typed) => typeof literal === 'string' && Number(literal) !== 0

/** A division of NULL is NULL, by whatever it is divided. */
function divisor(left: Typed, right: Typed, sql: string): string {
  if (isNonZero(right)) return sql
  const isKnown = typeof left.literal === 'string'
  return `CASE WHEN ${isKnown ? '' : `${left.sql} IS NOT NULL AND `}${sql} = 0 THEN ${raise('division by zero')} ELSE ${sql} END`
}

/** Decimals keep all their digits, except in a quotient, which is a double. */
function ofDecimals(name: string, left: Typed, right: Typed, place: number): Typed {
  const [one, other] = [asNumeric(left.type), asNumeric(right.type)]
  const [left1, right1] = [left, right].map((operand) =>
    isInteger(operand.type) ? `CAST(${operand.sql} AS ${duckType(asNumeric(operand.type))})` : operand.sql,
  )
  const [scale, otherScale] = [one.scale ?? 0, other.scale ?? 0]
  const mixed = one.isMixed || other.isMixed ? { isMixed: true } : {}
  const wholes = Math.max((one.precision ?? 0) - scale, (other.precision ?? 0) - otherScale)
  if (name === '/') {
    // As whole numbers both are doubles without a rounding, and the quotient is the double nearest to it.
    const factor = `1${'0'.repeat(Math.max(scale, otherScale))}`
    const [above, below] = [left1, right1].map((sql) => `CAST(${sql} * ${factor} AS DOUBLE)`)
    return { sql: `(${above} / ${divisor(left, right, below ?? '')})`, type: QUOTIENT, place }
  }
  if (name === '*') {
    if (scale + otherScale > MOST_DIGITS)
      throw unsupported('A product of so many decimals', place, 'Round the factors first.')
    const type = { ...numeric((one.precision ?? 0) + (other.precision ?? 0), scale + otherScale), ...mixed }
    return { sql: `CAST(${left1} * ${right1} AS ${duckType(type)})`, type, place }
  }
  const digits = wholes + Math.max(scale, otherScale) + (name === '%' ? 0 : 1)
  const type = { ...numeric(digits, Math.max(scale, otherScale)), ...mixed }
  if (name === '%')
    return { sql: `CAST(${left1} % ${divisor(left, right, right1 ?? '')} AS ${duckType(type)})`, type, place }
  return { sql: `CAST(${left1} ${name} ${right1} AS ${duckType(type)})`, type, place }
}

/** Powers of numerics are doubles too. */
export function raised(left: Typed, right: Typed, type: PgType, place: number): Typed {
  const [base, exponent] = [`CAST(${left.sql} AS DOUBLE)`, `CAST(${right.sql} AS DOUBLE)`]
  const guarded =
    `CASE WHEN ${base} = 0 AND ${exponent} < 0 THEN ${raise('zero raised to a negative power is undefined')} ` +
    `WHEN ${base} < 0 AND ${exponent} <> floor(${exponent}) THEN ${raise('a negative number raised to a non-integer power yields a complex result')} ` +
    `ELSE ${base} END`
  const isSafe =
    typeof right.literal === 'string' && Number(right.literal) >= 0 && Number.isInteger(Number(right.literal))
  return { sql: `power(${isSafe ? base : guarded}, ${exponent})`, type, place }
}

/** Days, moments and spans between each other. */
function ofDays({ parameters }: Rewriting, name: string, left: Typed, right: Typed): Omit<Typed, 'place'> | undefined {
  const pair = `${left.type.name} ${name} ${right.type.name}`
  const as = (operand: Typed, type: PgType) => cast(operand, type, parameters).sql
  switch (pair) {
    case 'date + int4':
    case 'date + int2':
    case 'date - int4':
    case 'date - int2':
      return { sql: `(${left.sql} ${name} ${as(right, INT4)})`, type: DATE }
    case 'int4 + date':
    case 'int2 + date':
      return { sql: `(${right.sql} + ${as(left, INT4)})`, type: DATE }
    case 'date - date':
      return { sql: `CAST(${left.sql} - ${right.sql} AS INTEGER)`, type: INT4 }
    case 'date + time':
    case 'date + interval':
    case 'date - interval':
    case 'timestamp + interval':
    case 'timestamp - interval':
      return { sql: `(${left.sql} ${name} ${right.sql})`, type: TIMESTAMP }
    case 'interval + date':
    case 'interval + timestamp':
      return { sql: `(${right.sql} + ${left.sql})`, type: TIMESTAMP }
    case 'timestamptz + interval':
    case 'timestamptz - interval':
      return { sql: `timezone('UTC', timezone('UTC', ${left.sql}) ${name} ${right.sql})`, type: left.type }
    case 'interval + interval':
    case 'interval - interval':
      return { sql: `(${left.sql} ${name} ${right.sql})`, type: INTERVAL }
    case 'interval * int4':
      return { sql: `(${left.sql} * ${right.sql})`, type: INTERVAL }
    case 'int4 * interval':
      return { sql: `(${right.sql} * ${left.sql})`, type: INTERVAL }
    default:
  }
  if (name !== '-' || !isMoment(left.type) || !isMoment(right.type)) return undefined
  return { sql: `(${as(left, TIMESTAMP)} - ${as(right, TIMESTAMP)})`, type: INTERVAL }
}
