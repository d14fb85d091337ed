import { DIGITS, digitsOf, layClock, layDay, layDigits, MOST_DIGITS, SMALL, ZERO } from './digits.ts'

const FIRST_BYTES = 64 * 1024
/** A buffer that has grown beyond this is handed out as it is, not kept. */
const MOST_KEPT = 1024 * 1024
/** Of a long text, so many bytes are looked at before room is made again: each may become six. */
const PIECE_BYTES = 8 * 1024
const SIX_FOLD = 6

const QUOTE = 0x22
const BACKSLASH = 0x5c
const POINT = 0x2e
const MINUS = 0x2d
const LETTER_U = 0x75
const HEX = Buffer.from('0123456789abcdef')

/** What follows the backslash in JSON, for the bytes that need one. */
const ESCAPES = (() => {
  const escapes = new Uint8Array(256).fill(LETTER_U, 0, 0x20)
  for (const letter of 'bfnrt') escapes[JSON.parse(`"\\${letter}"`).charCodeAt(0)] = letter.charCodeAt(0)
  escapes[QUOTE] = QUOTE
  escapes[BACKSLASH] = BACKSLASH
  return escapes
})()

/** The fields of a column, one behind the other; where each ends. */
export type Fields = { bytes: Uint8Array; ends: Uint32Array }
const NO_FIELDS: Fields = { bytes: new Uint8Array(), ends: new Uint32Array() }

/** From here on a call that copies is faster than a loop. */
const LONG = 64

function writeInt32(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
  return at + 4
}

/** Text on its way out, as UTF-8 in a buffer that grows. Bytes instead of strings: nothing is decoded to be encoded again. */
export class ByteWriter {
  length = 0
  #bytes: Buffer

  /** `firstBytes`: room for a start; most answers are small. */
  constructor(firstBytes = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafe(firstBytes)
  }

  /** A text of ASCII characters. */
  ascii(text: string) {
    const bytes = this.#room(text.length)
    let at = this.length
    for (let n = 0; n < text.length; n++) bytes[at++] = text.charCodeAt(n)
    this.length = at
  }

  /** The same between two marks; nothing in it needs a backslash. */
  between(mark: string, text: string) {
    this.ascii(mark)
    this.ascii(text)
    this.ascii(mark)
  }

  raw(source: Uint8Array, start = 0, end = source.length) {
    const bytes = this.#room(end - start)
    if (end - start > LONG) bytes.set(source.subarray(start, end), this.length)
    else for (let n = start, at = this.length; n < end; n++, at++) bytes[at] = source[n] ?? 0
    this.length += end - start
  }

  /** UTF-8 as a string of JSON, just as JSON.stringify writes it. */
  jsonString(source: Uint8Array, start: number, end: number) {
    this.byte(QUOTE)
    for (let from = start; from < end; from += PIECE_BYTES) {
      this.#escaped(source, from, Math.min(from + PIECE_BYTES, end))
    }
    this.byte(QUOTE)
  }

  /** A whole number that is exact, with a point before the last `scale` digits. */
  number(value: number, scale = 0) {
    if (value >= -SMALL && value <= SMALL) this.#small(value | 0, scale)
    else this.#large(value, scale)
  }

  /** From the last digit to the first: where that will stand is known from how many there are. */
  #small(value: number, scale: number) {
    const bytes = this.#room(MOST_DIGITS + 2)
    let rest = value < 0 ? -value : value
    let digits = digitsOf(rest)
    if (digits <= scale) digits = scale + 1
    if (value < 0) bytes[this.length++] = MINUS
    const first = this.length
    const point = first + digits - scale
    let at = first + digits + (scale > 0 ? 1 : 0)
    this.length = at
    for (at--; at >= first; at--) {
      if (scale > 0 && at === point) {
        bytes[at] = POINT
        continue
      }
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
  }

