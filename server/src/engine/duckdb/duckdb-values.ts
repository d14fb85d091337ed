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
import { assertState } from '../../platform/errors.ts'
import type { ColumnType } from '../table/column-type.ts'
import { formatDay, formatMoment, formatTime } from '../values/calendar.ts'
import { formatDecimal } from '../values/decimal.ts'
import { minifyJson } from '../values/json-text.ts'
import { formatDouble } from '../values/numbers.ts'
import { formatUuid } from '../values/plain-texts.ts'

// DuckDB's client takes a U+FEFF that begins a text for a byte order mark and drops it; here it is a character.
Object.assign(textAccess, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })

/**
 * A value of the engine as canonical text, never by way of `::VARCHAR`, which prints it in its own manner. Computed
 * values may be ones that no client can write: those that JSON cannot say are null, years beyond 9999 have a sign and
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
  return formatDecimal(value.value, value.scale)
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
  return formatUuid(value.toUint128())
}

/** DuckDB takes texts for JSON that are none, NaN and [1,] among them: they are shown as the string they are. */
function json(value: DuckDBValue): string {
  const text = textOf(value)
  const minified = minifyJson(text)
  return 'text' in minified ? minified.text : JSON.stringify(text)
}
