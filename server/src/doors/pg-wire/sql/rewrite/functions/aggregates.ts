import {
  ANY,
  BOOL,
  duckType,
  FLOAT8,
  INT8,
  isExact,
  isNumber,
  isOpen,
  listOf,
  MOST_DIGITS,
  numeric,
  type PgType,
  QUOTIENT,
  TEXT,
} from '../../pg-type.ts'
import { cast, settled, to15Digits } from '../casts.ts'
import { noFunction, unsupported } from '../refusals.ts'
import type { Rewriting } from '../rewriting.ts'
import type { Typed } from '../typed.ts'

/** `inside`: what stands in the brackets, without DISTINCT and ORDER BY. `around`: what the result becomes. */
export type Aggregate = { name: string; inside: readonly string[]; type: PgType; around?: (sql: string) => string }

type Aggregation = (args: readonly Typed[], refuse: () => Error, rewriting: Rewriting) => Aggregate

const asType = (type: PgType) => (sql: string) => `CAST(${sql} AS ${duckType(type)})`

const sum: Aggregation = ([value], refuse) => {
  if (!value) throw refuse()
  const { type, sql } = value
  const made = { name: 'sum', inside: [sql] }
  if (type.name === 'int2' || type.name === 'int4') return { ...made, type: INT8, around: asType(INT8) }
  if (type.name === 'int8') return { ...made, type: numeric(MOST_DIGITS, 0), around: asType(numeric(MOST_DIGITS, 0)) }
  if (isExact(type)) {
    const result = { ...numeric(MOST_DIGITS, type.scale ?? 0), ...(type.isMixed ? { isMixed: true } : {}) }
    return { ...made, type: result, around: asType(result) }
  }
  if (type.name === 'numeric') return { ...made, type: QUOTIENT, around: to15Digits }
  if (type.name === 'float8' || isOpen(type)) return { ...made, type }
  throw refuse()
}

/** Averages and deviations of numerics are doubles. */
const ofNumbers =
  (name: string): Aggregation =>
  ([value], refuse) => {
    if (!value || !(isNumber(value.type) || isOpen(value.type))) throw refuse()
    const isDouble = value.type.name === 'float8' || value.type.name === 'float4'
    return {
      name,
      inside: [value.sql],
      type: isDouble ? FLOAT8 : QUOTIENT,
      ...(isDouble ? {} : { around: to15Digits }),
    }
  }

const UNORDERED = new Set(['bool', 'uuid', 'json', 'list', 'record'])

const extreme =
  (name: string): Aggregation =>
  ([value], refuse, { parameters }) => {
    if (!value || UNORDERED.has(value.type.name)) throw refuse()
    const made = settled(value, parameters)
    return { name, inside: [made.sql], type: made.type }
  }

const truth =
  (name: string): Aggregation =>
  ([value], refuse, { parameters }) => {
    if (!value || !['bool', 'unknown', 'any'].includes(value.type.name)) throw refuse()
    return { name, inside: [cast(value, BOOL, parameters).sql], type: BOOL }
  }

const pair =
  (name: string): Aggregation =>
  ([one, other], refuse) => {
    if (!one || !other || !isNumber(one.type) || !isNumber(other.type)) throw refuse()
    return { name, inside: [one, other].map(({ sql }) => `CAST(${sql} AS DOUBLE)`), type: FLOAT8 }
  }

const AGGREGATES: Readonly<Record<string, Aggregation>> = {
  count: ([value], _refuse, { parameters }) => ({
    name: 'count',
    inside: [value ? settled(value, parameters).sql : '*'],
    type: INT8,
  }),
  sum,
  avg: ofNumbers('avg'),
  stddev: ofNumbers('stddev_samp'),
  stddev_samp: ofNumbers('stddev_samp'),
  stddev_pop: ofNumbers('stddev_pop'),
  variance: ofNumbers('var_samp'),
  var_samp: ofNumbers('var_samp'),
  var_pop: ofNumbers('var_pop'),
  min: extreme('min'),
  max: extreme('max'),
  bool_and: truth('bool_and'),
  every: truth('bool_and'),
  bool_or: truth('bool_or'),
  covar_pop: pair('covar_pop'),
  covar_samp: pair('covar_samp'),
  string_agg: ([value, by], refuse, { parameters }) => {
    if (!value || !by || [value, by].some(({ type }) => !['text', 'unknown', 'any'].includes(type.name))) throw refuse()
    if (typeof by.literal !== 'string')
      throw unsupported('string_agg without a literal between the texts', by.place, "Write string_agg(x, ', ').")
    return {
      name: 'string_agg',
      inside: [cast(value, TEXT, parameters).sql, cast(by, TEXT, parameters).sql],
      type: TEXT,
    }
  },
  array_agg: ([value], refuse, { parameters }) => {
    if (!value || value.type.name === 'list' || value.type.name === 'unknown') throw refuse()
    const made = settled(value, parameters)
    return { name: 'list', inside: [made.sql], type: isOpen(made.type) ? ANY : listOf(made.type) }
  },
}

export const isAggregate = (name: string) => Object.hasOwn(AGGREGATES, name)

export function aggregate(rewriting: Rewriting, name: string, args: readonly Typed[], place: number): Aggregate {
  const refuse = () =>
    noFunction(
      name,
      args.map(({ type }) => type),
      place,
    )
  const made = AGGREGATES[name]
  const most = ['covar_pop', 'covar_samp', 'string_agg'].includes(name) ? 2 : 1
  if (!made || args.length > most) throw refuse()
  return made(args, refuse, rewriting)
}

/** percentile_cont(0.5) WITHIN GROUP (ORDER BY x). */
export function percentile(
  name: string,
  fraction: Typed,
  value: Typed,
  isDescending: boolean,
  place: number,
): Aggregate {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?|0?\.\d+)$/.test(fraction.literal ?? ''))
    throw unsupported(`${name} without a literal from 0 to 1`, place, `Write ${name}(0.5).`)
  if (isDescending)
    throw unsupported(`${name} in descending order`, place, 'Order ascending, and take 1 minus the fraction.')
  if (name === 'percentile_disc')
    return { name: 'quantile_disc', inside: [value.sql, fraction.literal ?? '0'], type: value.type }
  if (!isNumber(value.type)) throw noFunction(name, [FLOAT8, value.type], place)
  return { name: 'quantile_cont', inside: [`CAST(${value.sql} AS DOUBLE)`, fraction.literal ?? '0'], type: FLOAT8 }
}
