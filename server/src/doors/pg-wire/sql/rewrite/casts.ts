import {
  ANY,
  asNumeric,
  BOOL,
  duckType,
  isExact,
  isInteger,
  isMoment,
  isNumber,
  isOpen,
  isSameType,
  listOf,
  numeric,
  type PgType,
  QUOTIENT,
  TEXT,
  UNKNOWN,
} from '../pg-type.ts'
import { intervalSql, isQuotient, literalSql, readInput } from './input-text.ts'
import { cannotCast, unsupported } from './refusals.ts'
import { quoteLiteral, raise, type Typed } from './typed.ts'

/** Types and values of the parameters of a query. `values` is null while it is only planned. */
export type Parameters = { types: (PgType | undefined)[]; values: readonly (string | null)[] | null }

/** A text cannot have this character, so that it marks where a parameter stands. */
export const PARAMETER_MARK = '\u0001'
const marked = (number: number) => `${PARAMETER_MARK}${number}${PARAMETER_MARK}`

/** Of a numeric that is not known yet; of one that is known, its own digits are taken. */
const OPEN_NUMERIC = numeric(38, 10)

/** A parameter takes the type of the first place that has one, as in PostgreSQL. */
export function parameterAs(number: number, type: PgType, parameters: Parameters, place: number): Typed {
  parameters.types[number - 1] ??= type
  const own = parameters.types[number - 1] ?? type
  const value = parameters.values?.[number - 1]
  const duck = duckType(own)
  if (own.name === 'interval' && typeof value === 'string' && !/microseconds$/.test(value))
    return { sql: intervalSql(value, place), type: own, place }
  if (typeof value === 'string' && own.name !== 'list') {
    const read = readInput(value, own, place)
    // A text is read as the type that the client said; the engine would read more spellings.
    if (read.text !== value || own.name === 'numeric')
      return { sql: literalSql(read, duckType(read.type)), type: read.type, place, ...known(own, value) }
  }
  const shown = own.name === 'numeric' && own.scale === undefined ? OPEN_NUMERIC : own
  if (duck === '') return { sql: marked(number), type: own, place }
  return { sql: `CAST(${marked(number)} AS ${duckType(shown)})`, type: shown, place, ...known(own, value) }
}

/** The value of a text parameter can decide what is done with it: a pattern, a field. */
const known = (type: PgType, value: string | null | undefined) =>
  type.name === 'text' && value !== undefined ? { literal: value } : {}

/** The expression as this type, where PostgreSQL converts. An explicit cast converts more than a call does. */
export function cast(from: Typed, to: PgType, parameters: Parameters): Typed {
  const { place } = from
  if (from.type.name === 'unknown') return ofUnknown(from, to, parameters)
  if (isOpen(to) || isSameType(from.type, to)) return from
  if (to.name === 'unknown' || isOpenList(from.type, to)) return from
  const target = to.name === 'numeric' && to.scale === undefined ? plainNumeric(from) : to
  const sql = castSql(from, target)
  if (sql === undefined) throw cannotCast(from.type, to, place)
  return { sql, type: target, place }
}

/** A function of lists takes a list of anything. */
const isOpenList = (from: PgType, to: PgType) => from.name === 'list' && to.name === 'list' && isOpen(to.item ?? ANY)

function ofUnknown(from: Typed, to: PgType, parameters: Parameters): Typed {
  const { place, literal } = from
  // The digits of the cast cut what was read with its own digits.
  if (isExact(to) && literal !== null) return cast(ofUnknown(from, QUOTIENT, parameters), to, parameters)
  if (from.parameter !== undefined) {
    const made = parameterAs(from.parameter, to.name === 'unknown' ? TEXT : to, parameters, place)
    return made.type.name === to.name || isOpen(to) ? made : cast(made, to, parameters)
  }
  if (literal === null || literal === undefined) {
    const duck = duckType(to)
    return duck === '' || literal === undefined
      ? { ...from, type: to }
      : { sql: `CAST(NULL AS ${duck})`, type: to, place, literal: null }
  }
  if (isOpen(to) || to.name === 'unknown') return { ...from, sql: quoteLiteral(literal) }
  if (to.name === 'list') return { sql: listSql(literal, to, place), type: to, place }
  if (to.name === 'interval') return { sql: intervalSql(literal, place), type: to, place }
  const read = readInput(literal, to, place)
  return { sql: literalSql(read, duckType(read.type)), type: read.type, place, literal: read.text }
}

