import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBUUIDValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import textAccess from '@duckdb/node-api/lib/vectors/dataAccessors.js'
import { assertState } from '../platform/errors.ts'
import type { ColumnType } from './column-type.ts'
import { minifyJson } from './values/json-text.ts'
import { formatDouble } from './values/numbers.ts'

// DuckDB's client takes a U+FEFF that begins a text for a byte order mark and drops it; here it is a character.
Object.assign(textAccess, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })

/**
 * A value of the engine as canonical text, never by way of `::VARCHAR`, which prints it in its own manner. Computed
 * values may be ones that nobody can write: those that JSON cannot say are null, years beyond 9999 have a sign and
 * six digits.
 */
export function canonicalFromDuckDb(type: ColumnType, value: DuckDBValue): string | null {
  return value === null ? null : CANONICAL[type.name](value)
}

const CANONICAL: Record<ColumnType['name'], (value: DuckDBValue) => string | null> = {
  VARCHAR: textOf,
  INTEGER: wholeNumber,
  BIGINT: wholeNumber,
  DOUBLE: double,
  DECIMAL: decimal,
  BOOLEAN: boolean,
  DATE: date,
  TIME: time,
  TIMESTAMP: timestamp,
  TIMESTAMPTZ: timestamptz,
  UUID: uuid,
  JSON: json,
}

function textOf(value: DuckDBValue): string {
  assertState(typeof value === 'string', 'a text comes as a string')
  return value
}

function wholeNumber(value: DuckDBValue): string {
  assertState(typeof value === 'number' || typeof value === 'bigint', 'a whole number comes as a number or a bigint')
  return String(value)
}

function double(value: DuckDBValue): string | null {
  assertState(typeof value === 'number', 'a DOUBLE comes as a number')
  return Number.isFinite(value) ? formatDouble(value) : null
}

function decimal(value: DuckDBValue): string {
  assertState(value instanceof DuckDBDecimalValue, 'a DECIMAL comes as a decimal value')
  const { scale } = value
  const sign = value.value < 0n ? '-' : ''
  const digits = String(value.value)
    .slice(sign.length)
    .padStart(scale + 1, '0')
  if (scale === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function boolean(value: DuckDBValue): string {
  assertState(typeof value === 'boolean', 'a BOOLEAN comes as a boolean')
  return String(value)
}

function date(value: DuckDBValue): string | null {
  assertState(value instanceof DuckDBDateValue, 'a DATE comes as a date value')
  return value.isFinite ? formatDay(value.days) : null
}

function time(value: DuckDBValue): string {
  assertState(value instanceof DuckDBTimeValue, 'a TIME comes as a time value')
  return formatTime(Number(value.micros))
}

function timestamp(value: DuckDBValue): string | null {
  assertState(value instanceof DuckDBTimestampValue, 'a TIMESTAMP comes as a timestamp value')
  return value.isFinite ? formatMoment(value.micros) : null
}

function timestamptz(value: DuckDBValue): string | null {
  assertState(value instanceof DuckDBTimestampTZValue, 'a TIMESTAMPTZ comes as a timestamp value')
  return value.isFinite ? `${formatMoment(value.micros)}+00` : null
}

function uuid(value: DuckDBValue): string {
  assertState(value instanceof DuckDBUUIDValue, 'a UUID comes as a uuid value')
  const hex = value.toUint128().toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** DuckDB takes texts for JSON that are none, NaN and [1,] among them: they are shown as the string they are. */
function json(value: DuckDBValue): string {
  const text = textOf(value)
  const minified = minifyJson(text)
  return 'text' in minified ? minified.text : JSON.stringify(text)
}

const DAY_MICROS = 86_400_000_000n

function formatMoment(micros: bigint): string {
  // Bigints are divided towards zero: before 1970 the remainder is negative and counts back from the next day.
  const remainder = Number(micros % DAY_MICROS)
  const day = Number(micros / DAY_MICROS)
  if (remainder >= 0) return `${formatDay(day)} ${formatTime(remainder)}`
  return `${formatDay(day - 1)} ${formatTime(remainder + Number(DAY_MICROS))}`
}

function formatTime(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = micros % 1_000_000
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
}

/** JavaScript's Date ends before DuckDB's dates do; the calendar repeats after 400 years. */
const CYCLE_DAYS = 146_097
const DAY_MILLIS = 86_400_000

function formatDay(days: number): string {
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
