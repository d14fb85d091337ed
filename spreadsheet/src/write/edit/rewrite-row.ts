import { parseCell } from '../../xlsx/cell-reference.ts'
import { CLOSE, CUT, nextToken, OPEN, type XmlCursor } from '../../xlsx/xml-cursor.ts'
import { attribute, decodeUtf8, readContent, skipElement, tagName } from '../../xlsx/xml-text.ts'
import { xmlText } from '../xlsx/xml-text.ts'
import { cellXml, type SheetSpelling, textElement } from './cell-xml.ts'
import type { StyleChange } from './restyle.ts'
import { adopted, type FormulaElement, type OrphanedFormulas, orphan } from './shared-formulas.ts'
import type { CellEdit } from './xlsx-edits.ts'

export type RowRewrite = {
  spelling: SheetSpelling
  row: number
  /** By column, ascending. */
  edits: readonly CellEdit[]
  orphans: OrphanedFormulas
  /** The style of cells of a column that have none yet. */
  columnStyle: (column: number) => string | null
  /** The style of a cell that looks different now. */
  styleOf: StyleOf
}

export type StyleOf = (before: string | null, change: StyleChange) => string

type ReadCell = { column: number; style: string | null; formula: FormulaElement | null; xml: string }

/** The row whose tag was read last, with its edits; null where it is cut off. */
export function rewriteRow(x: XmlCursor, tagFrom: number, rewrite: RowRewrite): string | null {
  const { prefix } = rewrite.spelling
  const isEmpty = x.isEmpty
  const rowStyle = attribute(x, 'customFormat') === '1' ? attribute(x, 's') : null
  const tag = openTag(x, tagFrom)
  const cells = isEmpty ? [] : readCells(x)
  if (!cells) return null
  const xml = mergeCells(cells, rewrite, rowStyle)
  return `${tag}${xml}</${prefix}row>`
}

/** A row that the sheet does not have yet. */
export function newRow(rewrite: RowRewrite): string {
  const { prefix } = rewrite.spelling
  return `<${prefix}row r="${rewrite.row + 1}">${mergeCells([], rewrite, null)}</${prefix}row>`
}

/** The tag of the row as it is, but for the hint which columns it fills: it may fill others now. */
function openTag(x: XmlCursor, from: number): string {
  const tag = decodeUtf8(x.bytes, from, x.at)
  return tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '').replace(/\s*\/>$/, '>')
}

function readCells(x: XmlCursor): ReadCell[] | null {
  const cells: ReadCell[] = []
  let nextColumn = 0
  for (;;) {
    const from = x.at
    const token = nextToken(x)
    if (token === CUT) return null
    if (token === CLOSE) return cells
    if (token !== OPEN) continue
    const name = tagName(x)
    // What else a row may hold comes after its cells.
    const column = name === 'c' ? columnOf(x, nextColumn) : Number.POSITIVE_INFINITY
    const style = attribute(x, 's')
    const formula = name === 'c' ? readFormula(x) : passOver(x)
    if (formula === 'cut') return null
    cells.push({ column, style, formula, xml: decodeUtf8(x.bytes, from, x.at) })
    nextColumn = column + 1
  }
}

const columnOf = (x: XmlCursor, next: number) => parseCell(attribute(x, 'r') ?? '')?.column ?? next

const passOver = (x: XmlCursor) => (skipElement(x) ? null : 'cut')

/** The formula of the cell whose tag was read last; the cursor is behind the cell then. */
function readFormula(x: XmlCursor): FormulaElement | null | 'cut' {
  if (x.isEmpty) return null
  let formula: FormulaElement | null = null
  for (;;) {
    const from = x.at
    const token = nextToken(x)
    if (token === CUT) return 'cut'
    if (token === CLOSE) return formula
    if (token !== OPEN) continue
    if (tagName(x) !== 'f') {
      if (!skipElement(x)) return 'cut'
      continue
    }
    const [kind, group] = [attribute(x, 't'), attribute(x, 'si')]
    const text = readContent(x)
    if (text === null) return 'cut'
    formula = { kind, group, text, xml: decodeUtf8(x.bytes, from, x.at) }
  }
}

/** Cells and edits in the order of their columns. */
function mergeCells(cells: readonly ReadCell[], rewrite: RowRewrite, rowStyle: string | null): string {
  const parts: string[] = []
  let next = 0
  const addNew = (before: number) => {
    for (let edit = rewrite.edits[next]; edit && edit.column < before; edit = rewrite.edits[++next]) {
      const style = rowStyle ?? rewrite.columnStyle(edit.column)
      parts.push(editedCell(rewrite, edit, { style, formula: null, xml: null }))
    }
  }
  for (const cell of cells) {
    addNew(cell.column)
    const edit = rewrite.edits[next]
    if (edit?.column === cell.column) {
      parts.push(editedCell(rewrite, edit, cell))
      next++
    } else {
      parts.push(untouchedCell(rewrite, cell))
    }
  }
  addNew(Number.POSITIVE_INFINITY)
  return parts.join('')
}

/** `xml`: null where it is not in the file yet. */
type CellBefore = Pick<ReadCell, 'style' | 'formula'> & { xml: string | null }

function editedCell(rewrite: RowRewrite, edit: CellEdit, before: CellBefore): string {
  const { row, column, cell } = edit
  const style = edit.style ? rewrite.styleOf(before.style, edit.style) : before.style
  if (cell === undefined && before.xml !== null)
    return withStyle(untouchedCell(rewrite, { column, formula: before.formula, xml: before.xml }), style)
  const formula = newFormula(rewrite, edit, before.formula)
  return cellXml(rewrite.spelling, { row, column, cell: cell ?? null, style, formula })
}

/** The cell as it is, in another style. */
function withStyle(xml: string, style: string | null): string {
  const plain = (tag: string) => tag.replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '')
  return xml.replace(/<[^>]*?(?=\/?>)/, (tag) => (style === null ? plain(tag) : `${plain(tag)} s="${style}"`))
}

function newFormula({ orphans, spelling }: RowRewrite, edit: CellEdit, before: FormulaElement | null): string {
  const { row, column, formula } = edit
  if (formula === 'keep') {
    const text = before && adopted(orphans, before, row, column)
    return text ? textElement(`${spelling.prefix}f`, text) : (before?.xml ?? '')
  }
  if (before) orphan(orphans, before, row, column)
  return formula ? textElement(`${spelling.prefix}f`, formula.a1) : ''
}

/** As it is, but for a formula whose text went with the first cell of its group. */
function untouchedCell(
  { orphans, spelling, row }: RowRewrite,
  { formula, column, xml }: Pick<ReadCell, 'formula' | 'column' | 'xml'>,
): string {
  const text = formula && adopted(orphans, formula, row, column)
  return formula && text
    ? xml.replace(formula.xml, () => `<${spelling.prefix}f>${xmlText(text)}</${spelling.prefix}f>`)
    : xml
}