  #large(value: number, scale: number) {
    const bytes = this.#room(MOST_DIGITS + 2)
    const first = layDigits(Math.abs(value), scale + 1)
    const point = MOST_DIGITS - scale
    let at = this.length
    if (value < 0) bytes[at++] = MINUS
    for (let n = first; n < MOST_DIGITS; n++) {
      if (n === point) bytes[at++] = POINT
      bytes[at++] = DIGITS[n] ?? 0
    }
    this.length = at
  }

  /** A time of the day, as `formatTime` has it. */
  clock(micros: number) {
    this.length = layClock(this.#room(16), this.length, micros)
  }

  /** A day of the years 1 to 9999, counted from 1970, as 2026-01-31. */
  day(days: number) {
    this.length = layDay(this.#room(10), this.length, days)
  }

  /** Bytes up to the first that is marked, or to the end; where that is. */
  until(source: Uint8Array, start: number, end: number, marked: Uint8Array): number {
    const bytes = this.#room(end - start)
    let at = this.length
    let n = start
    for (; n < end; n++) {
      const byte = source[n] ?? 0
      if (marked[byte] === 1) break
      bytes[at++] = byte
    }
    this.length = at
    return n
  }

  /** UTF-8 between quotes as in csv, with those in it doubled; `before` comes first of all. */
  csvQuoted(source: Uint8Array, start = 0, end = source.length) {
    this.byte(QUOTE)
    const bytes = this.#room(2 * (end - start) + 1)
    let at = this.length
    for (let n = start; n < end; n++) {
      const byte = source[n] ?? 0
      if (byte === QUOTE) bytes[at++] = QUOTE
      bytes[at++] = byte
    }
    bytes[at++] = QUOTE
    this.length = at
  }

  /** The fields of a row, with a delimiter between them. */
  fields(columns: readonly Fields[], row: number, delimiter: number) {
    let count = columns.length
    for (const { ends } of columns) count += (ends[row] ?? 0) - (row === 0 ? 0 : (ends[row - 1] ?? 0))
    const bytes = this.#room(count)
    let at = this.length
    for (let n = 0; n < columns.length; n++) {
      if (n > 0) bytes[at++] = delimiter
      const { bytes: source, ends } = columns[n] ?? NO_FIELDS
      const end = ends[row] ?? 0
      for (let from = row === 0 ? 0 : (ends[row - 1] ?? 0); from < end; from++) bytes[at++] = source[from] ?? 0
    }
    this.length = at
  }

  /** All that was written, until more is. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  /** Whether just this was written since. */
  isSince(began: number, expected: Uint8Array): boolean {
    if (this.length - began !== expected.length) return false
    for (let n = 0; n < expected.length; n++) if (this.#bytes[began + n] !== expected[n]) return false
    return true
  }

  /** Forgets what was written since. */
  cut(length: number) {
    this.length = length
  }

  /** Hands out what was written, and starts over. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.length)
    this.length = 0
    if (this.#bytes.length <= MOST_KEPT) return Buffer.from(written)
    this.#bytes = Buffer.allocUnsafe(FIRST_BYTES)
    return written
  }

  byte(byte: number) {
    this.#room(1)[this.length++] = byte
  }

  /** Numbers in the form of a protocol: the highest byte first. */
  int16(value: number) {
    const bytes = this.#room(2)
    bytes[this.length] = value >>> 8
    bytes[this.length + 1] = value
    this.length += 2
  }

  int32(value: number) {
    this.length = writeInt32(this.#room(4), this.length, value)
  }

  int64(value: bigint) {
    this.#room(8).writeBigInt64BE(value, this.length)
    this.length += 8
  }

  /** The same of a whole number that is exact. */
  safeInt64(value: number) {
    const upper = Math.floor(value / 2 ** 32)
    const bytes = this.#room(8)
    this.length = writeInt32(bytes, writeInt32(bytes, this.length, upper), value - upper * 2 ** 32)
  }

  float(value: number) {
    this.#room(4).writeFloatBE(value, this.length)
    this.length += 4
  }

  double(value: number) {
    this.#room(8).writeDoubleBE(value, this.length)
    this.length += 8
  }

  #escaped(source: Uint8Array, start: number, end: number) {
    const bytes = this.#room((end - start) * SIX_FOLD)
    let at = this.length
    for (let n = start; n < end; n++) {
      const byte = source[n] ?? 0
      const mark = ESCAPES[byte] ?? 0
      if (mark === 0) {
        bytes[at++] = byte
        continue
      }
      bytes[at++] = BACKSLASH
      bytes[at++] = mark
      if (mark !== LETTER_U) continue
      bytes[at++] = ZERO
      bytes[at++] = ZERO
      bytes[at++] = HEX[byte >> 4] ?? 0
      bytes[at++] = HEX[byte & 15] ?? 0
    }
    this.length = at
  }

  #room(count: number): Buffer {
    const needed = this.length + count
    if (needed <= this.#bytes.length) return this.#bytes
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
    return grown
  }
}
