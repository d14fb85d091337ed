import { columnLetters } from '../../xlsx/cell-reference.ts'
import { quotedSheetName } from '../sheet-names.ts'
import type { SheetToWrite, WorkbookToWrite } from '../workbook-to-write.ts'
import { filterBox, type SheetOutcome } from './sheet-part.ts'
import { xmlText } from './xml-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PROPERTIES_TYPE = 'application/vnd.openxmlformats-officedocument'

export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

export function contentTypes(sheets: number, hasCustomProperties: boolean): string {
  const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}+xml"/>`
  const numbers = Array.from({ length: sheets }, (_, n) => n)
  return [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', `${SPREADSHEET_TYPE}.sheet.main`),
    ...numbers.map((n) => override(sheetPath(n), `${SPREADSHEET_TYPE}.worksheet`)),
    override('xl/styles.xml', `${SPREADSHEET_TYPE}.styles`),
    override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties'),
    override('docProps/app.xml', `${PROPERTIES_TYPE}.extended-properties`),
    hasCustomProperties ? override('docProps/custom.xml', `${PROPERTIES_TYPE}.custom-properties`) : '',
    '</Types>',
  ].join('')
}

export function packageRelationships(hasCustomProperties: boolean): string {
  return relationships([
    [`${RELATIONSHIPS}/officeDocument`, 'xl/workbook.xml'],
    [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    [`${RELATIONSHIPS}/extended-properties`, 'docProps/app.xml'],
    ...(hasCustomProperties ? [[`${RELATIONSHIPS}/custom-properties`, 'docProps/custom.xml'] as const] : []),
  ])
}

export function workbookRelationships(sheets: number): string {
  return relationships([
    ...Array.from(
      { length: sheets },
      (_, n) => [`${RELATIONSHIPS}/worksheet`, `worksheets/sheet${n + 1}.xml`] as const,
    ),
    [`${RELATIONSHIPS}/styles`, 'styles.xml'],
  ])
}

/** Numbered from 1, in this order. */
function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${type}" Target="${target}"/>`)
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

/** A sheet and what its tab is called. */
export type NamedSheet = { sheet: SheetToWrite; name: string; outcome: SheetOutcome }

/** Excel opens no workbook of which nothing is shown. */
export function firstShown(sheets: readonly NamedSheet[]): number {
  return Math.max(
    0,
    sheets.findIndex(({ sheet }) => !sheet.isHidden),
  )
}

export function workbookPart({ definedNames = [] }: WorkbookToWrite, sheets: readonly NamedSheet[]): string {
  const shown = firstShown(sheets)
  const tabs = sheets.map(({ sheet, name }, n) => {
    const state = sheet.isHidden && n !== shown ? ' state="hidden"' : ''
    return `<sheet name="${xmlText(name)}" sheetId="${n + 1}"${state} r:id="rId${n + 1}"/>`
  })
  const names = [
    ...sheets.flatMap((sheet, n) => namesOfSheet(sheet, n)),
    ...definedNames.map(
      ({ name, refersTo }) => `<definedName name="${xmlText(name)}">${xmlText(refersTo)}</definedName>`,
    ),
  ]
  return [
    `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONSHIPS}"><workbookPr/>`,
    `<bookViews><workbookView activeTab="${shown}"/></bookViews><sheets>${tabs.join('')}</sheets>`,
    names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '',
    // Formulas are recomputed when the file is opened: what they last came to may be old.
    sheets.some(({ outcome }) => outcome.hasFormulas) ? '<calcPr fullCalcOnLoad="1"/>' : '',
    '</workbook>',
  ].join('')
}

/** Names by which Excel finds the filter of a sheet and the rows it prints on every page. */
function namesOfSheet({ sheet, name, outcome }: NamedSheet, index: number): string[] {
  const tab = xmlText(quotedSheetName(name))
  const found: string[] = []
  if (sheet.autoFilter) {
    const { top, left, bottom, right } = filterBox(sheet.autoFilter, outcome.rows)
    const range = `$${columnLetters(left)}$${top + 1}:$${columnLetters(right)}$${bottom + 1}`
    found.push(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${tab}!${range}</definedName>`,
    )
  }
  if (sheet.printTitleRows) {
    const [first, last] = sheet.printTitleRows
    found.push(
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${tab}!$${first + 1}:$${last + 1}</definedName>`,
    )
  }
  return found
}
