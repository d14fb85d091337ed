import { FileRefused } from '../../errors.ts'
import { columnIndex, columnLetters, MOST_ROWS } from '../../xlsx/cell-reference.ts'
import { toR1C1 } from '../../xlsx/to-r1c1.ts'
import { CLOSE, CUT, newXmlCursor, nextToken, OPEN, type XmlCursor } from '../../xlsx/xml-cursor.ts'
import { inUtf8 } from '../../xlsx/xml-encoding.ts'
import { corruptXml } from '../../xlsx/xml-errors.ts'
import { decodeUtf8, numberAttribute, skipElement, tagName } from '../../xlsx/xml-text.ts'
import { DECLARATION } from '../edit/package-parts.ts'
import { fromR1C1 } from '../from-r1c1.ts'
import { xmlText } from '../xlsx/xml-text.ts'
import { attributeOf, decodeText, withAttributes } from './rewrite-xml.ts'
import { isCut, RowsRefused, rowAfter } from './row-change.ts'
import { shiftFormula } from './shift-formula.ts'
import { boxOf, shiftCellAddress, shiftRange } from './shift-ranges.ts'
import { type SheetSide, shiftSheetSide } from './shift-sheet-tail.ts'

/** No row of a sheet is larger; it must be in memory to be rewritten. What is behind the rows must be, too. */
const LARGEST_BYTES = 64 * 1024 ** 2

type Shifting = SheetSide & {
  place: 'before the root' | 'before rows' | 'in rows' | 'behind rows'
  prefix: string
  lastRow: number
  /** Formulas that several cells share, by group, in R1C1 notation; and groups that are written out cell by cell. */
  shared: Map<string, { r1c1: string; isWrittenOut: boolean }>
  /** The row above the first that comes, whose looks the new rows take. */
  above: string
  isInserted: boolean
  out: Buffer[]
  copied: number
  isChanged: boolean
}

/** The part of a sheet after rows came or went, in this sheet or in another. `onChange` is called where it is another one then. */
export async function* shiftRowsOfSheet(
  pieces: AsyncIterable<Buffer>,
  side: SheetSide,
  onChange: () => void,
): AsyncGenerator<Buffer> {
  const shifting: Shifting = {
    ...side,
    place: 'before the root',
    prefix: '',
    lastRow: -1,
    shared: new Map(),
    above: '',
    isInserted: side.change.action === 'delete' || !side.isOwn,
    out: [],
    copied: 0,
    isChanged: false,
  }
  let rest: Buffer = Buffer.alloc(0)
  yield Buffer.from(DECLARATION)
  for await (const piece of inUtf8(pieces)) {
    const x = newXmlCursor(Buffer.concat([rest, piece]))
    shifting.copied = 0
    if (shifting.place !== 'behind rows') readOn(x, shifting)
    rest = x.bytes.subarray(shifting.copied, x.end)
    if (rest.length > LARGEST_BYTES) throw new FileRefused('too_large', 'A part of the spreadsheet is too large.')
    yield* shifting.out.splice(0)
  }
  if (shifting.place !== 'behind rows') throw corruptXml('it ends in the middle')
  yield Buffer.from(shiftedText(shifting, decodeUtf8(rest, 0, rest.length)))
  if (shifting.isChanged) onChange()
}

function shiftedText(shifting: Shifting, text: string): string {
  const shifted = shiftSheetSide(shifting, text)
  if (shifted !== text) shifting.isChanged = true
  return shifted
}

/** As far as the bytes at hand reach; what is not copied yet is read again with the next ones. */
function readOn(x: XmlCursor, shifting: Shifting) {
  for (;;) {
    const from = x.at
    const token = nextToken(x)
    if (token === CUT) {
      if (shifting.place === 'in rows') copyTo(x, shifting, from)
      return
    }
    if (token === CLOSE && shifting.place === 'in rows') return endRows(x, shifting, from)
    if (token !== OPEN) continue
    if (shifting.place === 'in rows') {
      if (!readRow(x, shifting, from)) {
        x.at = from
        return copyTo(x, shifting, from)
      }
      continue
    }
    readHead(x, shifting)
    if (shifting.place === 'behind rows') return
  }
}

function copyTo(x: XmlCursor, shifting: Shifting, to: number) {
  if (to > shifting.copied) shifting.out.push(x.bytes.subarray(shifting.copied, to))
  shifting.copied = to
}

