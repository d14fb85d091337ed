import { corruptXml } from './xml-errors.ts'

/**
 * A place in XML that arrives piece by piece, and the token that was read last. Positions are of `bytes` and hold until
 * more is appended. One object and plain functions, since tokens are read by the hundred million.
 */
export type XmlCursor = {
  bytes: Buffer
  /** What is not read yet lies from `at` to `end`. */
  at: number
  end: number
  /** The local name of the tag read last: `c` of `<x:c>`. */
  nameFrom: number
  nameTo: number
  /** The tag read last closes itself. */
  isEmpty: boolean
  /** Four positions for each attribute of the tag read last: name from and to, value from and to. */
  attributes: Int32Array
  attributeCount: number
  /** The text read last. */
  textFrom: number
  textTo: number
  /** It is spelled as it is: no reference, no carriage return. */
  isPlain: boolean
}

export type Token = typeof CUT | typeof OPEN | typeof CLOSE | typeof TEXT | typeof CDATA
/** The next token is not there to its end; the cursor stays before it. */
export const CUT = 0
export const OPEN = 1
export const CLOSE = 2
export const TEXT = 3
export const CDATA = 4

const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const DASH = 0x2d
const EQUALS = 0x3d
const COLON = 0x3a
const AMPERSAND = 0x26
const RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const BRACKET = 0x5b
const MOST_ATTRIBUTES = 256

export function newXmlCursor(bytes: Buffer): XmlCursor {
  return {
    bytes,
    at: 0,
    end: bytes.length,
    nameFrom: 0,
    nameTo: 0,
    isEmpty: false,
    attributes: new Int32Array(4 * MOST_ATTRIBUTES),
    attributeCount: 0,
    textFrom: 0,
    textTo: 0,
    isPlain: true,
  }
}

/** Reads the next token; comments and instructions are passed over. */
export function nextToken(x: XmlCursor): Token {
  const { bytes, end } = x
  for (;;) {
    const { at } = x
    if (at >= end) return CUT
    if (bytes[at] !== LT) return readText(x)
    if (at + 1 >= end) return CUT
    const next = bytes[at + 1]
    if (next === SLASH) return readClosingTag(x)
    if (next !== BANG && next !== QUESTION) return readOpeningTag(x)
    if (next === BANG && at + 2 < end && bytes[at + 2] !== DASH) return readCdata(x)
    if (!passOver(x, next === BANG ? '-->' : '?>')) return CUT
  }
}

function readText(x: XmlCursor): Token {
  const { bytes, end } = x
  let at = x.at
  let isPlain = true
  while (at < end) {
    const byte = bytes[at]
    if (byte === LT) {
      x.textFrom = x.at
      x.textTo = at
      x.isPlain = isPlain
      x.at = at
      return TEXT
    }
    if (byte === AMPERSAND || byte === RETURN) isPlain = false
    at++
  }
  return CUT
}

function readClosingTag(x: XmlCursor): Token {
  const { bytes, end } = x
  let at = x.at + 2
  let nameFrom = at
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte === GT) {
      x.nameFrom = nameFrom
      x.nameTo = at
      x.at = at + 1
      return CLOSE
    }
    if (byte === COLON) nameFrom = at + 1
    // Space after the name does not matter: the names of closing tags are not compared.
    at++
  }
  return CUT
}

function readOpeningTag(x: XmlCursor): Token {
  const { bytes, end } = x
  let at = x.at + 1
  let nameFrom = at
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte <= SPACE || byte === GT || byte === SLASH) break
    if (byte === COLON) nameFrom = at + 1
    at++
  }
  x.nameFrom = nameFrom
  x.nameTo = at
  return readAttributes(x, at)
}

/** From behind the name to behind the tag. */
function readAttributes(x: XmlCursor, from: number): Token {
  const { bytes, end, attributes } = x
  let at = from
  let count = 0
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte === GT || byte === SLASH) return endTag(x, at, count)
    if (byte <= SPACE) {
      at++
      continue
    }
    if (count === MOST_ATTRIBUTES) throw corruptXml('a tag has too many attributes')
    const nameTo = endOfName(bytes, at, end)
    const quoteAt = openingQuote(bytes, nameTo, end)
    if (quoteAt === end) return CUT
    const valueTo = closingQuote(bytes, quoteAt + 1, end, bytes[quoteAt] ?? 0)
    if (valueTo === end) return CUT
    const slot = 4 * count++
    attributes[slot] = at
    attributes[slot + 1] = nameTo
    attributes[slot + 2] = quoteAt + 1
    attributes[slot + 3] = valueTo
    at = valueTo + 1
  }
  return CUT
}

function endTag(x: XmlCursor, at: number, attributeCount: number): Token {
  const { bytes, end } = x
  const isEmpty = bytes[at] === SLASH
  const closeAt = isEmpty ? at + 1 : at
  if (closeAt >= end) return CUT
  if (bytes[closeAt] !== GT) throw corruptXml('a tag is broken')
  x.isEmpty = isEmpty
  x.attributeCount = attributeCount
  x.at = closeAt + 1
  return OPEN
}

function endOfName(bytes: Buffer, from: number, end: number): number {
  let at = from
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte === EQUALS || byte <= SPACE) break
    if (byte === LT || byte === GT) throw corruptXml('an attribute is broken')
    at++
  }
  return at
}

function openingQuote(bytes: Buffer, from: number, end: number): number {
  let at = from
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE || byte === APOSTROPHE) break
    if (byte !== EQUALS && byte > SPACE) throw corruptXml('an attribute has no quotes')
    at++
  }
  return at
}

function closingQuote(bytes: Buffer, from: number, end: number, quote: number): number {
  let at = from
  while (at < end && bytes[at] !== quote) at++
  return at
}

function readCdata(x: XmlCursor): Token {
  const { bytes, at, end } = x
  if (bytes[at + 2] !== BRACKET) throw corruptXml('it declares a document type, which spreadsheets do not')
  const textFrom = at + '<![CDATA['.length
  const length = bytes.subarray(textFrom, end).indexOf(']]>')
  if (length < 0) return CUT
  x.textFrom = textFrom
  x.textTo = textFrom + length
  x.at = x.textTo + 3
  return CDATA
}

/** Behind a comment or an instruction, if its end is there. */
function passOver(x: XmlCursor, closing: string): boolean {
  const from = x.at + (closing === '-->' ? 4 : 2)
  const length = x.bytes.subarray(from, x.end).indexOf(closing)
  if (length < 0) return false
  x.at = from + length + closing.length
  return true
}
