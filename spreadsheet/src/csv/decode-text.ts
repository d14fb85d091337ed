import { isUtf8 } from 'node:buffer'
import type { ByteSource } from '../byte-source.ts'

/** Large enough to make the cost of a part small, small enough to stay in the processor's cache. */
const PART_BYTES = 256 * 1024

/** What was put right while decoding. */
export type DecodingFaults = { undecodable: number; nuls: number; misread: number }

/**
 * The text of a file from a byte on, part by part; no character is ever cut in two. U+0000 is left out, which no text of a
 * table can hold, and counted; so are the bytes that say nothing in this encoding, which become U+FFFD, and the signs that
 * another program misread before they were written here.
 */
export function* decodeText(bytes: ByteSource, encoding: string, from: number, faults: DecodingFaults) {
  const decode = encoding === 'utf-8' ? utf8Decoder(faults) : partDecoder(encoding, faults)
  for (let at = from; at < bytes.sizeBytes; at += PART_BYTES) {
    const part = bytes.read(at, PART_BYTES)
    const isLast = at + PART_BYTES >= bytes.sizeBytes
    yield withoutNuls(decode(part, isLast), faults)
  }
}

type PartDecoder = (part: Buffer, isLast: boolean) => string

function partDecoder(encoding: string, faults: DecodingFaults): PartDecoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (part, isLast) => {
    const text = decoder.decode(part, { stream: !isLast })
    faults.undecodable += countOf(text, '\uFFFD')
    return text
  }
}

/** Cuts before the last character that is not whole: Buffer's own decoder is several times faster than a streaming one. */
function utf8Decoder(faults: DecodingFaults): PartDecoder {
  let held: Buffer = Buffer.alloc(0)
  return (part, isLast) => {
    const whole = held.length === 0 ? part : Buffer.concat([held, part])
    const end = isLast ? whole.length : utf8Boundary(whole)
    held = whole.subarray(end)
    const text = whole.toString('utf8', 0, end)
    // In sound UTF-8 the character U+FFFD is part of the text.
    if (!isUtf8(whole.subarray(0, end))) faults.undecodable += countOf(text, '\uFFFD')
    return whole.includes(BEFORE_CONTROLS) ? withoutControls(text, faults) : text
  }
}

/** The length of the beginning that ends with a whole character. Of what is no UTF-8 nothing is kept back. */
export function utf8Boundary(bytes: Buffer): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The first byte of U+0080 to U+00BF. */
const BEFORE_CONTROLS = 0xc2
const CONTROLS = /[\u0080-\u009f]/g
/** What Windows-1252 means by 0x80 to 0x9F; five of them are nothing there either. */
const WINDOWS_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** These control characters are never typed: a program took Windows-1252 for Latin-1. Browsers read them so too. */
function withoutControls(text: string, faults: DecodingFaults): string {
  return text.replace(CONTROLS, (control) => {
    faults.misread++
    return WINDOWS_SIGNS[control.charCodeAt(0) - 0x80] ?? control
  })
}

function withoutNuls(text: string, faults: DecodingFaults): string {
  if (!text.includes('\0')) return text
  faults.nuls += countOf(text, '\0')
  return text.replaceAll('\0', '')
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}
