import { rewriteXml, type XmlChange, type XmlElement } from './rewrite-xml.ts'
import { isCut, type RowChange, RowsRefused, rowAfter } from './row-change.ts'
import { shiftAnchorRow } from './shift-anchors.ts'
import { type FormulaHome, shiftFormula } from './shift-formula.ts'
import { boxOf, rowsOf, shiftCellAddress, shiftRange, shiftRanges } from './shift-ranges.ts'

/** What stands before and behind the rows of a sheet. `isOwn`: of the one whose rows change; of others only formulas are touched. */
export type SheetSide = { change: RowChange; sheet: string; isOwn: boolean }

const GONE: XmlChange = { isRemoved: true }
const VIEWS: ReadonlySet<string> = new Set(['sheetViews'])
/** Kept by few programs, and with ranges in many places. */
const NOT_SHIFTED: Readonly<Record<string, string>> = {
  customSheetViews: 'views of the sheet with a name',
  dataConsolidate: 'a consolidation of ranges',
  smartTags: 'smart tags',
  webPublishItems: 'ranges that are published to the web',
}

export function shiftSheetSide(side: SheetSide, xml: string): string {
  const lists: FormulaHome[] = []
  const shifted = rewriteXml(xml, (element) => {
    if (side.isOwn && NOT_SHIFTED[element.name])
      throw new RowsRefused('not_shifted', `the sheet has ${NOT_SHIFTED[element.name]}, whose ranges cannot be moved`)
    // Where a view stands is no part of what the sheet holds.
    if (element.within.some((name) => VIEWS.has(name))) return null
    const home = homeOf(side, element)
    if (home) lists.splice(0, lists.length, home)
    if (element.name === 'hyperlink') return linkChange(side, element)
    return formulaChange(side, element, lists[0]) ?? (side.isOwn ? rangeChange(side.change, element) : null)
  })
  return shifted === xml ? xml : withoutEmptyLists(shifted)
}

/** Elements whose formulas are for all cells of their ranges; the newer ones name these behind the formulas. */
function homeOf({ sheet }: SheetSide, element: XmlElement): FormulaHome | null {
  const what = { conditionalFormatting: 'a conditional format', dataValidation: 'a rule for what may be entered' }[
    element.name
  ]
  if (!what) return null
  const ranges = element.attribute('sqref') ?? /<(?:[\w.-]+:)?sqref\b[^>]*>([^<]*)</.exec(element.inner())?.[1] ?? ''
  return { kind: 'cells', sheet, rows: rowsOf(ranges), what: `${what} of ${ranges.slice(0, 60)}` }
}

const FORMULAS: ReadonlySet<string> = new Set(['formula', 'formula1', 'formula2', 'f'])
const LINKED = ['linkedCell', 'listFillRange'] as const

