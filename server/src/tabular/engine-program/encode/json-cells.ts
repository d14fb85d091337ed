import { assertState } from '../../../platform/errors.ts'
import type { ColumnType } from '../../column-type.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { formatDay, splitMoment } from '../../values/moment-text.ts'
import { formatDouble } from '../../values/numbers.ts'
import { formatUuid } from '../../values/plain-texts.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, hugeAt, type NumberArray, uuidBits } from './column-values.ts'

/** Writes the value of a row, which is not NULL, as JSON: the very bytes that `encodeToJsonText` makes of its canonical text. */
export type CellWriter = (row: number) => void

export function cellWriter(type: ColumnType, values: ColumnValues, out: ByteWriter): CellWriter {
  switch (values.form) {
    case 'flags':
      return (row) => out.ascii(values.flags[row] === 0 ? 'false' : 'true')
    case 'numbers':
      return numberWriter(type, values.numbers, out)
    case 'longs':
      return longWriter(type, values.longs, out)
    case 'huges':
      return hugeWriter(type, values.huges, out)
    case 'texts':
      return textWriter(type, values, out)
  }
}

function numberWriter(type: ColumnType, numbers: NumberArray, out: ByteWriter): CellWriter {
  switch (type.name) {
    case 'DOUBLE':
      return (row) => writeDouble(numbers[row] ?? 0, out)
    case 'DATE':
      return (row) => out.quoted(dayText(numbers[row] ?? 0))
    case 'DECIMAL':
      return (row) => writeQuoted(numbers[row] ?? 0, type.scale, out)
    default:
      return (row) => out.number(numbers[row] ?? 0)
  }
}

function writeDouble(value: number, out: ByteWriter) {
  // Whole numbers are many, and their digits sooner written than made a string.
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) out.number(value)
  else out.ascii(Number.isFinite(value) ? formatDouble(value) : 'null')
}

function writeQuoted(value: number, scale: number, out: ByteWriter) {
  out.ascii('"')
  out.number(value, scale)
  out.ascii('"')
}

function longWriter(type: ColumnType, longs: BigInt64Array, out: ByteWriter): CellWriter {
  const halves = halvesOf(longs)
  switch (type.name) {
    case 'TIME':
      return (row) => {
        out.ascii('"')
        out.clock(halves.numberAt(row))
        out.ascii('"')
      }
    case 'TIMESTAMP':
      return (row) => writeMoment(longs, halves.numberAt(row), row, '"', out)
    case 'TIMESTAMPTZ':
      return (row) => writeMoment(longs, halves.numberAt(row), row, 'Z"', out)
    case 'DECIMAL':
      return (row) => {
        const value = halves.numberAt(row)
        if (Number.isSafeInteger(value)) writeQuoted(value, type.scale, out)
        else out.quoted(formatDecimal(longs[row] ?? 0n, type.scale))
      }
    default:
      return (row) => {
        const value = halves.numberAt(row)
        if (Number.isSafeInteger(value)) out.number(value)
        else out.quoted(String(longs[row]))
      }
  }
}

/** Reads a long as a number, which is exact where it is a safe integer: sooner than by way of a bigint. */
function halvesOf(longs: BigInt64Array) {
  const low = new Uint32Array(longs.buffer, longs.byteOffset, longs.length * 2)
  const high = new Int32Array(longs.buffer, longs.byteOffset, longs.length * 2)
  return { numberAt: (n: number) => (high[n * 2 + 1] ?? 0) * 2 ** 32 + (low[n * 2] ?? 0) }
}

const DAY_MICROS = 86_400_000_000

function writeMoment(longs: BigInt64Array, number: number, row: number, end: string, out: ByteWriter) {
  const { day, micros } = Number.isSafeInteger(number) ? splitSafely(number) : splitMoment(longs[row] ?? 0n)
  out.ascii('"')
  out.ascii(dayText(day))
  out.ascii('T')
  out.clock(micros)
  out.ascii(end)
}

function splitSafely(moment: number) {
  const day = Math.floor(moment / DAY_MICROS)
  return { day, micros: moment - day * DAY_MICROS }
}

/** A table has many rows of few days. */
const dayTexts = new Map<number, string>()
const MOST_DAYS = 20_000

function dayText(day: number): string {
  const known = dayTexts.get(day)
  if (known !== undefined) return known
  if (dayTexts.size >= MOST_DAYS) dayTexts.clear()
  const text = formatDay(day)
  dayTexts.set(day, text)
  return text
}

function hugeWriter(type: ColumnType, huges: BigInt64Array, out: ByteWriter): CellWriter {
  if (type.name === 'UUID') return (row) => out.quoted(formatUuid(uuidBits(huges, row)))
  const scale = type.name === 'DECIMAL' ? type.scale : 0
  const isNumber = type.name === 'BIGINT'
  const halves = halvesOf(huges)
  return (row) => {
    const small = halves.numberAt(row * 2)
    // The upper word repeats the sign: the value is in the lower one.
    const isSmall = Number.isSafeInteger(small) && huges[row * 2 + 1] === (small < 0 ? -1n : 0n)
    if (isSmall && isNumber) out.number(small)
    else if (isSmall) writeQuoted(small, scale, out)
    else out.quoted(formatDecimal(hugeAt(huges, row), scale))
  }
}

function textWriter(type: ColumnType, texts: Extract<ColumnValues, { form: 'texts' }>, out: ByteWriter): CellWriter {
  assertState(type.name === 'VARCHAR' || type.name === 'JSON', 'only these are texts')
  const { bytes, start, length } = texts
  const write = type.name === 'JSON' ? out.raw.bind(out) : out.jsonString.bind(out)
  return (row) => {
    const from = start[row] ?? 0
    write(bytes, from, from + (length[row] ?? 0))
  }
}
