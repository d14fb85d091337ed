import type { SheetInfo } from '../opened-file.ts'
import { eachElement } from './each-element.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { attribute, flagAttribute, numberAttribute, readContent } from './xml-text.ts'

/** What the workbook itself says; its sheets are all of them, charts too. */
export type WorkbookPart = {
  isWorkbook: boolean
  isDate1904: boolean
  sheets: readonly ListedSheet[]
  definedNames: readonly DefinedName[]
}

export type ListedSheet = SheetInfo & { relationshipId: string }

/** `sheet` is the place among all sheets of the only one that knows the name, or null. */
export type DefinedName = { name: string; refersTo: string; sheet: number | null; isHidden: boolean }

export function readWorkbookPart(part: Buffer): WorkbookPart {
  const sheets: ListedSheet[] = []
  const definedNames: DefinedName[] = []
  let isDate1904 = false
  let isWorkbook = false
  eachElement(part, (x, name, within) => {
    if (within.length === 0) isWorkbook = name === 'workbook'
    if (name === 'workbookPr' && within.length === 1) isDate1904 = flagAttribute(x, 'date1904')
    if (name === 'sheet' && within.at(-1) === 'sheets') sheets.push(listedSheet(x))
    if (name === 'definedName' && within.at(-1) === 'definedNames') definedNames.push(definedName(x))
  })
  return { isWorkbook, isDate1904, sheets, definedNames }
}

function listedSheet(x: XmlCursor): ListedSheet {
  const state = attribute(x, 'state')
  return {
    name: attribute(x, 'name') ?? '',
    state: state === 'hidden' ? 'hidden' : state === 'veryHidden' ? 'very_hidden' : 'visible',
    relationshipId: attribute(x, 'id') ?? '',
  }
}

function definedName(x: XmlCursor): DefinedName {
  const name = attribute(x, 'name') ?? ''
  const sheet = numberAttribute(x, 'localSheetId')
  const isHidden = flagAttribute(x, 'hidden')
  return { name, sheet, isHidden, refersTo: readContent(x) ?? '' }
}