/** What is before the rows stays at hand until they begin. */
function readHead(x: XmlCursor, shifting: Shifting) {
  const name = tagName(x)
  if (shifting.place === 'before the root') {
    if (name !== 'worksheet') throw corruptXml('a sheet has no cells')
    const tagFrom = x.bytes.lastIndexOf('<', x.nameFrom)
    shifting.prefix = x.bytes.toString('latin1', tagFrom + 1, x.nameFrom)
    shifting.copied = tagFrom
    shifting.place = 'before rows'
    return
  }
  if (name !== 'sheetData') return
  const head = decodeUtf8(x.bytes, shifting.copied, x.at)
  shifting.out.push(Buffer.from(shiftedText(shifting, head)))
  shifting.copied = x.at
  shifting.place = x.isEmpty ? 'behind rows' : 'in rows'
}

function endRows(x: XmlCursor, shifting: Shifting, from: number) {
  copyTo(x, shifting, from)
  insertRows(shifting)
  shifting.place = 'behind rows'
}

function readRow(x: XmlCursor, shifting: Shifting, from: number): boolean {
  const isRow = tagName(x) === 'row'
  const number = isRow ? numberAttribute(x, 'r') : null
  if (!skipElement(x)) return false
  if (!isRow) return true
  const row = number === null ? shifting.lastRow + 1 : number - 1
  if (row <= shifting.lastRow) throw corruptXml('its rows are not in order')
  shifting.lastRow = row
  const bytes = x.bytes.subarray(from, x.at)
  const { isOwn, change } = shifting
  const isMoved = isOwn && row >= change.row
  if (isMoved && !shifting.isInserted) {
    copyTo(x, shifting, from)
    insertRows(shifting)
  }
  const isAbove = isOwn && change.action === 'insert' && row === change.row - 1
  const hasFormula = bytes.includes(`<${shifting.prefix}f`)
  if (!isMoved && !isAbove && !hasFormula) return true
  const text = decodeUtf8(bytes, 0, bytes.length)
  if (isAbove) shifting.above = text
  const next = shiftRow(shifting, row, text)
  if (next === text) return true
  shifting.isChanged = true
  copyTo(x, shifting, from)
  shifting.out.push(Buffer.from(next))
  shifting.copied = x.at
  return true
}

const CELL = /<((?:[\w.-]+:)?c)(\s[^<>]*?)?(?:\/>|>([\s\S]*?)<\/\1\s*>)/g
const FORMULA = /<((?:[\w.-]+:)?f)((?:\s[^<>]*?)?)(?:\/>|>([\s\S]*?)<\/\1\s*>)/

