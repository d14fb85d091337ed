import { FileRefused } from '../../errors.ts'
import { columnLetters, parseBox } from '../../xlsx/cell-reference.ts'
import { CLOSE, CUT, newXmlCursor, nextToken, OPEN, type XmlCursor } from '../../xlsx/xml-cursor.ts'
import { inUtf8 } from '../../xlsx/xml-encoding.ts'
import { corruptXml } from '../../xlsx/xml-errors.ts'
import { attribute, numberAttribute, skipElement, tagName } from '../../xlsx/xml-text.ts'
import { DECLARATION } from './package-parts.ts'
import { newRow, type RowRewrite, rewriteRow, type StyleOf } from './rewrite-row.ts'
import type { OrphanedFormulas } from './shared-formulas.ts'
import { type ColumnRun, columnRunsXml, columnStyle, hideColumns, readColumnRuns } from './sheet-columns.ts'
import type { CellEdit, SheetEdits } from './xlsx-edits.ts'

/** No row of a sheet is larger; it must be in memory to be edited. */
const LARGEST_ROW_BYTES = 32 * 1024 ** 2

type Rewriting = {
  /** From the last to the first; those of rows that have been passed are gone. */
  rows: EditedRow[]
  hiddenColumns: readonly number[]
  runs: ColumnRun[]
  orphans: OrphanedFormulas
  prefix: string
  isDate1904: boolean
  styleOf: StyleOf
  place: 'before the root' | 'before rows' | 'in rows' | 'behind rows'
  lastRow: number
  /** What goes into the file: texts, and bytes of the sheet as they were. */
  out: Buffer[]
  /** Up to here the bytes at hand are in `out`, or replaced by what is. */
  copied: number
}

type EditedRow = { row: number; edits: CellEdit[] }

/** What a sheet shares with the others of its file. */
export type SheetWorld = { isDate1904: boolean; styleOf: StyleOf }

/** The part of a sheet with its edits; what they do not touch is copied. */
export async function* rewriteSheet(
  pieces: AsyncIterable<Buffer>,
  edits: SheetEdits,
  { isDate1904, styleOf }: SheetWorld,
): AsyncGenerator<Buffer> {
  const rewriting = begin(edits, { isDate1904, styleOf })
  let rest: Buffer = Buffer.alloc(0)
  yield Buffer.from(DECLARATION)
  for await (const piece of inUtf8(pieces)) {
    const x = newXmlCursor(Buffer.concat([rest, piece]))
    rewriting.copied = 0
    readOn(x, rewriting)
    // What stands before the root is replaced with it.
    if (rewriting.place === 'before the root') x.at = 0
    copyTo(x, rewriting, x.at)
    rest = x.bytes.subarray(x.at, x.end)
    if (rest.length > LARGEST_ROW_BYTES) throw new FileRefused('too_large', 'A row of the spreadsheet is too large.')
    yield* rewriting.out.splice(0)
  }
  if (rewriting.place !== 'behind rows') throw corruptXml('it ends in the middle')
  yield rest
}

function begin({ cells = [], hiddenColumns = [] }: SheetEdits, { isDate1904, styleOf }: SheetWorld): Rewriting {
  const byRow = new Map<number, Map<number, CellEdit>>()
  for (const edit of cells) {
    const row = byRow.get(edit.row) ?? new Map<number, CellEdit>()
    byRow.set(edit.row, row.set(edit.column, edit))
  }
  const rows = [...byRow].map(([row, edits]) => ({
    row,
    edits: [...edits.values()].sort((a, b) => a.column - b.column),
  }))
  return {
    rows: rows.sort((a, b) => b.row - a.row),
    hiddenColumns,
    runs: [],
    orphans: new Map(),
    prefix: '',
    isDate1904,
    styleOf,
    place: 'before the root',
    lastRow: -1,
    out: [],
    copied: 0,
  }
}

/** As far as the bytes at hand reach; the cursor stays before what is cut off. */
function readOn(x: XmlCursor, rewriting: Rewriting) {
  for (;;) {
    const from = x.at
    const token = nextToken(x)
    if (token === CUT) return
    if (token === OPEN && !readElement(x, rewriting, from)) {
      x.at = from
      return
    }
    if (token === CLOSE && rewriting.place === 'in rows') endRows(x, rewriting, from)
  }
}

function copyTo(x: XmlCursor, rewriting: Rewriting, to: number) {
  if (to > rewriting.copied) rewriting.out.push(x.bytes.subarray(rewriting.copied, to))
  rewriting.copied = to
}

/** Puts a text in the place of what was read from there on. */
function replace(x: XmlCursor, rewriting: Rewriting, from: number, text: string) {
  copyTo(x, rewriting, from)
  rewriting.out.push(Buffer.from(text))
  rewriting.copied = x.at
}

/** False where the element is cut off. */
function readElement(x: XmlCursor, rewriting: Rewriting, from: number): boolean {
  if (rewriting.place === 'in rows') return readRow(x, rewriting, from)
  if (rewriting.place === 'behind rows') return true
  if (rewriting.place === 'before the root') return readRoot(x, rewriting)
  const name = tagName(x)
  if (name === 'dimension') return readDimension(x, rewriting, from)
  if (name === 'cols') return readColumns(x, rewriting, from)
  if (name === 'sheetData') beginRows(x, rewriting, from)
  return true
}

