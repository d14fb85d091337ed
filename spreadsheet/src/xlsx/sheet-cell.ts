import { FileRefused } from '../errors.ts'
import { MOST_COLUMNS, MOST_ROWS } from './cell-reference.ts'
import { LONGEST_TEXT, type RichText, readRichText, refuseIfTooLong } from './rich-text.ts'
import type { CellFormula } from './sheet-formulas.ts'
import { CLOSE, CUT, nextToken, OPEN, TEXT, type XmlCursor } from './xml-cursor.ts'
import { corruptXml } from './xml-errors.ts'
import { attribute, decodeEscapes, decodeUtf8, readContent, skipElement } from './xml-text.ts'

/** The cell read last. Positions are of the cursor's bytes. */
export type SheetCell = {
  /** From its reference; -1 where it has none. */
  row: number
  column: number
  style: number
  type: CellType
  /** The value: nothing, `valueText`, or where that is null the bytes as they are. */
  hasValue: boolean
  valueFrom: number
  valueTo: number
  valueText: string | null
  formula: CellFormula | null
  rich: RichText
}

export type CellType =
  | typeof NUMBER
  | typeof SHARED
  | typeof STRING
  | typeof INLINE
  | typeof BOOLEAN
  | typeof ERROR
  | typeof DATE
export const NUMBER = 0
export const SHARED = 1
export const STRING = 2
export const INLINE = 3
export const BOOLEAN = 4
export const ERROR = 5
export const DATE = 6

const LETTER_R = 0x72
const LETTER_S = 0x73
const LETTER_T = 0x74
const LETTER_V = 0x76
const LETTER_F = 0x66
const LETTER_I = 0x69

export function newSheetCell(): SheetCell {
  return {
    row: -1,
    column: -1,
    style: 0,
    type: NUMBER,
    hasValue: false,
    valueFrom: 0,
    valueTo: 0,
    valueText: null,
    formula: null,
    rich: { from: 0, to: 0, text: null },
  }
}

/** Reads the cell whose tag was read last; false where it is cut off. */
export function readCell(x: XmlCursor, cell: SheetCell, wantsFormulas: boolean): boolean {
  readCellTag(x, cell)
  if (x.isEmpty) return true
  for (;;) {
    const token = nextToken(x)
    if (token === CUT) return false
    if (token === CLOSE) return true
    if (token === OPEN && !readChild(x, cell, wantsFormulas)) return false
  }
}

export function clearCell(cell: SheetCell) {
  cell.row = -1
  cell.column = -1
  cell.style = 0
  cell.type = NUMBER
  cell.hasValue = false
  cell.valueText = null
  cell.formula = null
}

function readCellTag(x: XmlCursor, cell: SheetCell) {
  const { bytes, attributes, attributeCount } = x
  clearCell(cell)
  for (let slot = 0; slot < 4 * attributeCount; slot += 4) {
    const nameFrom = attributes[slot] ?? 0
    if ((attributes[slot + 1] ?? 0) - nameFrom !== 1) continue
    const from = attributes[slot + 2] ?? 0
    const to = attributes[slot + 3] ?? 0
    const name = bytes[nameFrom]
    if (name === LETTER_R) readReference(bytes, from, to, cell)
    else if (name === LETTER_S) cell.style = readIndex(bytes, from, to)
    else if (name === LETTER_T) cell.type = readType(bytes, from, to)
  }
}

function readReference(bytes: Buffer, from: number, to: number, cell: SheetCell) {
  let at = from
  let column = 0
  for (; at < to; at++) {
    // Both cases of a letter differ in one bit.
    const letter = ((bytes[at] ?? 0) & 0xdf) - 0x40
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const row = readIndex(bytes, at, to)
  if (at === from || at === to || row === 0)
    throw corruptXml(`a cell is at ${bytes.toString('latin1', from, Math.min(to, from + 20))}`)
  if (row > MOST_ROWS || column > MOST_COLUMNS) throw tooManyCells()
  cell.row = row - 1
  cell.column = column - 1
}

/** Digits only, as the format demands. */
export function readIndex(bytes: Buffer, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) throw corruptXml('a number of a row, a column or a style is none')
    value = value * 10 + digit
  }
  return value
}

function readType(bytes: Buffer, from: number, to: number): CellType {
  if (to - from === 1) {
    switch (bytes[from]) {
      case 0x73:
        return SHARED
      case 0x6e:
        return NUMBER
      case 0x62:
        return BOOLEAN
      case 0x65:
        return ERROR
      case 0x64:
        return DATE
    }
  }
  const name = bytes.toString('latin1', from, to)
  if (name === 'str') return STRING
  if (name === 'inlineStr') return INLINE
  throw corruptXml(`a cell is of the type ${name.slice(0, 20)}`)
}

function readChild(x: XmlCursor, cell: SheetCell, wantsFormulas: boolean): boolean {
  const { bytes, nameFrom, nameTo } = x
  const first = bytes[nameFrom]
  const length = nameTo - nameFrom
  if (length === 1 && first === LETTER_V) return readValue(x, cell)
  if (length === 1 && first === LETTER_F && wantsFormulas) return readFormula(x, cell)
  if (length === 2 && first === LETTER_I && bytes[nameFrom + 1] === LETTER_S) return readInline(x, cell)
  return skipElement(x)
}

function readValue(x: XmlCursor, cell: SheetCell): boolean {
  const { at, isEmpty } = x
  cell.hasValue = true
  if (!isEmpty && nextToken(x) === TEXT && x.isPlain) {
    const { textFrom, textTo } = x
    if (nextToken(x) === CLOSE) {
      cell.valueFrom = textFrom
      cell.valueTo = textTo
      return true
    }
  }
  x.at = at
  x.isEmpty = isEmpty
  cell.valueText = readContent(x)
  return cell.valueText !== null
}

function readInline(x: XmlCursor, cell: SheetCell): boolean {
  if (!readRichText(x, cell.rich)) return false
  // What is inline is the value of cells of that type only.
  if (cell.type !== INLINE) return true
  cell.hasValue = true
  cell.valueFrom = cell.rich.from
  cell.valueTo = cell.rich.to
  cell.valueText = cell.rich.text
  return true
}

function readFormula(x: XmlCursor, cell: SheetCell): boolean {
  const formula: CellFormula = {
    kind: attribute(x, 't') ?? 'normal',
    group: attribute(x, 'si'),
    range: attribute(x, 'ref'),
    inputs: [attribute(x, 'r1'), attribute(x, 'r2')],
    text: '',
  }
  const text = readContent(x)
  if (text === null) return false
  formula.text = decodeEscapes(text)
  cell.formula = formula
  return true
}

/** The value as a text. */
export function cellText(bytes: Buffer, { valueFrom, valueTo, valueText }: SheetCell): string {
  const text = valueText ?? decodeUtf8(bytes, valueFrom, valueTo)
  if (text.length > LONGEST_TEXT) refuseIfTooLong(text)
  return text
}

export function tooManyCells() {
  return new FileRefused('too_large', `A sheet has more than ${MOST_ROWS} rows or ${MOST_COLUMNS} columns.`)
}
