/**
 * A type of PostgreSQL as the rewriting knows it. `any`: not known here. `unknown`: a literal or parameter that takes the type of its
 * place. A numeric with a scale is a DECIMAL of the engine; one without is the result of a division or an average, a DOUBLE.
 */
export type PgType = {
  name: PgTypeName
  precision?: number
  scale?: number
  /** PostgreSQL shows each of its numbers with its own decimals, which a DECIMAL does not keep. */
  isMixed?: boolean
  /** Of a list: what it holds. */
  item?: PgType
  /** A list of the catalog that PostgreSQL writes with blanks between its items. */
  isVector?: boolean
}

export type PgTypeName =
  | 'any' | 'unknown' | 'bool' | 'int2' | 'int4' | 'int8' | 'numeric' | 'float4' | 'float8' | 'text' | 'bytea' | 'date' | 'time'
  | 'timetz' | 'timestamp' | 'timestamptz' | 'interval' | 'uuid' | 'json' | 'oid' | 'list' | 'record' // biome-ignore format: a list

const plain = <Name extends PgTypeName>(name: Name): PgType => ({ name })

export const ANY = plain('any')
export const UNKNOWN = plain('unknown')
export const BOOL = plain('bool')
export const INT2 = plain('int2')
export const INT4 = plain('int4')
export const INT8 = plain('int8')
export const FLOAT4 = plain('float4')
export const FLOAT8 = plain('float8')
export const TEXT = plain('text')
export const DATE = plain('date')
export const TIME = plain('time')
export const TIMESTAMP = plain('timestamp')
export const TIMESTAMPTZ = plain('timestamptz')
export const INTERVAL = plain('interval')
export const OID = plain('oid')
export const JSON_TYPE = plain('json')
/** Held as a DOUBLE: exact to 15 digits. */
export const QUOTIENT = plain('numeric')

export const MOST_DIGITS = 38
export const numeric = (precision: number, scale: number): PgType => ({
  name: 'numeric',
  precision: Math.min(precision, MOST_DIGITS),
  scale,
})
export const listOf = (item: PgType): PgType => ({ name: 'list', item })

const DUCK: Readonly<Record<PgTypeName, string>> = {
  any: '',
  unknown: 'VARCHAR',
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  numeric: 'DOUBLE',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  text: 'VARCHAR',
  bytea: 'BLOB',
  date: 'DATE',
  time: 'TIME',
  timetz: 'TIMETZ',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  interval: 'INTERVAL',
  uuid: 'UUID',
  json: 'JSON',
  oid: 'UINTEGER',
  list: '',
  record: '',
}

/** The engine's type that holds its values. Empty where it is not known. */
export function duckType(type: PgType): string {
  if (type.name === 'list') {
    const item = duckType(type.item ?? ANY)
    return item === '' ? '' : `${item}[]`
  }
  return type.name === 'numeric' && type.scale !== undefined
    ? `DECIMAL(${type.precision}, ${type.scale})`
    : DUCK[type.name]
}

/** From the narrowest to the widest, as PostgreSQL converts without being asked. */
const NUMBERS: readonly PgTypeName[] = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']
const DAYS: readonly PgTypeName[] = ['date', 'timestamp', 'timestamptz']
const INTEGERS: ReadonlySet<PgTypeName> = new Set(['int2', 'int4', 'int8'])
const DIGITS: Readonly<Partial<Record<PgTypeName, number>>> = { int2: 5, int4: 10, int8: 19 }

export const isNumber = ({ name }: PgType) => NUMBERS.includes(name)
export const isInteger = ({ name }: PgType) => INTEGERS.has(name)
export const isMoment = ({ name }: PgType) => DAYS.includes(name)
export const isOpen = ({ name }: PgType) => name === 'any'
export const isExact = ({ name, scale }: PgType) => name === 'numeric' && scale !== undefined

/** A whole number as a numeric. */
export const asNumeric = (type: PgType): PgType => {
  const digits = DIGITS[type.name]
  return digits === undefined ? type : numeric(digits, 0)
}

export function isSameType(one: PgType, other: PgType): boolean {
  if (one.name !== other.name) return false
  if (one.name === 'list') return isSameType(one.item ?? ANY, other.item ?? ANY)
  return one.precision === other.precision && one.scale === other.scale
}

/** The type that holds both; undefined where PostgreSQL has none. Open types are left to the other. */
export function commonType(one: PgType, other: PgType): PgType | undefined {
  if (isOpen(one) || isOpen(other)) return ANY
  if (one.name === 'unknown') return other
  if (other.name === 'unknown' || isSameType(one, other)) return one
  if (isNumber(one) && isNumber(other)) return widerNumber(one, other)
  if (isMoment(one) && isMoment(other)) return DAYS.indexOf(one.name) > DAYS.indexOf(other.name) ? one : other
  if (one.name === 'oid' && isInteger(other)) return one
  if (other.name === 'oid' && isInteger(one)) return other
  if (one.name === 'list' && other.name === 'list') {
    const item = commonType(one.item ?? ANY, other.item ?? ANY)
    return item && listOf(item)
  }
  return undefined
}

function widerNumber(one: PgType, other: PgType): PgType {
  const wider = NUMBERS.indexOf(one.name) > NUMBERS.indexOf(other.name) ? one : other
  if (wider.name !== 'numeric') return wider
  const [left, right] = [asNumeric(one), asNumeric(other)]
  if (left.scale === undefined || right.scale === undefined) return QUOTIENT
  const scale = Math.max(left.scale, right.scale)
  const whole = Math.max((left.precision ?? 0) - left.scale, (right.precision ?? 0) - right.scale)
  return { ...numeric(whole + scale, scale), ...(isMixed(one, other) ? { isMixed: true } : {}) }
}

const isMixed = (one: PgType, other: PgType) =>
  one.isMixed === true || other.isMixed === true || asNumeric(one).scale !== asNumeric(other).scale

/** Whether PostgreSQL converts without being asked, in a call or an operator. */
export function isImplicit(from: PgType, to: PgType): boolean {
  if (from.name === to.name || from.name === 'unknown' || isOpen(from) || isOpen(to)) return true
  if (isNumber(from) && isNumber(to)) return NUMBERS.indexOf(from.name) < NUMBERS.indexOf(to.name)
  if (isMoment(from) && isMoment(to)) return DAYS.indexOf(from.name) < DAYS.indexOf(to.name)
  return isInteger(from) && to.name === 'oid'
}

/** How PostgreSQL calls it in messages. */
const FORMATS: Readonly<Partial<Record<PgTypeName, string>>> = {
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
}

export const formatType = (type: PgType): string =>
  type.name === 'list' ? `${formatType(type.item ?? ANY)}[]` : (FORMATS[type.name] ?? type.name)
