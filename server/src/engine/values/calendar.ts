import { asString, type Parsed, quoted, shown, type TypeRules, whole } from './type-rules.ts'

/** Years 0001 to 9999 and days that exist: the pattern knows the months and the leap years. */
const YEAR = '(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})'
const FOURTH = '(?:0[48]|[2468][048]|[13579][26])'
const LEAP_YEAR = `(?:[0-9]{2}${FOURTH}|${FOURTH}00)`
const DATE_PATTERN = [
  `${YEAR}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])`,
  `${YEAR}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)`,
  `${YEAR}-02-(?:0[1-9]|1[0-9]|2[0-8])`,
  `${LEAP_YEAR}-02-29`,
].join('|')
const TIME_PATTERN = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?`
const TIMESTAMP_PATTERN = `(?:${DATE_PATTERN})[ T]${TIME_PATTERN}`
const OFFSET_PATTERN = '(?:Z|[+-](?:[01][0-9]|2[0-3])(?::[0-5][0-9])?)'
const TIMESTAMPTZ_PATTERN = TIMESTAMP_PATTERN + OFFSET_PATTERN

const DATE_TEXT = whole(DATE_PATTERN)
const TIME_TEXT = whole(TIME_PATTERN)
const TIMESTAMP_TEXT = whole(TIMESTAMP_PATTERN)
const TIMESTAMPTZ_TEXT = whole(TIMESTAMPTZ_PATTERN)

export const dateRules: TypeRules = {
  pattern: DATE_PATTERN,
  fromText: (text) => (DATE_TEXT.test(text) ? { text } : notDate(text)),
  fromJson: asString('DATE'),
  toJsonText: quoted,
}

const notDate = (text: string) => ({
  error: `${shown(text)} is not a DATE: write a day that exists as YYYY-MM-DD, such as 2024-01-05, from year 0001 to 9999.`,
})

export const timeRules: TypeRules = {
  pattern: TIME_PATTERN,
  fromText: (text) => (TIME_TEXT.test(text) ? { text: shortenFraction(text) } : notTime(text)),
  fromJson: asString('TIME'),
  toJsonText: quoted,
}

const notTime = (text: string) => ({
  error: `${shown(text)} is not a TIME: write HH:MM:SS, at most 23:59:59, with up to 6 decimals.`,
})

export const timestampRules: TypeRules = {
  pattern: TIMESTAMP_PATTERN,
  fromText: parseTimestamp,
  fromJson: asString('TIMESTAMP'),
  toJsonText: (canonical) => quoted(canonical.replace(' ', 'T')),
}

function parseTimestamp(text: string): Parsed {
  if (TIMESTAMP_TEXT.test(text)) return { text: shortenFraction(text.replace('T', ' ')) }
  if (TIMESTAMPTZ_TEXT.test(text)) {
    return {
      error: `${shown(text)} has a time zone, which a TIMESTAMP has not: leave it out, or make the column TIMESTAMPTZ.`,
    }
  }
  const form = 'write YYYY-MM-DD HH:MM:SS, a day that exists, with up to 6 decimals'
  return { error: `${shown(text)} is not a TIMESTAMP: ${form}.` }
}

export const timestamptzRules: TypeRules = {
  pattern: TIMESTAMPTZ_PATTERN,
  fromText: parseTimestamptz,
  fromJson: asString('TIMESTAMPTZ'),
  toJsonText: (canonical) => quoted(canonical.replace(' ', 'T').replace('+00', 'Z')),
  sqlFits: (text) =>
    `CAST(${text} AS TIMESTAMPTZ) BETWEEN TIMESTAMPTZ '0001-01-01 00:00:00+00' AND TIMESTAMPTZ '9999-12-31 23:59:59.999999+00'`,
}

function parseTimestamptz(text: string): Parsed {
  if (TIMESTAMP_TEXT.test(text)) {
    return { error: `${shown(text)} does not say its time zone: add Z for UTC, or an offset such as +09:00.` }
  }
  if (!TIMESTAMPTZ_TEXT.test(text)) {
    const form =
      'write YYYY-MM-DDTHH:MM:SS, a day that exists, with up to 6 decimals, and Z or an offset such as +09:00'
    return { error: `${shown(text)} is not a TIMESTAMPTZ: ${form}.` }
  }
  const minute = minuteInUtc(text)
  if (minute === undefined)
    return { error: `${shown(text)} is outside the years 0001 to 9999 in UTC: send a time within.` }
  const [seconds = ''] = /^:[0-9.]+/.exec(text.slice(16)) ?? []
  return { text: `${minute}${shortenFraction(seconds)}+00` }
}

/** `YYYY-MM-DD HH:MM` in UTC. An offset is whole minutes, so the seconds stay what they are. */
function minuteInUtc(text: string): string | undefined {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])([0-9]{2})(?::([0-9]{2}))?$/.exec(text.slice(19)) ?? []
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  const shifted = new Date(Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}Z`) - offset * 60_000)
  const year = shifted.getUTCFullYear()
  return year < 1 || year > 9999 ? undefined : shifted.toISOString().slice(0, 16).replace('T', ' ')
}

/** Without zeros at its end; `10:00:00` has no fraction and keeps its zeros. */
function shortenFraction(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Days and times as canonical text writes them. Years beyond 9999, which only a query can compute, have a sign and six digits. */

const DAY_MICROS = 86_400_000_000n

/** Whole days since 1970 and the microseconds that have passed of the day, also before 1970. */
export function splitMoment(micros: bigint): { day: number; micros: number } {
  // Bigints are divided towards zero: before 1970 the remainder is negative and counts back from the next day.
  const remainder = Number(micros % DAY_MICROS)
  const day = Number(micros / DAY_MICROS)
  return remainder >= 0 ? { day, micros: remainder } : { day: day - 1, micros: remainder + Number(DAY_MICROS) }
}

export function formatMoment(moment: bigint): string {
  const { day, micros } = splitMoment(moment)
  return `${formatDay(day)} ${formatTime(micros)}`
}

export function formatTime(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = micros % 1_000_000
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
}

/** JavaScript's Date ends before DuckDB's dates do; the calendar repeats after 400 years. */
const CYCLE_DAYS = 146_097
const DAY_MILLIS = 86_400_000

export function formatDay(days: number): string {
  const cycles = Math.floor(days / CYCLE_DAYS)
  const day = new Date((days - cycles * CYCLE_DAYS) * DAY_MILLIS)
  const year = formatYear(day.getUTCFullYear() + cycles * 400)
  return `${year}-${twoDigits(day.getUTCMonth() + 1)}-${twoDigits(day.getUTCDate())}`
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

const twoDigits = (part: number) => (part < 10 ? `0${part}` : String(part))
