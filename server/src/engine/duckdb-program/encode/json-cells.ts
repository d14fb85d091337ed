import { assertState } from '../../../platform/errors.ts'
import type { ColumnType } from '../../table/column-type.ts'
import { formatDay, splitMoment } from '../../values/calendar.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { formatDouble } from '../../values/numbers.ts'
import { formatUuid } from '../../values/plain-texts.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type ColumnValues, hugeAt, type NumberArray, uuidBits } from './column-values.ts'

/** Writes the value of a row, which is not NULL. */
export type CellWriter = (row: number) => void

/** Bytes of a text that stand between two places. */
export type TextWriter = (bytes: Uint8Array, start: number, end: number) => void

/** What is around a value that JSON writes as a string: quotes there, nothing in csv. Texts each spells in its own way. */
export type Spelling = { quote: '"' | ''; text: TextWriter; json: TextWriter }

/** JSON: the very bytes that `encodeToJsonText` makes of a canonical text. */
export const jsonSpelling = (out: ByteWriter): Spelling => ({
  quote: '"',
  text: out.jsonString.bind(out),
  json: out.raw.bind(out),
})

export function cellWriter(type: ColumnType, values: ColumnValues, out: ByteWriter, spelling: Spelling): CellWriter {
  const { quote } = spelling
  switch (values.form) {
    case 'flags':
      return (row) => out.ascii(values.flags[row] === 0 ? 'false' : 'true')
    case 'numbers':
      return numberWriter(type, values.numbers, out, quote)
    case 'longs':
      return longWriter(type, values.longs, out, quote)
    case 'huges':
      return hugeWriter(type, values.huges, out, quote)
    case 'texts':
      return textWriter(type, values, spelling)
  }
}

function numberWriter(type: ColumnType, numbers: NumberArray, out: ByteWriter, quote: string): CellWriter {
  switch (type.name) {
    case 'DOUBLE':
      return (row) => writeDouble(numbers[row] ?? 0, out)
    case 'DATE':
      return (row) => out.between(quote, dayText(numbers[row] ?? 0))
    case 'DECIMAL':
      return (row) => writeScaled(numbers[row] ?? 0, type.scale, out, quote)
    default:
      return (row) => out.number(numbers[row] ?? 0)
  }
}

function writeDouble(value: number, out: ByteWriter) {
  const scale = digitsBehindPoint(value)
  // Numbers of few digits are many, and their digits sooner written than made a string.
  if (scale >= 0) out.number(Math.round(value * (SCALES[scale] ?? 1)), scale)
  else out.ascii(Number.isFinite(value) ? formatDouble(value) : 'null')
}

export const SCALES = [1, 10, 100, 1_000, 10_000] as const
/** Whole numbers up to here name one double each, also when a point is put between their digits: these are its shortest. */
const MOST_EXACT = 1e15

/** How many digits behind the point tell the number whole; -1 for more than four, and for what must be spelled with care. */
export function digitsBehindPoint(value: number): number {
  if (Number.isSafeInteger(value)) return Object.is(value, -0) ? -1 : 0
  for (let scale = 1; scale < SCALES.length; scale++) {
    const power = SCALES[scale] ?? 1
    const digits = Math.round(value * power)
    if (Math.abs(digits) >= MOST_EXACT) return -1
    if (digits / power === value) return scale
  }
  return -1
}

function writeScaled(value: number, scale: number, out: ByteWriter, quote: string) {
  out.ascii(quote)
  out.number(value, scale)
  out.ascii(quote)
}

function longWriter(type: ColumnType, longs: BigInt64Array, out: ByteWriter, quote: string): CellWriter {
  const halves = halvesOf(longs)
  switch (type.name) {
    case 'TIME':
      return (row) => {
        out.ascii(quote)
        out.clock(halves.numberAt(row))
        out.ascii(quote)
      }
    case 'TIMESTAMP':
      return momentWriter(longs, out, quote, quote)
    case 'TIMESTAMPTZ':
      return momentWriter(longs, out, quote, `Z${quote}`)
    case 'DECIMAL':
      return (row) => {
        const value = halves.numberAt(row)
        if (Number.isSafeInteger(value)) writeScaled(value, type.scale, out, quote)
        else out.between(quote, formatDecimal(longs[row] ?? 0n, type.scale))
      }
    default:
      return (row) => {
        const value = halves.numberAt(row)
        if (Number.isSafeInteger(value)) out.number(value)
        else out.between(quote, String(longs[row]))
      }
  }
}

/** Reads a long as a number, which is exact where it is a safe integer: sooner than by way of a bigint. */
export function halvesOf(longs: BigInt64Array) {
  const low = new Uint32Array(longs.buffer, longs.byteOffset, longs.length * 2)
  const high = new Int32Array(longs.buffer, longs.byteOffset, longs.length * 2)
  return { numberAt: (n: number) => (high[n * 2 + 1] ?? 0) * 2 ** 32 + (low[n * 2] ?? 0) }
}

const DAY_MICROS = 86_400_000_000

function momentWriter(longs: BigInt64Array, out: ByteWriter, before: string, after: string): CellWriter {
  const halves = halvesOf(longs)
  return (row) => {
    const number = halves.numberAt(row)
    const { day, micros } = Number.isSafeInteger(number) ? splitSafely(number) : splitMoment(longs[row] ?? 0n)
    out.ascii(before)
    out.ascii(dayText(day))
    out.ascii('T')
    out.clock(micros)
    out.ascii(after)
  }
}

export function splitSafely(moment: number) {
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

function hugeWriter(type: ColumnType, huges: BigInt64Array, out: ByteWriter, quote: string): CellWriter {
  if (type.name === 'UUID') return (row) => out.between(quote, formatUuid(uuidBits(huges, row)))
  const scale = type.name === 'DECIMAL' ? type.scale : 0
  const isNumber = type.name === 'BIGINT'
  const halves = halvesOf(huges)
  return (row) => {
    const small = halves.numberAt(row * 2)
    // The upper word repeats the sign: the value is in the lower one.
    const isSmall = Number.isSafeInteger(small) && huges[row * 2 + 1] === (small < 0 ? -1n : 0n)
    if (isSmall && isNumber) out.number(small)
    else if (isSmall) writeScaled(small, scale, out, quote)
    else out.between(quote, formatDecimal(hugeAt(huges, row), scale))
  }
}

function textWriter(type: ColumnType, texts: Extract<ColumnValues, { form: 'texts' }>, spelling: Spelling): CellWriter {
  assertState(type.name === 'VARCHAR' || type.name === 'JSON', 'only these are texts')
  const { bytes, start, length } = texts
  const write = type.name === 'JSON' ? spelling.json : spelling.text
  return (row) => {
    const from = start[row] ?? 0
    write(bytes, from, from + (length[row] ?? 0))
  }
}
