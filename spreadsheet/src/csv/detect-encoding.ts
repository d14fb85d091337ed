import { isUtf8 } from 'node:buffer'
import type { ByteSource } from '../byte-source.ts'
import { FileRefused } from '../errors.ts'
import { utf8Boundary } from './decode-text.ts'
import { likeliestEncoding } from './likeliest-encoding.ts'

export type FoundEncoding = {
  /** As the WHATWG names it. */
  encoding: string
  /** 0 to 1. */
  confidence: number
  /** Where the text begins: behind a byte order mark. */
  textFrom: number
}

const SAMPLE_BYTES = 64 * 1024
const SURVEY_BYTES = 1024 * 1024

/** Of the bytes that no text holds a file may have this share; bytes at random have four times as much. */
const MOST_CONTROL_CHARACTERS = 0.02

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/** The first rung that holds: byte order mark, places of NUL bytes, escapes of ISO-2022-JP, validity as UTF-8, likelihood. */
export function detectEncoding(bytes: ByteSource): FoundEncoding {
  const beginning = bytes.read(0, SAMPLE_BYTES)
  for (const [encoding, mark] of BYTE_ORDER_MARKS) {
    if (beginning.indexOf(mark) === 0) return { encoding, confidence: 1, textFrom: mark.length }
  }
  const utf16 = utf16ByNuls(beginning)
  if (utf16 !== null) return { encoding: utf16, confidence: 0.95, textFrom: 0 }
  refuseIfBinary(bytes)

  const survey = surveyBytes(bytes)
  if (survey.escapesAt !== null) return { encoding: 'iso-2022-jp', confidence: 0.95, textFrom: 0 }
  if (survey.invalidAt === null) return { encoding: 'utf-8', confidence: 1, textFrom: 0 }
  return { ...likeliestEncoding(sampleAround(bytes, survey.invalidAt)), textFrom: 0 }
}

/** In UTF-16 every ASCII character, so every delimiter and line break, has a NUL byte on the same side. */
function utf16ByNuls(sample: Buffer): string | null {
  if (sample.length % 2 === 1) return null
  const little = countPairs(sample, 0)
  const big = countPairs(sample, 1)
  const [encoding, most, least] = little.ascii > big.ascii ? ['utf-16le', little, big] : ['utf-16be', big, little]
  // An ideographic space has its NUL on the other side.
  const isOneSided = most.ascii >= 2 && most.ascii >= sample.length / 100 && most.ascii >= 3 * least.ascii
  // NUL bytes that strayed into other text do not follow its line breaks.
  if (!isOneSided || (most.breaks === 0 && most.ascii < sample.length / 10)) return null
  // The sample may end within a pair of surrogates.
  const text = new TextDecoder(encoding).decode(sample)
  return text.slice(0, -1).includes('\uFFFD') ? null : encoding
}

/** Pairs of bytes that are ASCII, and of these line breaks, in UTF-16 with the low byte at `low`. */
function countPairs(sample: Buffer, low: 0 | 1) {
  let ascii = 0
  let breaks = 0
  for (let at = 0; at < sample.length; at += 2) {
    const byte = sample[at + low] ?? 0
    if (byte === 0 || byte >= 0x80 || sample[at + 1 - low] !== 0) continue
    ascii++
    if (byte === 0x0a || byte === 0x0d) breaks++
  }
  return { ascii, breaks }
}

function refuseIfBinary(bytes: ByteSource) {
  for (const from of [0, Math.floor(bytes.sizeBytes / 2), Math.max(0, bytes.sizeBytes - SAMPLE_BYTES)]) {
    const sample = bytes.read(from, SAMPLE_BYTES)
    let controls = 0
    for (const byte of sample) if (isControl(byte)) controls++
    if (controls > sample.length * MOST_CONTROL_CHARACTERS) {
      throw new FileRefused('unsupported', 'The file is neither a workbook nor text: it holds bytes that no text has.')
    }
  }
}

/** TAB, line breaks, ESC, an end mark of old systems and separators that some exports use are text. */
const isControl = (byte: number) =>
  byte < 0x20 && byte !== 0x01 && !(byte >= 0x09 && byte <= 0x0d) && !(byte >= 0x1a && byte <= 0x1f)

/** `ESC $ @` and `ESC $ B` begin kanji. */
const KANJI_SETS = new Set([0x40, 0x42])

type Survey = { escapesAt: number | null; invalidAt: number | null }

/** Passes over the whole file: one character that is no UTF-8 may stand at its very end. */
function surveyBytes(bytes: ByteSource): Survey {
  let at = 0
  while (at < bytes.sizeBytes) {
    const part = bytes.read(at, SURVEY_BYTES)
    const isLast = at + part.length >= bytes.sizeBytes
    const end = isLast ? part.length : utf8Boundary(part)
    if (!isUtf8(part.subarray(0, end))) return { escapesAt: null, invalidAt: at }
    const shift = part.indexOf('\x1b$')
    if (shift !== -1 && KANJI_SETS.has(part[shift + 2] ?? 0)) return { escapesAt: at + shift, invalidAt: null }
    at += end
  }
  return { escapesAt: null, invalidAt: null }
}

/** From the beginning of a line on, so that no character is cut; a line feed is no part of one in any of the encodings. */
function sampleAround(bytes: ByteSource, from: number): Buffer {
  const part = bytes.read(from, SURVEY_BYTES)
  const foreign = part.findIndex((byte) => byte >= 0x80)
  const start = part.lastIndexOf(0x0a, Math.max(0, foreign)) + 1
  const sample = part.subarray(start, start + SAMPLE_BYTES)
  const end = sample.lastIndexOf(0x0a)
  return sample.length < SAMPLE_BYTES || end === -1 ? sample : sample.subarray(0, end)
}
