import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import { formatTime, splitMoment } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { ByteWriter } from './byte-writer.ts'
import { canonicalText } from './nested-json.ts'
import { DAYS_TO_2000, formatFloat, MICROS_TO_2000, postgresDay, shortestSingle } from './postgres-cells.ts'
import { writeNumeric } from './postgres-numeric.ts'
import { itemOf, OID, oidOf } from './postgres-types.ts'

/** Values that are read one by one: lists, intervals, bytes. They are rarer, and made of DuckDB's own values. */
export function itemBytes(source: DuckDBType, value: DuckDBValue, isBinary: boolean): Buffer | null {
  if (value === null) return null
  const item = itemOf(source)
  const isArray = item !== undefined && oidOf(source) !== OID.json
  if (isArray && (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue)) {
    return isBinary ? arrayBinary(item, value.items) : Buffer.from(arrayText(item, value.items))
  }
  return isBinary ? scalarBinary(source, value) : textBytes(scalarText(source, value))
}

const textBytes = (text: string | null) => (text === null ? null : Buffer.from(text))

function arrayText(item: DuckDBType, items: readonly DuckDBValue[]): string {
  const parts = items.map((value) => {
    const text = value === null ? null : scalarText(item, value)
    return text === null ? 'NULL' : quotedItem(text)
  })
  return `{${parts.join(',')}}`
}

/** As PostgreSQL prints it: only what would be read as something else is in quotes. */
const quotedItem = (text: string) =>
  text === '' || /[{}",\\\s]/.test(text) || /^null$/i.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text

function arrayBinary(item: DuckDBType, items: readonly DuckDBValue[]): Buffer {
  const out = new ByteWriter()
  const cells = items.map((value) => (value === null ? null : scalarBinary(item, value)))
  out.int32(items.length === 0 ? 0 : 1)
  out.int32(cells.includes(null) ? 1 : 0)
  out.int32(oidOf(item))
  if (items.length === 0) return out.take()
  out.int32(items.length)
  out.int32(1)
  for (const cell of cells) {
    out.int32(cell === null ? -1 : cell.length)
    if (cell) out.raw(cell)
  }
  return out.take()
}

function scalarText(source: DuckDBType, value: DuckDBValue): string | null {
  switch (oidOf(source)) {
    case OID.bool:
      return value === true ? 't' : 'f'
    case OID.float4:
      return formatFloat(Number(value), shortestSingle)
    case OID.float8:
      return formatFloat(Number(value), String)
    case OID.bytea:
      return value instanceof DuckDBBlobValue ? `\\x${Buffer.from(value.bytes).toString('hex')}` : null
    case OID.interval:
      return value instanceof DuckDBIntervalValue ? intervalText(value) : null
    case OID.timetz:
      return value instanceof DuckDBTimeTZValue ? timeTzText(value) : null
    case OID.date:
      return value instanceof DuckDBDateValue && Math.abs(value.days) < INFINITE_DAY ? dayText(value.days) : null
    case OID.timestamp:
    case OID.timestamptz:
      return momentText(value, oidOf(source) === OID.timestamptz ? '+00' : '')
    default:
      return canonicalText(source, value)
  }
}

const INFINITE_DAY = 2 ** 31 - 1
const INFINITE_MOMENT = 2n ** 63n - 1n

function dayText(days: number): string {
  const { text, era } = postgresDay(days)
  return text + era
}

function microsOf(value: DuckDBValue): bigint | null {
  if (value instanceof DuckDBTimestampSecondsValue) return value.isFinite ? value.seconds * 1_000_000n : null
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.isFinite ? value.millis * 1_000n : null
  if (!(value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)) return null
  const isInfinite = value.micros >= INFINITE_MOMENT || value.micros <= -INFINITE_MOMENT
  return isInfinite ? null : value.micros
}

function momentText(value: DuckDBValue, zone: string): string | null {
  const moment = microsOf(value)
  if (moment === null) return null
  const { day, micros } = splitMoment(moment)
  const { text, era } = postgresDay(day)
  return `${text} ${formatTime(micros)}${zone}${era}`
}

function timeTzText({ micros, offset }: DuckDBTimeTZValue): string {
  const sign = offset < 0 ? '-' : '+'
  const away = Math.abs(offset)
  const parts = [Math.floor(away / 3600), Math.floor(away / 60) % 60, away % 60].map((n) => String(n).padStart(2, '0'))
  const [hours = '00', minutes = '00', seconds = '00'] = parts
  const end = seconds !== '00' ? `:${minutes}:${seconds}` : minutes !== '00' ? `:${minutes}` : ''
  return `${formatTime(Number(micros))}${sign}${hours}${end}`
}

/** With IntervalStyle postgres, as `1 year 2 mons 3 days 04:05:06.7`. */
function intervalText({ months, days, micros }: DuckDBIntervalValue): string {
  const years = Math.trunc(months / 12)
  const parts = [counted(years, 'year'), counted(months % 12, 'mon'), counted(days, 'day')].filter(Boolean)
  if (micros !== 0n || parts.length === 0) {
    const away = micros < 0n ? -micros : micros
    const sign = micros < 0n ? '-' : months < 0 || days < 0 ? '+' : ''
    parts.push(`${parts.length === 0 && sign === '+' ? '' : sign}${longClock(away)}`)
  }
  return parts.join(' ')
}

const counted = (n: number, unit: string) => (n === 0 ? '' : `${n} ${unit}${n === 1 ? '' : 's'}`)

/** Of an interval the hours can be many. */
function longClock(micros: bigint): string {
  const hours = micros / 3_600_000_000n
  return `${String(hours).padStart(2, '0')}${formatTime(Number(micros % 3_600_000_000n)).slice(2)}`
}

function scalarBinary(source: DuckDBType, value: DuckDBValue): Buffer | null {
  const out = new ByteWriter()
  switch (oidOf(source)) {
    case OID.bool:
      out.byte(value === true ? 1 : 0)
      break
    case OID.int2:
      out.int16(Number(value))
      break
    case OID.int4:
    case OID.oid:
      out.int32(Number(value) | 0)
      break
    case OID.int8:
      out.int64(BigInt(String(value)))
      break
    case OID.float4:
      out.float(Number(value))
      break
    case OID.float8:
      out.double(Number(value))
      break
    case OID.numeric:
      writeNumeric(value instanceof DuckDBDecimalValue ? formatDecimal(value.value, value.scale) : String(value), out)
      break
    case OID.uuid:
      out.raw(Buffer.from(String(value).replaceAll('-', ''), 'hex'))
      break
    default:
      return laterBinary(source, value, out)
  }
  return out.take()
}

function laterBinary(source: DuckDBType, value: DuckDBValue, out: ByteWriter): Buffer | null {
  const moment = microsOf(value)
  if (moment !== null) out.int64(moment - MICROS_TO_2000)
  else if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes)
  else if (value instanceof DuckDBDateValue) out.int32(value.days - DAYS_TO_2000)
  else if (value instanceof DuckDBTimeValue) out.int64(value.micros)
  else if (value instanceof DuckDBTimeTZValue) {
    out.int64(BigInt(value.micros))
    // PostgreSQL counts the zone to the west.
    out.int32(-value.offset)
  } else if (value instanceof DuckDBIntervalValue) {
    out.int64(value.micros)
    out.int32(value.days)
    out.int32(value.months)
  } else return textBytes(canonicalText(source, value))
  return out.take()
}
