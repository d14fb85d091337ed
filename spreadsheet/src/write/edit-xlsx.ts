import type { ByteSource } from '../byte-source.ts'
import {
  findPart,
  openPart,
  type Package,
  type Relationship,
  readPart,
  readRelationships,
} from '../xlsx/relationships.ts'
import { readWorkbookPart } from '../xlsx/workbook-part.ts'
import { corruptXml } from '../xlsx/xml-errors.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { readZipDirectory, type ZipEntry, zipKey } from '../zip/zip-directory.ts'
import {
  namesLostFormula,
  partText,
  withChild,
  withFullCalculation,
  withoutPart,
  withProperties,
} from './edit/package-parts.ts'
import { packedEntry } from './edit/packed-entry.ts'
import { StyleBook } from './edit/restyle.ts'
import type { StyleOf } from './edit/rewrite-row.ts'
import { rewriteSheet } from './edit/rewrite-sheet.ts'
import type { SheetEdits, XlsxEdits } from './edit/xlsx-edits.ts'
import { type ZipEntry as EntryToWrite, zipStream } from './zip/zip-stream.ts'

/** That of Excel: a file does not grow because a cell of it was changed. */
const DEFAULT_LEVEL = 6
const CONTENT_TYPES = '[Content_Types].xml'
const PACKAGE_RELATIONSHIPS = '_rels/.rels'
const CUSTOM_PROPERTIES = 'docProps/custom.xml'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CUSTOM_TYPE = 'application/vnd.openxmlformats-officedocument.custom-properties+xml'

/** Parts by `zipKey`: what is to stand in their place, or null for those that go. */
type Replacements = Map<string, EntryToWrite | null>

type OpenedPackage = {
  parts: Package
  workbook: string
  isDate1904: boolean
  roots: readonly Relationship[]
  relationships: readonly Relationship[]
  sheetParts: ReadonlyMap<string, string>
}

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
  if (edits.computesOnOpening) await edit(opened, replacements, opened.workbook, withFullCalculation)
  yield* zipStream(entries(opened.parts, replacements), { level })
}

async function openPackage(bytes: ByteSource): Promise<OpenedPackage> {
  const parts = { bytes, directory: readZipDirectory(bytes) }
  const roots = await readRelationships(parts, '')
  const root = roots.find(({ kind }) => kind === 'officeDocument')
  if (!root) throw corruptXml('it has no workbook')
  const { sheets, isDate1904 } = readWorkbookPart(await readPart(parts, openPart(parts, root.target)))
  const relationships = await readRelationships(parts, root.target)
  const targets = new Map(relationships.map(({ id, target }) => [id, target]))
  const sheetParts = new Map(sheets.map(({ name, relationshipId }) => [name, targets.get(relationshipId) ?? '']))
  return { parts, workbook: root.target, isDate1904, roots, relationships, sheetParts }
}

/** In the order of the file, what is new at the end. */
function* entries({ bytes, directory }: Package, replacements: Replacements): Generator<EntryToWrite> {
  for (const [key, entry] of directory) {
    const replacement = replacements.get(key)
    if (replacement === undefined) yield { packed: packedEntry(bytes, entry) }
    else if (replacement) yield replacement
    replacements.delete(key)
  }
  for (const added of replacements.values()) if (added) yield added
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

/** Excel rebuilds the order of computing where it is missing, and takes a file for broken where it names other cells. */
async function dropCalcChain(opened: OpenedPackage, replacements: Replacements, edits: XlsxEdits) {
  const { parts, workbook, relationships } = opened
  const chain = relationships.find(({ kind }) => kind === 'calcChain')
  const entry = chain && findPart(parts, chain.target)
  const cells = (edits.sheets ?? []).flatMap((sheet) => sheet.cells ?? [])
  if (!chain || !entry || !namesLostFormula(await readPart(parts, entry), cells)) return
  const isChain = (path: string) => zipKey(path).endsWith(zipKey(chain.target).split('/').at(-1) ?? '')
  replacements.set(zipKey(chain.target), null)
  await edit(opened, replacements, CONTENT_TYPES, (xml) => withoutPart(xml, 'PartName', isChain))
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${workbook.slice(folder.length)}.rels`
  await edit(opened, replacements, file, (xml) => withoutPart(xml, 'Target', isChain))
}

async function addProperties(opened: OpenedPackage, replacements: Replacements, properties: Record<string, string>) {
  if (Object.keys(properties).length === 0) return
  const known = opened.roots.find(({ kind }) => kind === 'custom-properties')
  if (known) return edit(opened, replacements, known.target, (xml) => withProperties(xml, properties))
  const content = Buffer.from(withProperties(null, properties))
  replacements.set(zipKey(CUSTOM_PROPERTIES), { name: CUSTOM_PROPERTIES, content })
  await edit(opened, replacements, CONTENT_TYPES, (xml) =>
    withChild(xml, (p) => `<${p}Override PartName="/${CUSTOM_PROPERTIES}" ContentType="${CUSTOM_TYPE}"/>`),
  )
  const id = `rIdCustomProperties${opened.roots.length}`
  await edit(opened, replacements, PACKAGE_RELATIONSHIPS, (xml) =>
    withChild(
      xml,
      (p) => `<${p}Relationship Id="${id}" Type="${OFFICE}/custom-properties" Target="${CUSTOM_PROPERTIES}"/>`,
    ),
  )
}

/** Changes the text of a part, which may have been changed before. */
async function edit(
  { parts }: OpenedPackage,
  replacements: Replacements,
  name: string,
  change: (xml: string) => string,
) {
  const entry: ZipEntry = openPart(parts, name)
  const replacement = replacements.get(zipKey(name))
  const before = replacement && 'content' in replacement ? replacement.content : await readPart(parts, entry)
  replacements.set(zipKey(name), { name: entry.name, content: Buffer.from(change(partText(before))) })
}