function formulaChange({ change, sheet }: SheetSide, element: XmlElement, list?: FormulaHome): XmlChange | null {
  const { name, within } = element
  const isListed = within.includes('conditionalFormatting') || within.includes('dataValidation')
  const home: FormulaHome = isListed && list ? list : { kind: 'cell', sheet }
  if (name === 'cfvo' && isListed && list) {
    const value = element.attribute('val')
    return value === null ? null : textChange(value, shifted(change, list, value), (val) => ({ attributes: { val } }))
  }
  if (FORMULAS.has(name) && !/<(?!!\[CDATA\[)/.test(element.inner())) {
    const text = element.text()
    return textChange(text, shifted(change, home, text), (next) => ({ text: next }))
  }
  if (name === 'controlPr') {
    const attributes = Object.fromEntries(
      LINKED.flatMap((each) => {
        const value = element.attribute(each)
        return value === null ? [] : [[each, shiftFormula(change, { kind: 'cell', sheet }, value)]]
      }),
    )
    return Object.keys(attributes).length > 0 ? { attributes } : null
  }
  return null
}

/** A list whose cells all go goes with them: its formulas have no cell to count from. */
function shifted(change: RowChange, home: FormulaHome, text: string): string {
  const isLost = home.kind === 'cells' && home.sheet === change.sheet && isAllGone(change, home.rows)
  return isLost ? text : shiftFormula(change, home, text)
}

const isAllGone = (change: RowChange, rows: readonly (readonly [number, number])[]) =>
  change.action === 'delete' && rows.every(([top, bottom]) => top >= change.row && bottom < change.row + change.count)

const textChange = (before: string, after: string, change: (text: string) => XmlChange) =>
  before === after ? null : change(after)

/** The ranges of elements; one that has none any more goes. */
function rangeChange(change: RowChange, element: XmlElement): XmlChange | null {
  const { name, within } = element
  const sqref = element.attribute('sqref')
  if (sqref !== null) return changed({ sqref }, shiftRanges(change, sqref))
  if (within.at(-1) === 'anchor' || within.at(-2) === 'anchor') return anchorChange(change, element)
  switch (name) {
    case 'dimension':
      return changed(
        { ref: element.attribute('ref') ?? '' },
        shiftRange(change, element.attribute('ref') ?? 'A1') ?? 'A1',
      )
    case 'mergeCell':
      return mergeChange(change, element.attribute('ref') ?? '')
    case 'autoFilter':
      refuseIfHeadGoes(change, element.attribute('ref') ?? '', 'the filter of the sheet')
      return changed({ ref: element.attribute('ref') ?? '' }, shiftRange(change, element.attribute('ref') ?? ''))
    case 'sortState':
    case 'sortCondition':
      return changed({ ref: element.attribute('ref') ?? '' }, shiftRange(change, element.attribute('ref') ?? ''))
    case 'cellWatch':
    case 'inputCells':
      return cellChange(change, element)
    case 'brk':
      return within.at(-1) === 'rowBreaks' ? breakChange(change, Number(element.attribute('id'))) : null
    case 'sparkline':
    case 'conditionalFormatting':
    case 'dataValidation':
    case 'protectedRange':
    case 'ignoredError':
      return goneWithCells(change, element)
    case 'sqref': {
      const ranges = element.text()
      const next = shiftRanges(change, ranges)
      return next === null || next === ranges ? null : { text: next }
    }
    default:
      return null
  }
}

/** Of the newer lists, which name their cells inside. */
function goneWithCells(change: RowChange, element: XmlElement): XmlChange | null {
  const ranges = /<(?:[\w.-]+:)?sqref\b[^>]*>([^<]*)</.exec(element.inner())?.[1]
  return ranges !== undefined && shiftRanges(change, ranges) === null ? GONE : null
}

function changed(before: Readonly<Record<string, string>>, after: string | null): XmlChange | null {
  if (after === null) return GONE
  const [name = '', was] = Object.entries(before)[0] ?? []
  return was === after ? null : { attributes: { [name]: after } }
}

function mergeChange(change: RowChange, ref: string): XmlChange | null {
  const next = shiftRange(change, ref)
  const box = next === null ? null : boxOf(next)
  // One cell alone is not merged.
  if (!box || (box.top === box.bottom && box.left === box.right)) return GONE
  return changed({ ref }, next)
}

/** The row of names above what is filtered or sorted. */
export function refuseIfHeadGoes(change: RowChange, ref: string, what: string) {
  const { top } = boxOf(ref)
  if (change.action === 'delete' && isCut(change, top, top))
    throw new RowsRefused('head', `${what} has its names in row ${top + 1}, which would go`)
}

/** The cells that are a link, and the place in the file that it leads to. */
function linkChange({ change, sheet, isOwn }: SheetSide, element: XmlElement): XmlChange | null {
  const [ref, location] = [element.attribute('ref') ?? '', element.attribute('location')]
  const next = isOwn ? shiftRange(change, ref) : ref
  if (next === null) return GONE
  const led = location === null ? null : shiftFormula(change, { kind: 'cell', sheet }, location)
  // A link to a row that goes leads where it led, as in Excel.
  const isLed = led !== null && led !== location && !led.includes('#REF!')
  if (next === ref && !isLed) return null
  return { attributes: { ref: next, ...(isLed ? { location: led } : {}) } }
}

function cellChange(change: RowChange, element: XmlElement): XmlChange | null {
  const r = element.attribute('r') ?? ''
  const next = shiftCellAddress(change, r)
  if (next === null && element.name === 'inputCells')
    throw new RowsRefused('scenario', `a scenario of the sheet sets ${r}, which would go`)
  return changed({ r }, next)
}

/** A page begins with the row of this number, counting from 0. */
function breakChange(change: RowChange, id: number): XmlChange | null {
  const next = rowAfter(change, id)
  return changed({ id: String(id) }, next === null ? null : String(next))
}

/** Of controls and embedded objects. */
function anchorChange(change: RowChange, element: XmlElement): XmlChange | null {
  if (element.name !== 'row') return null
  const row = Number(element.text())
  const next = shiftAnchorRow(change, row)
  return next === row ? null : { text: String(next) }
}

const LISTS = ['mergeCells', 'dataValidations', 'hyperlinks', 'rowBreaks', 'protectedRanges', 'ignoredErrors', 'cellWatches', 'sparklines', 'sparklineGroup', 'sparklineGroups', 'conditionalFormattings', 'sortState', 'ext', 'extLst'] // biome-ignore format: a list

/** A list of nothing breaks the file, and so may a list with another count than it has. */
function withoutEmptyLists(xml: string): string {
  let before = ''
  let tidy = xml
  while (before !== tidy) {
    before = tidy
    for (const name of LISTS)
      tidy = tidy.replace(new RegExp(`<((?:[\\w.-]+:)?${name})(?:\\s[^<>]*)?(?<!/)>\\s*</\\1\\s*>`, 'g'), '')
  }
  return rewriteXml(tidy, (element) => {
    if (element.attribute('count') === null || !LISTS.includes(element.name)) return null
    const count = String(childrenIn(element))
    return element.attribute('count') === count ? null : { attributes: { count } }
  })
}

const CHILDREN: Readonly<Record<string, string>> = {
  mergeCells: 'mergeCell',
  dataValidations: 'dataValidation',
  rowBreaks: 'brk',
}

function childrenIn(element: XmlElement): number {
  const child = CHILDREN[element.name]
  if (!child) return Number(element.attribute('count'))
  return [...element.inner().matchAll(new RegExp(`<(?:[\\w.-]+:)?${child}[\\s/>]`, 'g'))].length
}
