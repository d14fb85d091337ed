import { wireError } from '../../protocol/wire-error.ts'
import { formatType, numeric, type PgType, QUOTIENT } from '../pg-type.ts'
import { invalidInput, unsupported } from './refusals.ts'
import { quoteLiteral } from './typed.ts'

/** A literal of a type: what PostgreSQL reads from the text, written so that the engine reads the same. */
export type Literal = { text: string; type: PgType }

const WHOLE = /^\s*[-+]?\d+\s*$/
const DECIMAL = /^\s*([-+]?)(?:(\d+)\.?(\d*)|\.(\d+))(?:e([-+]?\d{1,3}))?\s*$/i
const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/
const MOMENT =
  /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?\s*(Z|UTC|[-+]\d{2}(?::?\d{2})?)?\s*$/i
const CLOCK = /^\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?\s*$/
const UUID = /^\s*\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?\s*$/i
const TRUE = /^(?:t|tr|tru|true|y|ye|yes|on|1)$/i
const FALSE = /^(?:f|fa|fal|fals|false|n|no|of|off|0)$/i

/** Reads the text as PostgreSQL's input of the type does. Spellings that only PostgreSQL knows are refused. */
export function readInput(text: string, type: PgType, place: number): Literal {
  switch (type.name) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
      return { text: whole(text, type, place), type }
    case 'numeric':
      return decimal(text, type, place)
    case 'float4':
    case 'float8':
      return { text: binary(text, type, place), type }
    case 'bool':
      return { text: truth(text, place), type }
    case 'date':
      return { text: day(text, place), type }
    case 'timestamp':
    case 'timestamptz':
      return { text: moment(text, type, place), type }
    case 'time':
      return { text: clock(text, place), type }
    case 'uuid':
      return { text: uuid(text, place), type }
    case 'json':
      return { text: json(text, place), type }
    default:
      return { text, type }
  }
}

const LIMITS: Readonly<Record<string, bigint>> = {
  int2: 32_767n,
  int4: 2_147_483_647n,
  int8: 9_223_372_036_854_775_807n,
  oid: 4_294_967_295n,
}

function whole(text: string, type: PgType, place: number): string {
  if (!WHOLE.test(text)) throw invalidInput(formatType(type), text, place)
  const value = BigInt(text.trim().replace(/^\+/, ''))
  const most = LIMITS[type.name] ?? 0n
  if (value > most || value < -most - 1n)
    throw wireError('22003', `value "${text}" is out of range for type ${formatType(type)}`, { place })
  return String(value)
}

