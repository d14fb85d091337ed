import { rewriteXml, type XmlChange, type XmlElement } from './rewrite-xml.ts'
import { isCut, type RowChange, RowsRefused } from './row-change.ts'
import { shiftDrawing, shiftVml } from './shift-anchors.ts'
import { type FormulaHome, shiftFormula } from './shift-formula.ts'
import { boxOf, shiftCellAddress, shiftRange } from './shift-ranges.ts'
import { refuseIfHeadGoes } from './shift-sheet-tail.ts'

/** A part that a sheet leads to, by the kind of the link. `isOwn`: the sheet is the one whose rows change. */
export type LinkedPart = { kind: string; sheet: string; isOwn: boolean }

/** Parts in which no cell is named. */
const WITHOUT_CELLS: ReadonlySet<string> = new Set(
  'image printerSettings customProperty hyperlink oleObject package slicer timeline queryTable chartStyle chartColorStyle chartUserShapes control activeXControlBinary media video audio model3d themeOverride diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing person richData'.split(
    ' ',
  ),
)

/** The text of a part after rows came or went; the same text where nothing of it is touched. */
export function shiftLinkedPart(change: RowChange, { kind, sheet, isOwn }: LinkedPart, xml: string): string {
  const home: FormulaHome = { kind: 'cell', sheet }
  const shift = (formula: string) => shiftFormula(change, home, formula)
  switch (kind) {
    case 'chart':
    case 'chartEx':
      return shiftTexts(xml, 'f', shift)
    case 'ctrlProp':
      return shiftControl(xml, shift)
    case 'drawing':
      return isOwn ? shiftTextLinks(shiftDrawing(change, xml), shift) : shiftTextLinks(xml, shift)
    case 'vmlDrawing':
      return isOwn ? shiftVml(change, xml, shift) : xml
    case 'comments':
    case 'threadedComment':
      return isOwn ? shiftNotes(change, xml) : xml
    case 'table':
      return shiftTable(change, sheet, isOwn, xml)
    case 'pivotTable':
      return isOwn ? shiftPivot(change, xml) : xml
    default:
      if (!isOwn || WITHOUT_CELLS.has(kind)) return xml
      throw new RowsRefused('not_shifted', `the sheet has a part of the kind ${kind}, whose cells cannot be moved`)
  }
}

function shiftTexts(xml: string, name: string, shift: (formula: string) => string): string {
  return rewriteXml(xml, (element) => {
    if (element.name !== name || element.inner().includes('<')) return null
    const text = element.text()
    const next = shift(text)
    return next === text ? null : { text: next }
  })
}

/** Shapes that show the text of a cell. */
function shiftTextLinks(xml: string, shift: (formula: string) => string): string {
  return rewriteXml(xml, (element) => {
    const link = element.attribute('textlink')
    if (!link || element.name !== 'sp') return null
    const next = shift(link)
    return next === link ? null : { attributes: { textlink: next } }
  })
}

function shiftControl(xml: string, shift: (formula: string) => string): string {
  return rewriteXml(xml, (element) => {
    const attributes = Object.fromEntries(
      ['fmlaLink', 'fmlaRange', 'fmlaGroup', 'fmlaTxbx'].flatMap((name) => {
        const value = element.attribute(name)
        const next = value && shift(value)
        return value && next && next !== value ? [[name, next]] : []
      }),
    )
    return Object.keys(attributes).length > 0 ? { attributes } : null
  })
}

function shiftNotes(change: RowChange, xml: string): string {
  return rewriteXml(xml, (element) => {
    if (element.name !== 'comment' && element.name !== 'threadedComment') return null
    const ref = element.attribute('ref')
    if (ref === null) return null
    const next = shiftCellAddress(change, ref)
    if (next === null) return { isRemoved: true }
    return next === ref ? null : { attributes: { ref: next } }
  })
}

