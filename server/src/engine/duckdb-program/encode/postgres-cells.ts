import type { DuckDBType } from '@duckdb/node-api'
import { formatDay } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, hugeAt, uuidBits } from './column-values.ts'
import { type CellWriter, cellWriter, halvesOf } from './json-cells.ts'
import { writeNumeric, writeSafeNumeric } from './postgres-numeric.ts'
import { OID, oidOf } from './postgres-types.ts'
import { productType } from './result-columns.ts'

/** PostgreSQL counts days and microseconds from 2000 on. */
export const DAYS_TO_2000 = 10_957
export const MICROS_TO_2000 = 946_684_800_000_000n

/** A cell in PostgreSQL's text form, of a type that `textColumn` does not lay: what its server would print. */
export function textCell(source: DuckDBType, values: ColumnValues, out: ByteWriter): CellWriter {
  if (values.form === 'numbers') return (row) => out.ascii(formatFloat(values.numbers[row] ?? 0, shortestSingle))
  const raw = out.raw.bind(out)
  return cellWriter(productType(source), values, out, { quote: '', text: raw, json: raw })
}

/** The same in PostgreSQL's binary form, of types that `binaryColumn` does not lay. */
export function binaryCell(source: DuckDBType, values: ColumnValues, out: ByteWriter): CellWriter {
  const scale = scaleOf(source)
  switch (values.form) {
    case 'numbers': {
      const { numbers } = values
      if (oidOf(source) === OID.float4) return (row) => out.float(numbers[row] ?? 0)
      return (row) => writeSafeNumeric(numbers[row] ?? 0, scale, out)
    }
    case 'longs':
      return binaryLong(oidOf(source), scale, values.longs, out)
    case 'huges':
      if (oidOf(source) === OID.uuid) return (row) => writeUuid(uuidBits(values.huges, row), out)
      return (row) => writeNumeric(formatDecimal(hugeAt(values.huges, row), scale), out)
    default:
      throw new Error('impossible: flags are laid, and texts stand as they are sent')
  }
}

function binaryLong(oid: number, scale: number, longs: BigInt64Array, out: ByteWriter): CellWriter {
  const halves = halvesOf(longs)
  if (oid !== OID.numeric) return (row) => out.safeInt64(halves.numberAt(row))
  return (row) => {
    const number = halves.numberAt(row)
    if (Number.isSafeInteger(number)) writeSafeNumeric(number, scale, out)
    else writeNumeric(formatDecimal(longs[row] ?? 0n, scale), out)
  }
}

export function scaleOf(source: DuckDBType): number {
  const type = productType(source)
  return type.name === 'DECIMAL' ? type.scale : 0
}

function writeUuid(bits: bigint, out: ByteWriter) {
  out.int64(BigInt.asIntN(64, bits >> 64n))
  out.int64(BigInt.asIntN(64, bits))
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

/** From 0001-01-01 to 9999-12-31. */
const [FIRST_PLAIN, LAST_PLAIN] = [-719_162, 2_932_896]

export const isPlainDay = (day: number) => day >= FIRST_PLAIN && day <= LAST_PLAIN

/** Before year 1 PostgreSQL counts years backwards and says BC; there is no year 0. */
export function postgresDay(day: number): { text: string; era: string } {
  const text = formatDay(day)
  const [, sign = '', digits = '', rest = ''] = /^([+-]?)(\d+)(-.*)$/.exec(text) ?? []
  const year = Number(`${sign}${digits}`)
  if (year >= 1) return { text: `${String(year).padStart(4, '0')}${rest}`, era: '' }
  return { text: `${String(1 - year).padStart(4, '0')}${rest}`, era: ' BC' }
}
