import type { ByteSource } from '../byte-source.ts'
import { findPart, openPart, readPart } from '../xlsx/relationships.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { type ZipEntry, zipKey } from '../zip/zip-directory.ts'
import {
  CONTENT_TYPES,
  entries,
  type OpenedPackage,
  openPackage,
  type Replacements,
  rewritePart,
  withoutCalcChain,
} from './edit/package.ts'
import { namesLostFormula, partText, withChild, withFullCalculation, withProperties } from './edit/package-parts.ts'
import { StyleBook } from './edit/restyle.ts'
import type { StyleOf } from './edit/rewrite-row.ts'
import { rewriteSheet } from './edit/rewrite-sheet.ts'
import type { SheetEdits, XlsxEdits } from './edit/xlsx-edits.ts'
import { zipStream } from './zip/zip-stream.ts'

/** That of Excel: a file does not grow because a cell of it was changed. */
const DEFAULT_LEVEL = 6
const PACKAGE_RELATIONSHIPS = '_rels/.rels'
const CUSTOM_PROPERTIES = 'docProps/custom.xml'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CUSTOM_TYPE = 'application/vnd.openxmlformats-officedocument.custom-properties+xml'

/** An xlsx file with some cells and properties changed. Every part that is not touched keeps its bytes, packed as they were. */
export async function* editXlsx(
  bytes: ByteSource,
  edits: XlsxEdits,
  { level = DEFAULT_LEVEL }: { level?: number } = {},
): AsyncGenerator<Buffer> {
  const opened = await openPackage(bytes)
  const replacements: Replacements = new Map()
  const styleOf = await addStyles(opened, replacements, edits)
  for (const sheet of edits.sheets ?? []) replaceSheet(opened, replacements, sheet, styleOf)
  await dropCalcChain(opened, replacements, edits)
  await addProperties(opened, replacements, edits.properties ?? {})
  if (edits.computesOnOpening) await rewritePart(opened, replacements, opened.workbook, withFullCalculation)
  yield* zipStream(entries(opened.parts, replacements), { level })
}

function replaceSheet(opened: OpenedPackage, replacements: Replacements, edits: SheetEdits, styleOf: StyleOf) {
  const entry = sheetEntry(opened, edits)
  if (replacements.has(zipKey(entry.name))) throw new RangeError(`the sheet ${edits.sheet} is named twice`)
  replacements.set(zipKey(entry.name), { name: entry.name, chunks: rewritten(opened, edits, styleOf) })
}

function sheetEntry({ parts, sheetParts }: OpenedPackage, { sheet }: SheetEdits): ZipEntry {
  const part = sheetParts.get(sheet)
  if (part === undefined) throw new RangeError(`there is no sheet ${sheet}`)
  return openPart(parts, part)
}

const rewritten = (opened: OpenedPackage, edits: SheetEdits, styleOf: StyleOf) =>
  rewriteSheet(unpackEntry(opened.parts.bytes, sheetEntry(opened, edits)), edits, {
    isDate1904: opened.isDate1904,
    styleOf,
  })

/** Which styles are needed is known when the sheets have been read, and must be written before: sheets with new looks are read twice. */
async function addStyles(opened: OpenedPackage, replacements: Replacements, edits: XlsxEdits): Promise<StyleOf> {
  const sheets = (edits.sheets ?? []).filter(({ cells = [] }) => cells.some(({ style }) => style))
  const styles = opened.relationships.find(({ kind }) => kind === 'styles')
  const entry = styles && findPart(opened.parts, styles.target)
  if (sheets.length === 0) return () => '0'
  const book = new StyleBook(entry ? partText(await readPart(opened.parts, entry)) : '')
  if (!entry || book.isEmpty) throw new RangeError('the file has no styles')
  const styleOf: StyleOf = (before, change) => book.styleOf(before, change)
  for (const sheet of sheets) for await (const _ of rewritten(opened, sheet, styleOf));
  if (book.isChanged) replacements.set(zipKey(entry.name), { name: entry.name, content: Buffer.from(book.text) })
  return styleOf
}

/** The order of computing names cells that have a formula. */
async function dropCalcChain(opened: OpenedPackage, replacements: Replacements, edits: XlsxEdits) {
  const chain = opened.relationships.find(({ kind }) => kind === 'calcChain')
  const entry = chain && findPart(opened.parts, chain.target)
  const cells = (edits.sheets ?? []).flatMap((sheet) => sheet.cells ?? [])
  if (entry && namesLostFormula(await readPart(opened.parts, entry), cells))
    await withoutCalcChain(opened, replacements)
}

async function addProperties(opened: OpenedPackage, replacements: Replacements, properties: Record<string, string>) {
  if (Object.keys(properties).length === 0) return
  const known = opened.roots.find(({ kind }) => kind === 'custom-properties')
  if (known) return rewritePart(opened, replacements, known.target, (xml) => withProperties(xml, properties))
  const content = Buffer.from(withProperties(null, properties))
  replacements.set(zipKey(CUSTOM_PROPERTIES), { name: CUSTOM_PROPERTIES, content })
  await rewritePart(opened, replacements, CONTENT_TYPES, (xml) =>
    withChild(xml, (p) => `<${p}Override PartName="/${CUSTOM_PROPERTIES}" ContentType="${CUSTOM_TYPE}"/>`),
  )
  const id = `rIdCustomProperties${opened.roots.length}`
  await rewritePart(opened, replacements, PACKAGE_RELATIONSHIPS, (xml) =>
    withChild(
      xml,
      (p) => `<${p}Relationship Id="${id}" Type="${OFFICE}/custom-properties" Target="${CUSTOM_PROPERTIES}"/>`,
    ),
  )
}
