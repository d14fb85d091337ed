import {
  DATE,
  FLOAT8,
  INT4,
  INTERVAL,
  isMoment,
  numeric,
  type PgType,
  TEXT,
  TIMESTAMP,
  TIMESTAMPTZ,
} from '../../pg-type.ts'
import { cast } from '../casts.ts'
import { noFunction, unsupported } from '../refusals.ts'
import type { Rewriting } from '../rewriting.ts'
import { quoteLiteral, type Typed } from '../typed.ts'
import { dateFormat } from './date-format.ts'
import type { Signature } from './signature.ts'

const now = [{ args: [], result: TIMESTAMPTZ, sql: () => 'now()' }]

export const DATE_FUNCTIONS: Readonly<Record<string, readonly Signature[]>> = {
  now,
  transaction_timestamp: now,
  statement_timestamp: now,
  clock_timestamp: now,
  make_date: [
    { args: [INT4, INT4, INT4], result: DATE, sql: (year, month, day) => `make_date(${year}, ${month}, ${day})` },
  ],
  age: [{ args: [TIMESTAMP, TIMESTAMP], result: INTERVAL, sql: (one, other) => `age(${one}, ${other})` }],
}

/** Fields whose number is the same in both, by the type they are taken from. */
const DAY_FIELDS = new Set('year month day quarter week dow isodow doy isoyear century decade'.split(' '))
const CLOCK_FIELDS = new Set('hour minute'.split(' '))
const SPANS = new Set('microseconds milliseconds second minute hour day week month quarter year'.split(' '))

type DateFunction = (rewriting: Rewriting, args: readonly Typed[], place: number) => Typed | undefined

const BY_LITERAL: Readonly<Record<string, DateFunction>> = {
  extract: (rewriting, args, place) => field(rewriting, 'extract', args, place),
  date_part: (rewriting, args, place) => {
    const made = field(rewriting, 'date_part', args, place)
    return { sql: `CAST(${made.sql} AS DOUBLE)`, type: FLOAT8, place }
  },
  date_trunc: truncated,
  timezone: inZone,
  to_char: written,
  to_date: (_rewriting, args, place) => parsed(_rewriting, 'to_date', args, DATE, place),
  to_timestamp: (rewriting, args, place) =>
    args.length === 2 ? parsed(rewriting, 'to_timestamp', args, TIMESTAMPTZ, place) : undefined,
}

export const dateFunction = (
  rewriting: Rewriting,
  name: string,
  args: readonly Typed[],
  place: number,
): Typed | undefined => BY_LITERAL[name]?.(rewriting, args, place)

const wordOf = (arg: Typed | undefined) => arg?.literal?.trim().toLowerCase().replace(/s$/, '') ?? ''

function field(rewriting: Rewriting, name: string, [what, from]: readonly Typed[], place: number): Typed {
  const types = [what, from].flatMap((arg) => (arg ? [arg.type] : []))
  if (!what || !from || from.type.name === 'unknown') throw noFunction(name, types, place)
  if (typeof what.literal !== 'string')
    throw unsupported(`${name} of a field that is no literal`, place, "Write the field: 'year'.")
  const word = wordOf(what)
  const { sql, type } = from
  // Moments with a zone are looked at in UTC, which is the zone of every session.
  const value = type.name === 'timestamptz' ? cast(from, TIMESTAMP, rewriting.parameters).sql : sql
  const hasClock = type.name === 'timestamp' || type.name === 'timestamptz' || type.name === 'time'
  const hasDay = isMoment(type)
  const isSpan = type.name === 'interval' && ['year', 'month', 'day', 'hour', 'minute'].includes(word)
  const as = (made: string, digits: PgType): Typed => ({ sql: made, type: digits, place })
  if ((hasDay && DAY_FIELDS.has(word)) || (hasClock && CLOCK_FIELDS.has(word)) || isSpan)
    return as(`CAST(date_part('${word}', ${value}) AS DECIMAL(18, 0))`, numeric(18, 0))
  if (word === 'second' && hasClock)
    return as(
      `(CAST(date_part('microseconds', ${value}) AS DECIMAL(12, 0)) * CAST('0.000001' AS DECIMAL(6, 6)))`,
      numeric(18, 6),
    )
  if (word === 'epoch' && type.name === 'date') return as(`CAST(epoch(${value}) AS DECIMAL(18, 0))`, numeric(18, 0))
  if (word === 'epoch' && hasDay)
    return as(`(CAST(epoch_us(${value}) AS DECIMAL(20, 0)) * CAST('0.000001' AS DECIMAL(6, 6)))`, numeric(26, 6))
  throw unsupported(
    `The field ${what.literal} of ${type.name}`,
    place,
    'Take year, month, day, hour, minute, second, dow, week or epoch.',
  )
}

