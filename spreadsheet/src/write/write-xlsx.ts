import { legalSheetNames } from './sheet-names.ts'
import type { ReportLoss, WorkbookToWrite } from './workbook-to-write.ts'
import { appProperties, coreProperties, customProperties } from './xlsx/document-parts.ts'
import { sheetPart } from './xlsx/sheet-part.ts'
import { newStyleTable } from './xlsx/style-table.ts'
import {
  contentTypes,
  firstShown,
  type NamedSheet,
  packageRelationships,
  sheetPath,
  workbookPart,
  workbookRelationships,
} from './xlsx/workbook-parts.ts'
import { type ZipEntry, zipStream } from './zip/zip-stream.ts'

export type WriteXlsxOptions = {
  /** Of deflate. */
  level?: number
  report?: ReportLoss
}

/** Level 6 takes two and a half times the CPU for a file that is a fifth smaller. */
const DEFAULT_LEVEL = 1

/** A workbook as an xlsx file: made no faster than it is taken, in memory that does not grow with the rows. */
export function writeXlsx(workbook: WorkbookToWrite, options: WriteXlsxOptions = {}): AsyncGenerator<Buffer> {
  const { level = DEFAULT_LEVEL, report = () => {} } = options
  return zipStream(parts(workbook, report), { level })
}

/** Sheets come before the parts that tell what was met in them. */
function* parts(workbook: WorkbookToWrite, report: ReportLoss): Generator<ZipEntry> {
  if (workbook.sheets.length === 0) throw new RangeError('A workbook has at least one sheet.')
  const { properties = {} } = workbook
  const custom = properties.custom ?? {}
  const hasCustom = Object.keys(custom).length > 0
  const names = legalSheetNames(workbook.sheets.map(({ name }) => name))
  const sheets: NamedSheet[] = workbook.sheets.map((sheet, n) => ({
    sheet,
    name: names[n] ?? '',
    outcome: { rows: 0, hasFormulas: false },
  }))
  const styles = newStyleTable()
  const shown = firstShown(sheets)

  yield part('[Content_Types].xml', contentTypes(sheets.length, hasCustom))
  yield part('_rels/.rels', packageRelationships(hasCustom))
  for (const [n, { sheet, name, outcome }] of sheets.entries()) {
    const settings = { name, isSelected: n === shown, styles, report, outcome }
    yield { name: sheetPath(n), chunks: sheetPart(sheet, settings) }
  }
  yield part('xl/workbook.xml', workbookPart(workbook, sheets))
  yield part('xl/_rels/workbook.xml.rels', workbookRelationships(sheets.length))
  yield part('xl/styles.xml', styles.xml())
  yield part('docProps/core.xml', coreProperties(properties))
  yield part('docProps/app.xml', appProperties())
  if (hasCustom) yield part('docProps/custom.xml', customProperties(custom))
}

const part = (name: string, xml: string): ZipEntry => ({ name, content: Buffer.from(xml) })
