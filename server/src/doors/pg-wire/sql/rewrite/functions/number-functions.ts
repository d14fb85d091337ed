import {
  asNumeric,
  duckType,
  FLOAT8,
  INT4,
  INT8,
  isExact,
  isInteger,
  isNumber,
  MOST_DIGITS,
  numeric,
  type PgType,
  QUOTIENT,
} from '../../pg-type.ts'
import { raised } from '../arithmetic.ts'
import { cast } from '../casts.ts'
import { isQuotient } from '../input-text.ts'
import { binary } from '../operators.ts'
import { noFunction, unsupported } from '../refusals.ts'
import type { Rewriting } from '../rewriting.ts'
import { raise, type Typed } from '../typed.ts'
import type { Signature } from './signature.ts'

const ofDouble = (name: string): Signature[] => [
  { args: [FLOAT8], result: FLOAT8, sql: (value) => `${name}(CAST(${value} AS DOUBLE))` },
]
const whole = (name: string): Signature[] =>
  [INT4, INT8].map((type) => ({ args: [type, type], result: type, sql: (one, other) => `${name}(${one}, ${other})` }))

export const NUMBER_FUNCTIONS: Readonly<Record<string, readonly Signature[]>> = {
  random: [{ args: [], result: FLOAT8, sql: () => 'random()' }],
  pi: [{ args: [], result: FLOAT8, sql: () => 'pi()' }],
  degrees: ofDouble('degrees'),
  radians: ofDouble('radians'),
  cbrt: ofDouble('cbrt'),
  sin: ofDouble('sin'),
  cos: ofDouble('cos'),
  tan: ofDouble('tan'),
  atan: ofDouble('atan'),
  gcd: whole('gcd'),
  lcm: whole('lcm'),
}

type NumberFunction = (
  rewriting: Rewriting,
  value: Typed,
  second: Typed | undefined,
  place: number,
) => Typed | undefined

/** Functions that return the kind of number that they are given. */
const BY_KIND: Readonly<Record<string, NumberFunction>> = {
  abs: (_rewriting, value, second, place) =>
    second ? undefined : { sql: `abs(${value.sql})`, type: value.type, place },
  ceil: (_rewriting, value, second, place) => (second ? undefined : wholePart('ceil', value, place)),
  ceiling: (_rewriting, value, second, place) => (second ? undefined : wholePart('ceil', value, place)),
  floor: (_rewriting, value, second, place) => (second ? undefined : wholePart('floor', value, place)),
  sign: (_rewriting, value, second, place) => {
    const type = value.type.name === 'numeric' ? numeric(1, 0) : FLOAT8
    return second ? undefined : { sql: `CAST(sign(${value.sql}) AS ${duckType(type)})`, type, place }
  },
  round: rounded,
  trunc: truncated,
  mod: (rewriting, value, second, place) => (second ? binary(rewriting, '%', value, second, place) : undefined),
  power: (...given) => powered(...given),
  pow: (...given) => powered(...given),
  sqrt: (_rewriting, value, second, place) =>
    second ? undefined : guarded(value, 'sqrt', '< 0', 'cannot take square root of a negative number', place),
  ln: (_rewriting, value, second, place) => (second ? undefined : logarithm('ln', value, place)),
  log: (_rewriting, value, second, place) => (second ? undefined : logarithm('log10', value, place)),
  log10: (_rewriting, value, second, place) => (second ? undefined : logarithm('log10', value, place)),
  exp: (_rewriting, value, second, place) =>
    second ? undefined : { sql: `exp(${double(value)})`, type: kindOf(value), place },
}

