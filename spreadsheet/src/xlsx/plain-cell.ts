import { MOST_COLUMNS, MOST_ROWS } from './cell-reference.ts'
import { BOOLEAN, clearCell, ERROR, NUMBER, SHARED, type SheetCell, STRING } from './sheet-cell.ts'
import type { XmlCursor } from './xml-cursor.ts'

const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f
const SPACE = 0x20
const EQUALS = 0x3d
const QUOTE = 0x22
const AMPERSAND = 0x26
const RETURN = 0x0d
const C = 0x63
const F = 0x66
const R = 0x72
const S = 0x73
const T = 0x74
const V = 0x76
const NO = -1

/**
 * Nearly all cells are spelled `<c r="B3" s="1" t="s"><v>12</v></c>` to the letter, which takes no tokens to read. False, and
 * the cursor as it was, for all others and for what is cut off: they are read by the rules of XML.
 */
export function readPlainCell(x: XmlCursor, cell: SheetCell, wantsFormulas: boolean): boolean {
  const { bytes, end } = x
  if (bytes[x.at] !== LT || bytes[x.at + 1] !== C) return false
  clearCell(cell)
  let at = x.at + 2
  while (bytes[at] === SPACE) {
    at = plainAttribute(bytes, at + 1, cell)
    if (at === NO) return false
  }
  if (bytes[at] !== GT) return false
  at++
  if (bytes[at + 1] === F && !wantsFormulas) at = behindFormula(bytes, at, end)
  if (bytes[at] !== LT || bytes[at + 1] !== V || bytes[at + 2] !== GT) return false
  const to = endOfValue(bytes, at + 3, end)
  if (to + 8 > end || !isEndOfCell(bytes, to)) return false
  cell.hasValue = true
  cell.valueFrom = at + 3
  cell.valueTo = to
  x.at = to + 8
  return true
}

/** Reads `r="B3"`, `s="1"` or `t="s"` and answers where it ends, or NO. */
function plainAttribute(bytes: Buffer, at: number, cell: SheetCell): number {
  if (bytes[at + 1] !== EQUALS || bytes[at + 2] !== QUOTE) return NO
  switch (bytes[at]) {
    case R:
      return plainReference(bytes, at + 3, cell)
    case S:
      return plainStyle(bytes, at + 3, cell)
    case T:
      return plainType(bytes, at + 3, cell)
    default:
      return NO
  }
}

function plainReference(bytes: Buffer, from: number, cell: SheetCell): number {
  let at = from
  let column = 0
  let row = 0
  let letter = (bytes[at] ?? 0) - 0x40
  while (letter >= 1 && letter <= 26) {
    column = column * 26 + letter
    letter = (bytes[++at] ?? 0) - 0x40
  }
  let digit = (bytes[at] ?? 0) - 0x30
  while (digit >= 0 && digit <= 9) {
    row = row * 10 + digit
    digit = (bytes[++at] ?? 0) - 0x30
  }
  if (bytes[at] !== QUOTE || column === 0 || column > MOST_COLUMNS || row === 0 || row > MOST_ROWS) return NO
  cell.row = row - 1
  cell.column = column - 1
  return at + 1
}

function plainStyle(bytes: Buffer, from: number, cell: SheetCell): number {
  let at = from
  let style = 0
  let digit = (bytes[at] ?? 0) - 0x30
  while (digit >= 0 && digit <= 9) {
    style = style * 10 + digit
    digit = (bytes[++at] ?? 0) - 0x30
  }
  cell.style = style
  return bytes[at] === QUOTE ? at + 1 : NO
}

function plainType(bytes: Buffer, at: number, cell: SheetCell): number {
  if (bytes[at] === S && bytes[at + 1] === T && bytes[at + 2] === R && bytes[at + 3] === QUOTE) {
    cell.type = STRING
    return at + 4
  }
  if (bytes[at + 1] !== QUOTE) return NO
  switch (bytes[at]) {
    case S:
      cell.type = SHARED
      return at + 2
    case 0x6e:
      cell.type = NUMBER
      return at + 2
    case 0x62:
      cell.type = BOOLEAN
      return at + 2
    case 0x65:
      cell.type = ERROR
      return at + 2
    default:
      return NO
  }
}

/** Behind `<f>…</f>` or `<f …/>`, where no tag is inside. */
function behindFormula(bytes: Buffer, from: number, end: number): number {
  let at = from + 2
  while (at < end && bytes[at] !== LT && bytes[at] !== GT) at++
  if (bytes[at] !== GT) return from
  if (bytes[at - 1] === SLASH) return at + 1
  while (at < end && bytes[at] !== LT) at++
  const isClosed = bytes[at + 1] === SLASH && bytes[at + 2] === F && bytes[at + 3] === GT
  return isClosed && at + 4 <= end ? at + 4 : from
}

function endOfValue(bytes: Buffer, from: number, end: number): number {
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte === LT || byte === AMPERSAND || byte === RETURN) break
    at++
  }
  return at
}

/** `</v></c>` */
function isEndOfCell(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LT &&
    bytes[at + 1] === SLASH &&
    bytes[at + 2] === V &&
    bytes[at + 3] === GT &&
    bytes[at + 4] === LT &&
    bytes[at + 5] === SLASH &&
    bytes[at + 6] === C &&
    bytes[at + 7] === GT
  )
}
