import type { DuckDBType } from '@duckdb/node-api'
import { formatDay, splitMoment } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, hugeAt, type NumberArray, uuidBits } from './column-values.ts'
import { type CellWriter, cellWriter, halvesOf } from './json-cells.ts'
import { writeNumeric, writeSafeNumeric } from './postgres-numeric.ts'
import { OID, oidOf } from './postgres-types.ts'
import { productType } from './result-columns.ts'

/** PostgreSQL counts days and microseconds from 2000 on. */
export const DAYS_TO_2000 = 10_957
export const MICROS_TO_2000 = 946_684_800_000_000n

/** A cell in PostgreSQL's text form: what its server would print with DateStyle ISO and TimeZone UTC. */
export function textCell(source: DuckDBType, values: ColumnValues, out: ByteWriter): CellWriter {
  if (values.form === 'texts') return rawCell(values, out)
  switch (oidOf(source)) {
    case OID.bool:
      if (values.form === 'flags') return (row) => out.ascii(values.flags[row] === 0 ? 'f' : 't')
      break
    case OID.float4:
      if (values.form === 'numbers') return (row) => out.ascii(formatFloat(values.numbers[row] ?? 0, shortestSingle))
      break
    case OID.float8:
      if (values.form === 'numbers') return doubleCell(values, out)
      break
    case OID.date:
      if (values.form === 'numbers') return (row) => writeDay(values.numbers[row] ?? 0, out, '')
      break
    case OID.timestamp:
      if (values.form === 'longs') return momentCell(values.longs, out, '')
      break
    case OID.timestamptz:
      if (values.form === 'longs') return momentCell(values.longs, out, '+00')
      break
    default:
  }
  const raw = out.raw.bind(out)
  return cellWriter(productType(source), values, out, { quote: '', text: raw, json: raw })
}

/** The same in PostgreSQL's binary form. */
export function binaryCell(source: DuckDBType, values: ColumnValues, out: ByteWriter): CellWriter {
  const oid = oidOf(source)
  switch (values.form) {
    case 'flags':
      return (row) => out.byte(values.flags[row] === 0 ? 0 : 1)
    case 'numbers':
      return binaryNumber(oid, source, values.numbers, out)
    case 'longs':
      return binaryLong(oid, source, values.longs, out)
    case 'huges':
      if (oid === OID.uuid) return (row) => writeUuid(uuidBits(values.huges, row), out)
      return (row) => writeNumeric(formatDecimal(hugeAt(values.huges, row), scaleOf(source)), out)
    case 'texts':
      return rawCell(values, out)
  }
}

function binaryNumber(oid: number, source: DuckDBType, numbers: NumberArray, out: ByteWriter): CellWriter {
  switch (oid) {
    case OID.int2:
      return (row) => out.int16(numbers[row] ?? 0)
    case OID.int8:
      return (row) => out.safeInt64(numbers[row] ?? 0)
    case OID.float4:
      return (row) => out.float(numbers[row] ?? 0)
    case OID.float8:
      return (row) => out.double(numbers[row] ?? 0)
    case OID.date:
      return (row) => out.int32((numbers[row] ?? 0) - DAYS_TO_2000)
    case OID.numeric: {
      const scale = scaleOf(source)
      return (row) => writeSafeNumeric(numbers[row] ?? 0, scale, out)
    }
    default:
      // An oid has no sign, and the same bytes.
      return (row) => out.int32((numbers[row] ?? 0) | 0)
  }
}

function binaryLong(oid: number, source: DuckDBType, longs: BigInt64Array, out: ByteWriter): CellWriter {
  const halves = halvesOf(longs)
  const scale = scaleOf(source)
  switch (oid) {
    case OID.timestamp:
    case OID.timestamptz:
      return (row) => {
        const number = halves.numberAt(row)
        if (Number.isSafeInteger(number)) out.safeInt64(number - Number(MICROS_TO_2000))
        else out.int64((longs[row] ?? 0n) - MICROS_TO_2000)
      }
    case OID.numeric:
      return (row) => {
        const number = halves.numberAt(row)
        if (Number.isSafeInteger(number)) writeSafeNumeric(number, scale, out)
        else writeNumeric(formatDecimal(longs[row] ?? 0n, scale), out)
      }
    default:
      return (row) => {
        const number = halves.numberAt(row)
        if (Number.isSafeInteger(number)) out.safeInt64(number)
        else out.int64(longs[row] ?? 0n)
      }
  }
}

function scaleOf(source: DuckDBType): number {
  const type = productType(source)
  return type.name === 'DECIMAL' ? type.scale : 0
}

function writeUuid(bits: bigint, out: ByteWriter) {
  out.int64(BigInt.asIntN(64, bits >> 64n))
  out.int64(BigInt.asIntN(64, bits))
}

/** JSON has no word for some numbers; all others it spells as PostgreSQL does. */
function doubleCell(values: Extract<ColumnValues, { form: 'numbers' }>, out: ByteWriter): CellWriter {
  const write = cellWriter({ name: 'DOUBLE' }, values, out, { quote: '', text: () => {}, json: () => {} })
  return (row) => {
    const value = values.numbers[row] ?? 0
    if (Number.isFinite(value)) write(row)
    else out.ascii(formatFloat(value, String))
  }
}

function rawCell({ bytes, start, length }: Extract<ColumnValues, { form: 'texts' }>, out: ByteWriter): CellWriter {
  return (row) => {
    const from = start[row] ?? 0
    out.raw(bytes, from, from + (length[row] ?? 0))
  }
}

export function formatFloat(value: number, shortest: (value: number) => string): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : shortest(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
}

/** The fewest digits that name this number among those of single precision. */
export function shortestSingle(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return String(rounded)
  }
  return String(Number(value.toPrecision(9)))
}

const DAY_MICROS = 86_400_000_000

function momentCell(longs: BigInt64Array, out: ByteWriter, zone: string): CellWriter {
  const halves = halvesOf(longs)
  return (row) => {
    const number = halves.numberAt(row)
    const { day, micros } = Number.isSafeInteger(number) ? splitSafely(number) : splitMoment(longs[row] ?? 0n)
    const era = writeDate(day, out)
    out.ascii(' ')
    out.clock(micros)
    out.ascii(zone)
    out.ascii(era)
  }
}

function splitSafely(moment: number) {
  const day = Math.floor(moment / DAY_MICROS)
  return { day, micros: moment - day * DAY_MICROS }
}

function writeDay(day: number, out: ByteWriter, after: string) {
  const era = writeDate(day, out)
  out.ascii(after)
  out.ascii(era)
}

/** From 0001-01-01 to 9999-12-31. */
const [FIRST_PLAIN, LAST_PLAIN] = [-719_162, 2_932_896]

/** Writes the day; what to write behind the time of it. */
function writeDate(day: number, out: ByteWriter): string {
  if (day >= FIRST_PLAIN && day <= LAST_PLAIN) {
    out.day(day)
    return ''
  }
  const { text, era } = postgresDay(day)
  out.ascii(text)
  return era
}

/** Before year 1 PostgreSQL counts years backwards and says BC; there is no year 0. */
export function postgresDay(day: number): { text: string; era: string } {
  const text = formatDay(day)
  const [, sign = '', digits = '', rest = ''] = /^([+-]?)(\d+)(-.*)$/.exec(text) ?? []
  const year = Number(`${sign}${digits}`)
  if (year >= 1) return { text: `${String(year).padStart(4, '0')}${rest}`, era: '' }
  return { text: `${String(1 - year).padStart(4, '0')}${rest}`, era: ' BC' }
}
