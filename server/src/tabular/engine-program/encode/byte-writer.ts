const FIRST_BYTES = 64 * 1024
/** A buffer that has grown beyond this is handed out as it is, not kept. */
const MOST_KEPT = 1024 * 1024
/** Of a long text, so many bytes are looked at before room is made again: each may become six. */
const PIECE_BYTES = 8 * 1024
const SIX_FOLD = 6

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const POINT = 0x2e
const COLON = 0x3a
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

const MOST_DIGITS = 40
/** The digits of the number being written stand at its end. */
const DIGITS = new Uint8Array(MOST_DIGITS)
const BILLION = 1_000_000_000

/** Where the digits begin; at least so many are laid. */
function layDigits(value: number, least: number): number {
  let at = MOST_DIGITS
  let rest = value
  while (rest >= BILLION) {
    const upper = Math.floor(rest / BILLION)
    at = layNine(rest - upper * BILLION, at)
    rest = upper
  }
  for (; rest > 0; rest = Math.floor(rest / 10)) DIGITS[--at] = ZERO + (rest % 10)
  while (at > MOST_DIGITS - least) DIGITS[--at] = ZERO
  return at
}

function layNine(value: number, end: number): number {
  let rest = value
  for (let at = end - 1; at >= end - 9; at--) {
    DIGITS[at] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end - 9
}

function writePair(bytes: Buffer, at: number, value: number): number {
  bytes[at] = ZERO + Math.floor(value / 10)
  bytes[at + 1] = ZERO + (value % 10)
  return at + 2
}

/** Text on its way out, as UTF-8 in a buffer that grows. Bytes instead of strings: nothing is decoded to be encoded again. */
export class ByteWriter {
  length = 0
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)

  /** A text of ASCII characters. */
  ascii(text: string) {
    const bytes = this.#room(text.length)
    let at = this.length
    for (let n = 0; n < text.length; n++) bytes[at++] = text.charCodeAt(n)
    this.length = at
  }

  /** The same between quotes; nothing in it needs a backslash. */
  quoted(text: string) {
    this.#byte(QUOTE)
    this.ascii(text)
    this.#byte(QUOTE)
  }

  raw(source: Uint8Array, start = 0, end = source.length) {
    const bytes = this.#room(end - start)
    if (end - start > 64) bytes.set(source.subarray(start, end), this.length)
    else for (let n = start, at = this.length; n < end; n++, at++) bytes[at] = source[n] ?? 0
    this.length += end - start
  }

  /** UTF-8 as a string of JSON, just as JSON.stringify writes it. */
  jsonString(source: Uint8Array, start: number, end: number) {
    this.#byte(QUOTE)
    for (let from = start; from < end; from += PIECE_BYTES) {
      this.#escaped(source, from, Math.min(from + PIECE_BYTES, end))
    }
    this.#byte(QUOTE)
  }

  /** A whole number that is exact, with a point before the last `scale` digits. */
  number(value: number, scale = 0) {
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
    const bytes = this.#room(16)
    const seconds = Math.floor(micros / 1_000_000)
    let at = writePair(bytes, this.length, Math.floor(seconds / 3600))
    bytes[at] = COLON
    at = writePair(bytes, at + 1, Math.floor(seconds / 60) % 60)
    bytes[at] = COLON
    at = writePair(bytes, at + 1, seconds % 60)
    let fraction = micros - seconds * 1_000_000
    if (fraction > 0) bytes[at++] = POINT
    for (let tenth = 100_000; fraction > 0; fraction %= tenth, tenth /= 10) {
      bytes[at++] = ZERO + Math.floor(fraction / tenth)
    }
    this.length = at
  }

  /** Forgets what was written since. */
  cut(length: number) {
    this.length = length
  }

  /** Hands out what was written, and begins anew. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.length)
    this.length = 0
    if (this.#bytes.length <= MOST_KEPT) return Buffer.from(written)
    this.#bytes = Buffer.allocUnsafe(FIRST_BYTES)
    return written
  }

  #byte(byte: number) {
    this.#room(1)[this.length++] = byte
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
