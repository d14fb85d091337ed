import { FileRefused } from '../errors.ts'
import { CDATA, CLOSE, CUT, nextToken, OPEN, TEXT, type XmlCursor } from './xml-cursor.ts'
import { decodeEscapes, decodeUtf8, decodeXml, isNamed, mayHoldEscapes, skipElement } from './xml-text.ts'

/** A text that may be made of runs: `text`, or where that is null the bytes from `from` to `to` as they are. */
export type RichText = { from: number; to: number; text: string | null }

export const LONGEST_TEXT = 1_000_000
const T = Buffer.from('t')
const R = Buffer.from('r')

/**
 * Reads the element whose tag was read last (`si`, `is`, `text`): the texts of its runs, without those that tell how it is
 * pronounced. False where it is cut off.
 */
export function readRichText(x: XmlCursor, rich: RichText): boolean {
  rich.from = 0
  rich.to = 0
  rich.text = null
  if (x.isEmpty) return true
  let depth = 0
  for (;;) {
    const token = nextToken(x)
    if (token === CUT) return false
    if (token === CLOSE && depth-- === 0) return true
    if (token !== OPEN) continue
    if (isNamed(x, R)) depth += x.isEmpty ? 0 : 1
    else if (!(isNamed(x, T) ? readText(x, rich) : skipElement(x))) return false
  }
}

function readText(x: XmlCursor, rich: RichText): boolean {
  if (x.isEmpty) return true
  for (;;) {
    const token = nextToken(x)
    if (token === CUT) return false
    if (token === CLOSE) return true
    if (token !== OPEN) addText(x, rich, token)
    else if (!skipElement(x)) return false
  }
}

function addText(x: XmlCursor, rich: RichText, token: typeof TEXT | typeof CDATA) {
  const { bytes, textFrom, textTo } = x
  const isPlain = token === TEXT && x.isPlain && !mayHoldEscapes(bytes, textFrom, textTo)
  if (isPlain && rich.text === null && rich.from === rich.to) {
    rich.from = textFrom
    rich.to = textTo
    if (textTo - textFrom > LONGEST_TEXT) refuseIfTooLong(decodeUtf8(bytes, textFrom, textTo))
    return
  }
  const before = rich.text ?? decodeUtf8(bytes, rich.from, rich.to)
  const decoded = token === CDATA ? decodeUtf8(bytes, textFrom, textTo) : decodeXml(bytes, textFrom, textTo)
  rich.text = before + decodeEscapes(decoded)
  refuseIfTooLong(rich.text)
}

export function refuseIfTooLong(text: string) {
  if (text.length > LONGEST_TEXT)
    throw new FileRefused('too_large', 'A text of the spreadsheet is longer than 1,000,000 characters.')
}
