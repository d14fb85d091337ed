import { isUtf8 } from 'node:buffer'
import { CDATA, CLOSE, CUT, nextToken, OPEN, TEXT, type XmlCursor } from './xml-cursor.ts'
import { corruptXml } from './xml-errors.ts'

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const UNDERSCORE = 0x5f
const REPLACEMENT = '\ufffd'

/** Characters as they are in the file. Bytes that are none are refused: the decoder would put others in their place. */
export function decodeUtf8(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to)
  if (text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(from, to)))
    throw corruptXml('it holds bytes that are no text')
  return text
}

/** What a text or an attribute means: references resolved, ends of lines as XML has them. */
export function decodeXml(bytes: Buffer, from: number, to: number): string {
  const text = decodeUtf8(bytes, from, to)
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  return lines.includes('&') ? lines.replaceAll(/&([^;&]{0,12};?)/g, resolveReference) : lines
}

function resolveReference(_reference: string, name: string): string {
  const named = NAMED[name.slice(0, -1)]
  if (named !== undefined && name.endsWith(';')) return named
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,8})|([0-9]{1,8}));$/i.exec(name) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  if (!(code > 0 && code <= 0x10ffff)) throw corruptXml('it refers to an entity that XML does not know')
  return String.fromCodePoint(code)
}

/** Undoes the way in which the format spells characters that XML cannot hold: `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** May these bytes hold such an escape? */
export function mayHoldEscapes(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === UNDERSCORE && bytes[at + 1] === 0x78) return true
  return false
}

/** An attribute of the tag read last, by its local name. */
export function attribute(x: XmlCursor, name: string): string | null {
  for (let slot = 0; slot < 4 * x.attributeCount; slot += 4) {
    const from = x.attributes[slot] ?? 0
    const to = x.attributes[slot + 1] ?? 0
    if (isLocalName(x.bytes, from, to, name))
      return decodeXml(x.bytes, x.attributes[slot + 2] ?? 0, x.attributes[slot + 3] ?? 0)
  }
  return null
}

function isLocalName(bytes: Buffer, from: number, to: number, name: string): boolean {
  const start = to - name.length
  if (start < from || (start > from && bytes[start - 1] !== 0x3a)) return false
  for (let n = 0; n < name.length; n++) if (bytes[start + n] !== name.charCodeAt(n)) return false
  return true
}

export function numberAttribute(x: XmlCursor, name: string): number | null {
  const text = attribute(x, name)
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export function flagAttribute(x: XmlCursor, name: string, otherwise = false): boolean {
  const text = attribute(x, name)
  return text === null ? otherwise : text === '1' || text === 'true' || text === 'on'
}

/** The name of the tag read last. */
export function tagName(x: XmlCursor): string {
  return x.bytes.toString('latin1', x.nameFrom, x.nameTo)
}

/** Is this the name of the tag read last? Compared byte by byte, since rows are asked by the million. */
export function isNamed({ bytes, nameFrom, nameTo }: XmlCursor, name: Buffer): boolean {
  if (nameTo - nameFrom !== name.length) return false
  for (let n = 0; n < name.length; n++) if (bytes[nameFrom + n] !== name[n]) return false
  return true
}

/** The text inside the element whose tag was read last; null where it is cut off. */
export function readContent(x: XmlCursor): string | null {
  if (x.isEmpty) return ''
  let text = ''
  let depth = 0
  for (;;) {
    const token = nextToken(x)
    if (token === CUT) return null
    if (token === TEXT) text += decodeXml(x.bytes, x.textFrom, x.textTo)
    else if (token === CDATA) text += decodeUtf8(x.bytes, x.textFrom, x.textTo)
    else if (token === OPEN && !x.isEmpty) depth++
    else if (token === CLOSE && depth-- === 0) return text
  }
}

/** Behind the element whose tag was read last; false where it is cut off. */
export function skipElement(x: XmlCursor): boolean {
  let depth = x.isEmpty ? 0 : 1
  while (depth > 0) {
    const token = nextToken(x)
    if (token === CUT) return false
    if (token === OPEN && !x.isEmpty) depth++
    else if (token === CLOSE) depth--
  }
  return true
}