/** The row where it is then; nothing where it goes, but what its formulas share with others is kept in mind. */
function shiftRow(shifting: Shifting, row: number, xml: string): string {
  if (xml.includes('<![CDATA['))
    throw new RowsRefused('not_understood', 'the sheet has cells in a spelling that is not understood')
  const { change, isOwn } = shifting
  const next = isOwn ? rowAfter(change, row) : row
  if (next === null && change.action === 'insert')
    throw new RowsRefused('sheet_full', `row ${row + 1} would be pushed out of the sheet`)
  let column = -1
  const cells = xml.replace(CELL, (cell: string, _name: string, attributes = '', inner = '') => {
    const address = /\sr\s*=\s*["']([A-Za-z]+)\d+["']/.exec(attributes)?.[1]
    column = address === undefined ? column + 1 : columnIndex(address)
    const found = FORMULA.exec(inner)
    const moved =
      next === null || next === row ? cell : cell.replace(/^(<[^<>]*?\sr\s*=\s*["'][A-Za-z]+)\d+/, `$1${next + 1}`)
    if (!found) return moved
    const formula = shiftCellFormula(shifting, found, { row, column })
    return formula === found[0] ? moved : moved.replace(found[0], () => formula)
  })
  if (next === null) return ''
  if (next === row) return cells
  const [tag = ''] = /^<[^<>]*>/.exec(cells) ?? []
  const isNumbered = attributeOf(tag, 'r') !== null
  const moved = isNumbered
    ? withAttributes(tag, { r: String(next + 1) })
    : tag.replace(/^<[^\s/>]+/, `$& r="${next + 1}"`)
  return moved + cells.slice(tag.length)
}

type At = { row: number; column: number }

/** The element of a formula. One of a group is written out where its text changes. */
function shiftCellFormula(
  shifting: Shifting,
  [element, name = 'f', attributes = '', inner = '']: RegExpExecArray,
  at: At,
): string {
  const { change, sheet, isOwn, shared } = shifting
  const kind = attributeOf(`<f${attributes}>`, 't')
  const group = attributeOf(`<f${attributes}>`, 'si')
  const text = decodeText(inner)
  const shift = (formula: string) => shiftFormula(change, { kind: 'cell', sheet }, formula)
  const plain = (formula: string) => `<${name}>${xmlText(formula)}</${name}>`
  if (kind === 'shared' && group !== null) {
    if (text !== '') {
      // In other sheets a group stays one where none of its cells refers to the sheet.
      const isWrittenOut = isOwn || mentions(text, change.sheet)
      shared.set(group, { r1c1: toR1C1(text, at.row, at.column), isWrittenOut })
    }
    const known = shared.get(group)
    if (!known) throw corruptXml('a formula is shared that is nowhere')
    return known.isWrittenOut ? plain(shift(text === '' ? fromR1C1(known.r1c1, at.row, at.column) : text)) : element
  }
  const next = text === '' ? '' : shift(text)
  const ranged =
    isOwn && (kind === 'array' || kind === 'dataTable') ? shiftFilled(shifting, attributes, kind) : attributes
  if (next === text && ranged === attributes) return element
  return inner === '' ? `<${name}${ranged}/>` : `<${name}${ranged}>${xmlText(next)}</${name}>`
}

const mentions = (formula: string, sheet: string) =>
  formula.toLowerCase().includes(sheet.toLowerCase().replaceAll("'", "''"))

/** The cells that a formula fills move as a whole or not at all. */
function shiftFilled({ change }: Shifting, attributes: string, kind: string): string {
  const tag = `<f${attributes}>`
  const ref = attributeOf(tag, 'ref')
  if (ref === null) return attributes
  const { top, bottom } = boxOf(ref)
  const isAllGone = change.action === 'delete' && top >= change.row && bottom < change.row + change.count
  if (isCut(change, top, bottom) && !isAllGone)
    throw new RowsRefused('array_formula', `${ref} is filled by one formula, and would be cut`)
  if (isAllGone) return attributes
  const inputs = kind === 'dataTable' ? ['r1', 'r2'] : []
  const moved = Object.fromEntries(
    inputs.flatMap((input) => {
      const cell = attributeOf(tag, input)
      if (cell === null) return []
      const next = shiftCellAddress(change, cell)
      if (next === null)
        throw new RowsRefused('data_table', `${cell} is what a table of outcomes in ${ref} varies, and would go`)
      return [[input, next]]
    }),
  )
  return withAttributes(tag, { ref: shiftRange(change, ref) ?? ref, ...moved }).slice(2, -1)
}

/** New rows look like the one above them. */
function insertRows(shifting: Shifting) {
  if (shifting.isInserted) return
  const { change, above, prefix } = shifting
  shifting.isInserted = true
  shifting.isChanged = true
  const tag = /^<[^<>]*>/.exec(above)?.[0] ?? ''
  const kept = ['s', 'customFormat', 'ht', 'customHeight'].flatMap((name) => {
    const value = attributeOf(tag, name)
    return value === null ? [] : [` ${name}="${xmlText(value)}"`]
  })
  const styles: { column: number; style: string }[] = []
  let column = -1
  for (const [, , attributes = ''] of above.matchAll(CELL)) {
    const address = /\sr\s*=\s*["']([A-Za-z]+)\d+["']/.exec(attributes)?.[1]
    column = address === undefined ? column + 1 : columnIndex(address)
    const style = attributeOf(`<c${attributes}>`, 's')
    if (style !== null && style !== '0') styles.push({ column, style })
  }
  if (kept.length === 0 && styles.length === 0) return
  for (let n = 0; n < change.count; n++) {
    const number = change.row + n + 1
    if (number > MOST_ROWS) throw new RowsRefused('sheet_full', 'the sheet has no room for the rows')
    const cells = styles.map(
      ({ column: at, style }) => `<${prefix}c r="${columnLetters(at)}${number}" s="${xmlText(style)}"/>`,
    )
    shifting.out.push(Buffer.from(`<${prefix}row r="${number}"${kept.join('')}>${cells.join('')}</${prefix}row>`))
  }
}
