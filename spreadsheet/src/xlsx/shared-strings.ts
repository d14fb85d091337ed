import { FileRefused } from '../errors.ts'
import type { XmlReader } from './read-xml-stream.ts'
import { type RichText, readRichText } from './rich-text.ts'
import { CUT, nextToken, OPEN } from './xml-cursor.ts'
import { corruptXml } from './xml-errors.ts'
import { decodeUtf8, isNamed } from './xml-text.ts'

/** The texts of a file by index, as UTF-8: a million strings would take far more than their bytes. */
export type SharedStrings = {
  bytes: Buffer
  /** Text n lies from offset n to one before offset n + 1: a NUL ends it. */
  offsets: Uint32Array
  count: number
  /** The texts used last, each at its index modulo the size, which is a power of two. */
  recent: (string | undefined)[]
  recentIndexes: Int32Array
  /** Behind the text decoded last: who asks for this one reads them in order. */
  next: number
}

const MOST_RECENT = 1 << 16
/** `<si><t></t></si>` without a text: a part holds no more of them than this says. */
const ITEM_BYTES = 16
/** So many texts are decoded in one go: the call costs more than the few bytes of one. */
const RUN = 64
const ITEM = Buffer.from('si')

/** `sizeBytes`: of the whole part; the texts in it are shorter. Memory of this size is taken only as it fills. */
export function newSharedStrings(sizeBytes: number): SharedStrings {
  const recent = Math.min(MOST_RECENT, 1 << Math.ceil(Math.log2(1 + sizeBytes / ITEM_BYTES)))
  return {
    bytes: Buffer.allocUnsafeSlow(sizeBytes),
    offsets: new Uint32Array(1024),
    count: 0,
    recent: Array.from({ length: recent }),
    recentIndexes: new Int32Array(recent).fill(-1),
    next: 0,
  }
}

export function sharedString(strings: SharedStrings, index: number): string {
  const slot = index & (strings.recent.length - 1)
  const recent = strings.recent[slot]
  if (recent !== undefined && strings.recentIndexes[slot] === index) return recent
  if (!(index >= 0 && index < strings.count)) throw corruptXml('a cell refers to a text that is not there')
  const first = index === strings.next ? decodeRun(strings, index) : null
  if (first !== null) return first
  const text = decodeTexts(strings, index, index + 1)
  keepRecent(strings, index, text)
  strings.next = index + 1
  return text
}

/** Decodes a text and those behind it; null where one of them holds what should part them. */
function decodeRun(strings: SharedStrings, index: number): string | null {
  const to = Math.min(index + RUN, strings.count)
  const texts = decodeTexts(strings, index, to).split('\0')
  if (texts.length !== to - index) return null
  for (let n = 0; n < texts.length; n++) keepRecent(strings, index + n, texts[n] ?? '')
  strings.next = to
  return texts[0] ?? ''
}

function decodeTexts({ bytes, offsets }: SharedStrings, from: number, to: number): string {
  return decodeUtf8(bytes, offsets[from] ?? 0, (offsets[to] ?? 1) - 1)
}

function keepRecent({ recent, recentIndexes }: SharedStrings, index: number, text: string) {
  const slot = index & (recent.length - 1)
  recent[slot] = text
  recentIndexes[slot] = index
}

/** Reads the part that holds the shared strings into them. */
export function sharedStringsReader(strings: SharedStrings): XmlReader {
  const rich: RichText = { from: 0, to: 0, text: null }
  return (x) => {
    for (;;) {
      const { at } = x
      const token = nextToken(x)
      if (token === CUT) return false
      if (token !== OPEN || !isNamed(x, ITEM)) continue
      if (!readRichText(x, rich)) {
        x.at = at
        return false
      }
      append(strings, x.bytes, rich)
    }
  }
}

function append(strings: SharedStrings, bytes: Buffer, { from, to, text }: RichText) {
  const { count } = strings
  const start = strings.offsets[count] ?? 0
  const length = text === null ? to - from : Buffer.byteLength(text)
  if (start + length >= strings.bytes.length)
    throw new FileRefused('corrupt', 'The texts of the spreadsheet are broken.')
  if (text === null) copyBytes(bytes, from, to, strings.bytes, start)
  else strings.bytes.write(text, start)
  if (count + 2 > strings.offsets.length) {
    const larger = new Uint32Array(2 * strings.offsets.length)
    larger.set(strings.offsets)
    strings.offsets = larger
  }
  strings.bytes[start + length] = 0
  strings.offsets[count + 1] = start + length + 1
  strings.count++
}

/** A loop is faster than a call out of the language for the few bytes of most texts. */
function copyBytes(source: Buffer, from: number, to: number, target: Buffer, start: number) {
  if (to - from > 64) {
    source.copy(target, start, from, to)
    return
  }
  for (let n = from, at = start; n < to; n++, at++) target[at] = source[n] ?? 0
}