export function numberFunction(
  rewriting: Rewriting,
  name: string,
  args: readonly Typed[],
  place: number,
): Typed | undefined {
  const made = BY_KIND[name]
  if (!made) return undefined
  const [value, second] = args.map((arg) =>
    arg.type.name === 'unknown' ? cast(arg, FLOAT8, rewriting.parameters) : arg,
  )
  const types = args.map(({ type }) => type)
  if (!value || args.length > 2 || !args.every(({ type }) => isNumber(type) || ['unknown', 'any'].includes(type.name)))
    throw noFunction(name, types, place)
  const found = made(rewriting, value, second, place)
  if (!found) throw noFunction(name, types, place)
  return found
}

const double = ({ sql }: Typed) => `CAST(${sql} AS DOUBLE)`
const kindOf = ({ type }: Typed): PgType => (type.name === 'numeric' ? QUOTIENT : FLOAT8)

function guarded(value: Typed, name: string, test: string, message: string, place: number): Typed {
  const sql = double(value)
  return { sql: `${name}(CASE WHEN ${sql} ${test} THEN ${raise(message)} ELSE ${sql} END)`, type: kindOf(value), place }
}

const logarithm = (name: string, value: Typed, place: number) =>
  guarded(value, name, '<= 0', 'cannot take logarithm of zero or of a negative number', place)

const powered: NumberFunction = (_rewriting, base, exponent, place) =>
  exponent &&
  raised(base, exponent, base.type.name === 'numeric' || exponent.type.name === 'numeric' ? QUOTIENT : FLOAT8, place)

/** A quotient is a double: it is read to 12 decimals before it is cut, so that 2.9999999999999996 is 3. */
const exact = ({ sql, type }: Typed): Typed & { type: PgType } =>
  isQuotient(type)
    ? { sql: `CAST(${sql} AS DECIMAL(38, 12))`, type: numeric(MOST_DIGITS, 12), place: -1 }
    : isInteger(type)
      ? { sql: `CAST(${sql} AS ${duckType(asNumeric(type))})`, type: asNumeric(type), place: -1 }
      : { sql, type, place: -1 }

function wholePart(name: string, value: Typed, place: number): Typed {
  if (value.type.name !== 'numeric') return { sql: `${name}(${double(value)})`, type: FLOAT8, place }
  const { sql, type } = exact(value)
  const result = numeric((type.precision ?? 0) - (type.scale ?? 0) + 1, 0)
  return { sql: `CAST(${name}(${sql}) AS ${duckType(result)})`, type: result, place }
}

function rounded(_rewriting: Rewriting, value: Typed, digits: Typed | undefined, place: number): Typed {
  if (!digits && value.type.name !== 'numeric') return { sql: `round_even(${double(value)}, 0)`, type: FLOAT8, place }
  const { sql, result } = withDigits('round', value, digits, place)
  return { sql: `CAST(${sql} AS ${duckType(result)})`, type: result, place }
}

function truncated(_rewriting: Rewriting, value: Typed, digits: Typed | undefined, place: number): Typed {
  if (!digits && value.type.name !== 'numeric') return { sql: `trunc(${double(value)})`, type: FLOAT8, place }
  const { sql, result, scale, count } = withDigits('trunc', value, digits, place)
  const cut = count >= scale ? sql : count === 0 ? `trunc(${sql})` : `trunc(${sql}, ${count})`
  return { sql: `CAST(${cut} AS ${duckType(result)})`, type: result, place }
}

const MOST_DECIMALS = 12

function withDigits(name: string, value: Typed, digits: Typed | undefined, place: number) {
  if (digits && !isInteger(digits.type)) throw noFunction(name, [value.type, digits.type], place)
  const { sql, type } = exact(value)
  if (!isExact(type)) throw noFunction(name, [value.type, INT4], place)
  const count = Number(digits ? (digits.literal ?? Number.NaN) : 0)
  if (!(count >= 0 && count <= MOST_DECIMALS))
    throw unsupported(
      `${name} to other than 0 to ${MOST_DECIMALS} decimals as a literal`,
      place,
      `Write ${name}(x, 2).`,
    )
  const scale = type.scale ?? 0
  return { sql, scale, count, result: numeric((type.precision ?? 0) - scale + count + 1, count) }
}