function shiftTable(change: RowChange, sheet: string, isOwn: boolean, xml: string): string {
  const cell: FormulaHome = { kind: 'cell', sheet }
  let column: FormulaHome = cell
  return rewriteXml(xml, (element) => {
    switch (element.name) {
      case 'table':
        column = { kind: 'cells', sheet, rows: [dataRows(element)], what: `a column of ${tableName(element)}` }
        return isOwn ? tableRange(change, element) : null
      case 'calculatedColumnFormula':
        return formulaIn(change, column, element)
      case 'totalsRowFormula':
        return formulaIn(change, cell, element)
      case 'autoFilter':
      case 'sortState':
      case 'sortCondition':
        return isOwn ? rangeIn(change, element) : null
      default:
        return null
    }
  })
}

function formulaIn(change: RowChange, home: FormulaHome, element: XmlElement): XmlChange | null {
  const text = element.text()
  const next = shiftFormula(change, home, text)
  return next === text ? null : { text: next }
}

function rangeIn(change: RowChange, element: XmlElement): XmlChange | null {
  const ref = element.attribute('ref')
  const next = ref === null ? ref : shiftRange(change, ref)
  if (next === null) return ref === null ? null : { isRemoved: true }
  return next === ref ? null : { attributes: { ref: next } }
}

const tableName = (table: XmlElement) => `the table ${table.attribute('displayName') ?? table.attribute('name') ?? ''}`

function dataRows(table: XmlElement): [number, number] {
  const { top, bottom } = boxOf(table.attribute('ref') ?? '')
  const head = table.attribute('headerRowCount') === '0' ? 0 : 1
  return [top + head, bottom - Number(table.attribute('totalsRowCount') ?? 0)]
}

/** A table keeps its names, its totals and at least one row. */
function tableRange(change: RowChange, table: XmlElement) {
  const ref = table.attribute('ref') ?? ''
  const name = tableName(table)
  const [first, last] = dataRows(table)
  const { top, bottom } = boxOf(ref)
  if (first > top) refuseIfHeadGoes(change, ref, name)
  if (change.action === 'delete') {
    const isTotalCut = bottom > last && isCut(change, last + 1, bottom)
    if (isTotalCut) throw new RowsRefused('totals', `${name} has its totals in row ${last + 2}, which would go`)
    if (change.row <= first && change.row + change.count > last)
      throw new RowsRefused('table', `${name} would have no row left`)
  }
  const next = shiftRange(change, ref)
  return next === null || next === ref ? null : { attributes: { ref: next } }
}

function shiftPivot(change: RowChange, xml: string): string {
  return rewriteXml(xml, (element) => {
    const ref = element.name === 'location' ? element.attribute('ref') : null
    if (ref === null) return null
    const { top, bottom } = boxOf(ref)
    if (isCut(change, top, bottom)) throw new RowsRefused('pivot_table', `the pivot table in ${ref} would be cut`)
    const next = shiftRange(change, ref)
    return next === null || next === ref ? null : { attributes: { ref: next } }
  })
}

/** Where a pivot table takes its rows from. */
export function shiftPivotSource(change: RowChange, xml: string): string {
  return rewriteXml(xml, (element) => {
    const [ref, sheet] = [element.attribute('ref'), element.attribute('sheet')]
    const isSource = element.name === 'worksheetSource' || element.name === 'rangeSet'
    if (!isSource || ref === null || sheet?.toLowerCase() !== change.sheet.toLowerCase()) return null
    refuseIfHeadGoes(change, ref, 'the source of a pivot table')
    const next = shiftRange(change, ref)
    return next === null || next === ref ? null : { attributes: { ref: next } }
  })
}

/** Names of the file: what they stand for. */
export function shiftNames(change: RowChange, workbook: string): string {
  return rewriteXml(workbook, (element) => {
    if (element.name !== 'definedName') return null
    const text = element.text()
    const next = shiftFormula(change, { kind: 'name' }, text)
    return next === text ? null : { text: next }
  })
}