/** The digits of a number as it is written, without an exponent. */
export function digitsOf(text: string): { text: string; precision: number; scale: number } | undefined {
  const [all, sign = '', before = '', after = '', only = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (all === undefined) return undefined
  const fraction = `${after}${only}`
  const places = fraction.length - Number(exponent)
  const digits = `${before}${fraction}`.padEnd(before.length + Number(exponent), '0').padStart(places + 1, '0')
  const scale = Math.max(0, places)
  const wholePart = digits.slice(0, digits.length - scale).replace(/^0+(?=\d)/, '')
  const decimals = scale > 0 ? `.${digits.slice(-scale)}` : ''
  return {
    text: `${sign === '-' ? '-' : ''}${wholePart}${decimals}`,
    // The engine writes no zero before the point where all digits are decimals.
    precision: wholePart.length + scale,
    scale,
  }
}

const MOST_DIGITS = 38

function decimal(text: string, type: PgType, place: number): Literal {
  const found = digitsOf(text)
  if (!found) {
    if (/^\s*(?:nan|[-+]?inf(?:inity)?)\s*$/i.test(text))
      throw unsupported(`The numeric "${text.trim()}"`, place, 'Use double precision.')
    throw invalidInput('numeric', text, place)
  }
  if (type.scale !== undefined) return { text: found.text, type }
  if (found.precision > MOST_DIGITS || found.scale > MOST_DIGITS)
    throw unsupported(`A numeric of more than ${MOST_DIGITS} digits`, place, 'Write fewer digits.')
  return { text: found.text, type: numeric(found.precision, found.scale) }
}

function binary(text: string, type: PgType, place: number): string {
  if (DECIMAL.test(text)) return text.trim()
  const [, sign = '', word] = /^\s*([-+]?)(nan|inf|infinity)\s*$/i.exec(text) ?? []
  if (word === undefined) throw invalidInput(formatType(type), text, place)
  return `${sign}${word}`
}

function truth(text: string, place: number): string {
  const word = text.trim()
  if (TRUE.test(word)) return 'true'
  if (FALSE.test(word)) return 'false'
  throw invalidInput('boolean', text, place)
}

const ISO_HINT = 'Write it as YYYY-MM-DD HH:MM:SS.'

function checkDay(text: string, [year = '', month = '', date = '']: readonly string[], place: number): string {
  const made = new Date(Date.UTC(2000, Number(month) - 1, Number(date)))
  made.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  if (Number(year) < 1 || made.getUTCMonth() + 1 !== Number(month) || made.getUTCDate() !== Number(date))
    throw wireError('22008', `date/time field value out of range: "${text}"`, { place })
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function day(text: string, place: number): string {
  const [all, ...parts] = DAY.exec(text) ?? []
  if (all !== undefined) return checkDay(text, parts, place)
  const moments = MOMENT.exec(text)
  // A time behind the day is passed over, as PostgreSQL does.
  if (moments) return checkDay(text, moments.slice(1, 4), place)
  throw notIso('date', text, place)
}

/** PostgreSQL reads many spellings of a moment, the engine one. */
const notIso = (type: string, text: string, place: number) =>
  wireError('22007', `invalid input syntax for type ${type}: "${text}"`, { place, hint: ISO_HINT })

function moment(text: string, type: PgType, place: number): string {
  const found = MOMENT.exec(text)
  if (!found) throw notIso(formatType(type), text, place)
  const [, year = '', month = '', date = '', hour = '0', minute = '00', second = '00', fraction = '', zone = ''] = found
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw wireError('22008', `date/time field value out of range: "${text}"`, { place })
  const clockText = `${hour.padStart(2, '0')}:${minute}:${second}${fraction === '' ? '' : `.${fraction}`}`
  const shown = `${checkDay(text, [year, month, date], place)} ${clockText}`
  // Without a zone the moment is one of UTC, which is the zone of every session.
  return type.name === 'timestamp' ? shown : `${shown}${/^[-+]/.test(zone) ? zone : '+00'}`
}

function clock(text: string, place: number): string {
  const [all, hour = '', minute = '', second = '00', fraction = ''] = CLOCK.exec(text) ?? []
  if (all === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw notIso('time', text, place)
  return `${hour.padStart(2, '0')}:${minute}:${second}${fraction === '' ? '' : `.${fraction}`}`
}

function uuid(text: string, place: number): string {
  const [all, ...parts] = UUID.exec(text) ?? []
  if (all === undefined) throw invalidInput('uuid', text, place)
  return parts.join('-').toLowerCase()
}

function json(text: string, place: number): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    throw invalidInput('json', text, place)
  }
}

const UNITS: Readonly<Record<string, readonly [months: number, days: number, micros: number]>> = {
  year: [12, 0, 0],
  mon: [1, 0, 0],
  month: [1, 0, 0],
  week: [0, 7, 0],
  day: [0, 1, 0],
  hour: [0, 0, 3_600_000_000],
  hr: [0, 0, 3_600_000_000],
  minute: [0, 0, 60_000_000],
  min: [0, 0, 60_000_000],
  second: [0, 0, 1_000_000],
  sec: [0, 0, 1_000_000],
  microsecond: [0, 0, 1],
  millisecond: [0, 0, 1_000],
}

const PART = /\s*([-+]?\d+)\s*([a-z]+)|\s*([-+]?)(\d+):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?/iy

/** `1 year 2 days 03:04:05`, in whole units. */
export function intervalSql(text: string, place: number): string {
  let [months, days, micros] = [0, 0, 0]
  PART.lastIndex = 0
  const all = text.trimEnd()
  while (PART.lastIndex < all.length || all === '') {
    const found = PART.exec(all)
    if (!found) throw notInterval(text, place)
    const [, count, word = '', sign = '', hours = '0', minutes = '0', seconds = '0', fraction = ''] = found
    const unit = UNITS[word.toLowerCase()] ?? UNITS[word.toLowerCase().replace(/s$/, '')]
    if (count !== undefined && !unit) throw notInterval(text, place)
    const [perMonth, perDay, perMicro] = unit ?? [0, 0, 0]
    months += Number(count ?? 0) * perMonth
    days += Number(count ?? 0) * perDay
    micros += Number(count ?? 0) * perMicro
    const clockMicros =
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000_000 + Number(fraction.padEnd(6, '0'))
    micros += sign === '-' ? -clockMicros : clockMicros
  }
  if (![months, days, micros].every(Number.isSafeInteger)) throw notInterval(text, place)
  return `(to_months(${months}) + to_days(${days}) + to_microseconds(${micros}))`
}

const notInterval = (text: string, place: number) =>
  wireError('22007', `invalid input syntax for type interval: "${text}"`, {
    place,
    hint: "Write whole numbers with units: '1 year 2 days 3 hours'.",
  })

export const literalSql = ({ text }: Literal, duck: string) => `CAST(${quoteLiteral(text)} AS ${duck})`

export const isQuotient = (type: PgType) => type.name === QUOTIENT.name && type.scale === undefined