/** What stands before the root, the declaration of an encoding above all, is replaced by our own. */
function readRoot(x: XmlCursor, rewriting: Rewriting): boolean {
  if (tagName(x) !== 'worksheet') throw corruptXml('a sheet has no cells')
  const tagFrom = x.bytes.lastIndexOf('<', x.nameFrom)
  rewriting.place = 'before rows'
  rewriting.prefix = x.bytes.toString('latin1', tagFrom + 1, x.nameFrom)
  rewriting.copied = tagFrom
  return true
}

function readDimension(x: XmlCursor, rewriting: Rewriting, from: number): boolean {
  const box = parseBox(attribute(x, 'ref') ?? '')
  if (!skipElement(x)) return false
  if (!box || rewriting.rows.length === 0) return true
  let { top, left, bottom, right } = box
  for (const { row, edits } of rewriting.rows) {
    ;[top, bottom] = [Math.min(top, row), Math.max(bottom, row)]
    left = Math.min(left, edits[0]?.column ?? left)
    right = Math.max(right, edits.at(-1)?.column ?? right)
  }
  const range = `${columnLetters(left)}${top + 1}:${columnLetters(right)}${bottom + 1}`
  replace(x, rewriting, from, `<${rewriting.prefix}dimension ref="${range}"/>`)
  return true
}

function readColumns(x: XmlCursor, rewriting: Rewriting, from: number): boolean {
  if (!skipElement(x)) return false
  rewriting.runs = readColumnRuns(x.bytes.subarray(from, x.at))
  if (rewriting.hiddenColumns.length === 0) return true
  rewriting.runs = hideColumns(rewriting.runs, rewriting.hiddenColumns)
  rewriting.hiddenColumns = []
  replace(x, rewriting, from, columnRunsXml(rewriting.runs, rewriting.prefix))
  return true
}

function beginRows(x: XmlCursor, rewriting: Rewriting, from: number) {
  const { prefix } = rewriting
  // A sheet without columns of its own gets them here, where they belong.
  const columns = columnRunsXml(hideColumns([], rewriting.hiddenColumns), prefix)
  rewriting.place = x.isEmpty ? 'behind rows' : 'in rows'
  if (!x.isEmpty) return insert(x, rewriting, from, columns)
  const rows = newRowsBefore(rewriting, Number.POSITIVE_INFINITY)
  replace(x, rewriting, from, `${columns}<${prefix}sheetData>${rows}</${prefix}sheetData>`)
}

function readRow(x: XmlCursor, rewriting: Rewriting, from: number): boolean {
  if (tagName(x) !== 'row') return skipElement(x)
  const number = numberAttribute(x, 'r')
  const row = number === null ? rewriting.lastRow + 1 : number - 1
  if (row <= rewriting.lastRow) throw corruptXml('its rows are not in order')
  if (!skipElement(x)) return false
  rewriting.lastRow = row
  insert(x, rewriting, from, newRowsBefore(rewriting, row))
  const edits = rewriting.rows.at(-1)?.row === row ? rewriting.rows.pop()?.edits : undefined
  if (edits || rewriting.orphans.size > 0) rewriteRowAt(x, rewriting, from, rowRewrite(rewriting, row, edits ?? []))
  return true
}

/** The row that begins there, which is known to be there to its end. */
function rewriteRowAt(x: XmlCursor, rewriting: Rewriting, from: number, rewrite: RowRewrite) {
  x.at = from
  nextToken(x)
  const text = rewriteRow(x, x.bytes.lastIndexOf('<', x.nameFrom), rewrite)
  if (text === null) throw corruptXml('a row is broken')
  replace(x, rewriting, from, text)
}

function endRows(x: XmlCursor, rewriting: Rewriting, from: number) {
  rewriting.place = 'behind rows'
  insert(x, rewriting, from, newRowsBefore(rewriting, Number.POSITIVE_INFINITY))
}

function insert(x: XmlCursor, rewriting: Rewriting, before: number, text: string) {
  if (text === '') return
  copyTo(x, rewriting, before)
  rewriting.out.push(Buffer.from(text))
}

/** Rows of edits that the sheet does not have; they are taken from those still to come. */
function newRowsBefore(rewriting: Rewriting, before: number): string {
  let xml = ''
  for (let next = rewriting.rows.at(-1); next && next.row < before; next = rewriting.rows.at(-1)) {
    xml += newRow(rowRewrite(rewriting, next.row, next.edits))
    rewriting.rows.pop()
  }
  return xml
}

function rowRewrite(rewriting: Rewriting, row: number, edits: CellEdit[]): RowRewrite {
  const { prefix, isDate1904, orphans, runs, styleOf } = rewriting
  const ofColumn = (column: number) => columnStyle(runs, column)
  return { spelling: { prefix, isDate1904 }, row, edits, orphans, columnStyle: ofColumn, styleOf }
}