/** '{a,b}' with plain items. */
function listSql(text: string, to: PgType, place: number): string {
  const inner = /^\s*\{([^{}"\\]*)\}\s*$/.exec(text)?.[1]
  if (inner === undefined) throw unsupported('This literal of an array', place, 'Write ARRAY[…].')
  const item = to.item ?? ANY
  const items = inner.trim() === '' ? [] : inner.split(',').map((part) => part.trim())
  const sqls = items.map((part) =>
    /^null$/i.test(part) ? 'NULL' : literalSql(readInput(part, item, place), duckType(item)),
  )
  return `CAST([${sqls.join(', ')}] AS ${duckType(to)})`
}

/** A cast to numeric without digits keeps those that there are. */
function plainNumeric({ type, place }: Typed): PgType {
  if (isInteger(type)) return asNumeric(type)
  if (isNumber(type)) return QUOTIENT
  if (type.name === 'text')
    throw unsupported('A cast of a text to numeric without digits', place, 'Say how many digits: numeric(20, 4).')
  return QUOTIENT
}

function castSql(from: Typed, to: PgType): string | undefined {
  const { sql, type } = from
  const duck = duckType(to)
  if (isOpen(type)) return duck === '' ? sql : `CAST(${sql} AS ${duck})`
  if (to.name === 'text') return textOf(from)
  if (type.name === 'text') return fromText(sql, to)
  if (isNumber(type) && isNumber(to)) return numberAs(sql, type, to)
  if (isMoment(type) && isMoment(to)) return momentAs(sql, type, to)
  if (type.name === 'list' && to.name === 'list') return listAs(sql, type, to)
  const pair = `${type.name}>${to.name}`
  if (pair === 'int4>bool') return `(${sql} <> 0)`
  return PLAIN_CASTS.has(pair) ? `CAST(${sql} AS ${duck})` : undefined
}

const PLAIN_CASTS: ReadonlySet<string> = new Set(
  'bool>int4 timestamp>time timestamptz>time time>interval int4>oid int8>oid int2>oid oid>int4 oid>int8 json>json'.split(
    ' ',
  ),
)

function listAs(sql: string, from: PgType, to: PgType): string | undefined {
  const item = castSql({ sql: 'x_', type: from.item ?? ANY, place: -1 }, to.item ?? ANY)
  return item === undefined ? undefined : `CAST(list_transform(${sql}, lambda x_: ${item}) AS ${duckType(to)})`
}

function momentAs(sql: string, from: PgType, to: PgType): string {
  // Every session is in UTC.
  if (from.name === 'timestamptz') return `CAST(timezone('UTC', ${sql}) AS ${duckType(to)})`
  if (to.name === 'timestamptz') return `timezone('UTC', CAST(${sql} AS TIMESTAMP))`
  return `CAST(${sql} AS ${duckType(to)})`
}

/** A double is a sum of powers of two: before its decimals are cut it is read as the number it stands for. */
function numberAs(sql: string, from: PgType, to: PgType): string {
  const duck = duckType(to)
  if (isExact(to)) {
    if (from.name === 'float8' || from.name === 'float4')
      return `CAST(printf('%.15g', CAST(${sql} AS DOUBLE)) AS ${duck})`
    if (isQuotient(from)) return `CAST(CAST(${sql} AS DECIMAL(38, 12)) AS ${duck})`
  }
  if (isInteger(to) && isQuotient(from)) return `CAST(CAST(${sql} AS DECIMAL(38, 12)) AS ${duck})`
  return `CAST(${sql} AS ${duck})`
}

/** A double computed from other doubles, without the noise behind its 15th digit. */
export const to15Digits = (sql: string) => `CAST(printf('%.15g', ${sql}) AS DOUBLE)`

/** A value as PostgreSQL writes it. */
export function textOf({ sql, type, place }: Typed): string {
  switch (type.name) {
    case 'text':
      return sql
    case 'float8':
      return doubleText(sql)
    case 'any':
    case 'unknown':
    case 'bool':
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
    case 'time':
    case 'timestamp':
    case 'uuid':
    case 'json':
    case 'oid':
      return `CAST(${sql} AS VARCHAR)`
    case 'timestamptz':
      return `(CAST(timezone('UTC', ${sql}) AS VARCHAR) || '+00')`
    case 'numeric':
      if (!isQuotient(type) && !type.isMixed) return decimalText(sql, type)
      throw unsupported('The text of this numeric', place, 'Round it first: round(x, 2).')
    case 'list':
      if (type.isVector) return `array_to_string(${sql}, ' ')`
      throw unsupported('The text of an array', place, "Write array_to_string(x, ',').")
    default:
      throw unsupported(`The text of ${type.name}`, place, 'Select the value itself.')
  }
}

/** The engine writes no zero before the point where all digits are decimals. */
const decimalText = (sql: string, { precision = 0, scale = 0 }: PgType) =>
  precision === scale && scale > 0 && precision < 38
    ? `CAST(CAST(${sql} AS DECIMAL(${precision + 1}, ${scale})) AS VARCHAR)`
    : `CAST(${sql} AS VARCHAR)`

function doubleText(sql: string): string {
  const text = `CAST(${sql} AS VARCHAR)`
  const long = `regexp_replace(regexp_replace(${text}, '^(-?[0-9])([0-9]*?)0*\\.0$', '\\1.\\2e+15'), '\\.e', 'e')`
  return (
    `CASE WHEN isnan(${sql}) THEN 'NaN' WHEN isinf(${sql}) THEN CASE WHEN ${sql} > 0 THEN 'Infinity' ELSE '-Infinity' END ` +
    `WHEN abs(${sql}) >= 1e15 AND abs(${sql}) < 1e16 THEN ${long} ELSE regexp_replace(${text}, '\\.0$', '') END`
  )
}

const SHAPES: Readonly<Record<string, string>> = {
  int2: '\\s*[-+]?[0-9]+\\s*',
  int4: '\\s*[-+]?[0-9]+\\s*',
  int8: '\\s*[-+]?[0-9]+\\s*',
  oid: '\\s*[0-9]+\\s*',
  numeric: '\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*',
  float8: '\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*|(?i)\\s*([-+]?inf(inity)?|nan)\\s*',
  date: '\\s*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\\s*',
  timestamp: '\\s*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?)?\\s*',
  time: '\\s*[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?\\s*',
  uuid: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
}

/** The engine reads more texts as a value than PostgreSQL does: others end the query as they do there. */
function fromText(sql: string, to: PgType): string | undefined {
  if (to.name === 'bool') return truthOf(sql)
  if (to.name === 'json') return `CAST(${sql} AS JSON)`
  const shape = SHAPES[to.name]
  if (shape === undefined || isQuotient(to)) return undefined
  const wrong = raise(`invalid input syntax for type ${to.name}`, sql)
  return `CAST(CASE WHEN NOT regexp_full_match(${sql}, ${quoteLiteral(shape)}) THEN ${wrong} ELSE trim(${sql}, ' \t\n\r') END AS ${duckType(to)})`
}

const truthOf = (sql: string) =>
  `CASE WHEN ${sql} IS NULL THEN CAST(NULL AS BOOLEAN) ` +
  `WHEN lower(trim(${sql})) IN ('t', 'tr', 'tru', 'true', 'y', 'ye', 'yes', 'on', '1') THEN true ` +
  `WHEN lower(trim(${sql})) IN ('f', 'fa', 'fal', 'fals', 'false', 'n', 'no', 'of', 'off', '0') THEN false ` +
  `ELSE ${raise('invalid input syntax for type boolean', sql)} END`

export const truth = (typed: Typed, parameters: Parameters): string =>
  typed.type.name === 'unknown' || isOpen(typed.type) ? cast(typed, BOOL, parameters).sql : typed.sql

/** A literal whose type nothing says is a text. */
export const settled = (typed: Typed, parameters: Parameters): Typed =>
  typed.type.name === UNKNOWN.name ? cast(typed, TEXT, parameters) : typed

export const listOfItems = (items: readonly Typed[], item: PgType): Typed => {
  const type = listOf(item)
  const duck = duckType(type)
  const sql = `[${items.map((each) => each.sql).join(', ')}]`
  return { sql: duck === '' ? sql : `CAST(${sql} AS ${duck})`, type, place: items[0]?.place ?? -1 }
}