function truncated({ parameters }: Rewriting, [what, from, ...others]: readonly Typed[], place: number): Typed {
  if (!what || !from || others.length > 0) throw noFunction('date_trunc', [], place)
  const word = typeof what.literal === 'string' ? what.literal.trim().toLowerCase() : ''
  const span = SPANS.has(word) ? word : SPANS.has(`${word}s`) ? `${word}s` : word.replace(/s$/, '')
  if (!SPANS.has(span))
    throw unsupported('date_trunc to this', place, "Write date_trunc('month', x); from microseconds to year.")
  if (!isMoment(from.type) && from.type.name !== 'unknown' && from.type.name !== 'any')
    throw noFunction('date_trunc', [TEXT, from.type], place)
  const cut = (sql: string) => `CAST(date_trunc('${span}', ${sql}) AS TIMESTAMP)`
  if (from.type.name === 'timestamp' || from.type.name === 'any') return { sql: cut(from.sql), type: TIMESTAMP, place }
  // A day is a moment with a zone to PostgreSQL here.
  return {
    sql: `timezone('UTC', ${cut(cast(cast(from, TIMESTAMPTZ, parameters), TIMESTAMP, parameters).sql)})`,
    type: TIMESTAMPTZ,
    place,
  }
}

/** AT TIME ZONE. */
function inZone({ parameters }: Rewriting, [zone, from]: readonly Typed[], place: number): Typed {
  if (!zone || !from || typeof zone.literal !== 'string')
    throw unsupported('AT TIME ZONE without a literal', place, "Write AT TIME ZONE 'UTC'.")
  if (!/^(?:utc|[a-z]+\/[a-z_]+)$/i.test(zone.literal))
    throw unsupported(`The time zone ${zone.literal}`, place, "Name the zone: 'UTC' or 'Asia/Tokyo'.")
  const isMade = from.type.name === 'timestamp'
  const moment = isMade ? from : cast(from, TIMESTAMPTZ, parameters)
  return {
    sql: `timezone(${quoteLiteral(zone.literal)}, ${moment.sql})`,
    type: isMade ? TIMESTAMPTZ : TIMESTAMP,
    place,
  }
}

const FORM_HINT =
  "Write the form as a literal of YYYY, MM, DD, HH24, MI, SS, Mon, Dy, FMMonth, FMDay: to_char(x, 'YYYY-MM-DD')."

function formOf(name: string, form: Typed | undefined, place: number): string {
  const spelled = typeof form?.literal === 'string' ? dateFormat(form.literal) : undefined
  if (spelled === undefined) throw unsupported(`${name} with this form`, place, FORM_HINT)
  return quoteLiteral(spelled)
}

function written({ parameters }: Rewriting, [value, form]: readonly Typed[], place: number): Typed {
  if (!value || !isMoment(value.type))
    throw unsupported('to_char of this', place, 'Cast it to text, or round it first.')
  const moment = value.type.name === 'timestamptz' ? cast(value, TIMESTAMP, parameters) : value
  return { sql: `strftime(${moment.sql}, ${formOf('to_char', form, place)})`, type: TEXT, place }
}

function parsed(
  { parameters }: Rewriting,
  name: string,
  [value, form]: readonly Typed[],
  type: PgType,
  place: number,
): Typed {
  if (!value) throw noFunction(name, [], place)
  // Two digits of a year are completed in other ways.
  if (/(?<!Y)Y{1,3}(?!Y)|AM|PM|HH(?!24)/.test(form?.literal ?? ''))
    throw unsupported(`${name} with this form`, place, FORM_HINT)
  const moment = `strptime(${cast(value, TEXT, parameters).sql}, ${formOf(name, form, place)})`
  return {
    sql: type.name === 'date' ? `CAST(${moment} AS DATE)` : `timezone('UTC', CAST(${moment} AS TIMESTAMP))`,
    type,
    place,
  }
}
