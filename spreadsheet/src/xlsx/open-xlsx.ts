import type { ByteSource } from '../byte-source.ts'
import type { ComputedCells } from '../calculation/computed-cells.ts'
import type { CellSink } from '../cell-sink.ts'
import { FileRefused } from '../errors.ts'
import type { GridBounds } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { readZipDirectory, ZIP_LIMITS, type ZipEntry, type ZipLimits } from '../zip/zip-directory.ts'
import { takeCensus } from './formula-census.ts'
import { readGrid } from './read-grid.ts'
import { readXmlStream } from './read-xml-stream.ts'
import { findPart, openPart, type Package, type Relationship, readPart, readRelationships } from './relationships.ts'
import { scanSheet } from './scan-sheet.ts'
import { newSharedStrings, type SharedStrings, sharedStringsReader } from './shared-strings.ts'
import { readTables } from './sheet-parts.ts'
import { readRemarks } from './sheet-remarks.ts'
import { readStyles } from './styles-part.ts'
import { type ListedSheet, readWorkbookPart } from './workbook-part.ts'
import { corruptXml } from './xml-errors.ts'

/** A sheet with cells; `place` is that among all sheets of the workbook, as defined names count. */
type CellSheet = ListedSheet & { place: number; part: string; entry: ZipEntry }

/** Opens a workbook of the format Excel has written since 2007, with macros or without. */
export async function openXlsx(
  bytes: ByteSource,
  { limits = ZIP_LIMITS }: { limits?: ZipLimits } = {},
): Promise<OpenedFile> {
  const parts: Package = { bytes, directory: readZipDirectory(bytes, limits) }
  const root = (await readRelationships(parts, '')).find(({ kind }) => kind === 'officeDocument')
  if (!root || root.target.endsWith('.bin')) throw notAWorkbook()
  const workbook = readWorkbookPart(await readPart(parts, openPart(parts, root.target)))
  if (!workbook.isWorkbook) throw notAWorkbook()

  const relationships = await readRelationships(parts, root.target)
  const sheets = cellSheets(parts, workbook.sheets, relationships)
  const styles = await readStyles(
    await readRelated(parts, relationships, 'styles'),
    await readRelated(parts, relationships, 'theme'),
  )
  const strings = once(() => readSharedStrings(parts, relationships))
  const openSheet = (sheet: number) => {
    const found = sheets[sheet]
    if (!found) throw new RangeError(`there is no sheet ${sheet}`)
    return found
  }

  const scan = async (sheet: number, sink: CellSink, computed?: ComputedCells) => {
    const pieces = unpackEntry(bytes, openSheet(sheet).entry)
    await scanSheet(pieces, { sink, strings: await strings(), styleCount: styles.length, facts: null, computed })
  }
  const fileWith = (computed: ReadonlyMap<number, ComputedCells>): OpenedFile => ({
    format: 'xlsx',
    sheets: sheets.map(({ name, state }) => ({ name, state })),
    styles,
    isDate1904: workbook.isDate1904,
    dialect: null,
    scan: (sheet, sink) => scan(sheet, sink, computed.get(sheet)),
    readGrid: async (sheet: number, bounds: GridBounds) => {
      const { part, place } = openSheet(sheet)
      const definedNames = workbook.definedNames.filter((name) => name.sheet === null || name.sheet === place)
      const read = { parts, part, definedNames, strings: await strings(), styleCount: styles.length }
      return readGrid({ ...read, computed: computed.get(sheet) }, bounds)
    },
    readRemarks: (sheet) => readRemarks(parts, openSheet(sheet).part, { strings, styleCount: styles.length }),
    close: () => bytes.close(),
    calculation: {
      names: workbook.definedNames,
      tables: (sheet) => readTables(parts, openSheet(sheet).part),
      census: () =>
        takeCensus(
          bytes,
          sheets.map(({ entry }) => entry),
        ),
      scanSaved: (sheet, sink) => scan(sheet, sink),
      withComputed: fileWith,
    },
  })
  return fileWith(new Map())
}

function cellSheets(
  parts: Package,
  listed: readonly ListedSheet[],
  relationships: readonly Relationship[],
): CellSheet[] {
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]))
  const sheets: CellSheet[] = []
  listed.forEach((sheet, place) => {
    const relationship = byId.get(sheet.relationshipId)
    if (!relationship) throw corruptXml(`its sheet ${sheet.name} is missing`)
    if (relationship.kind !== 'worksheet') return
    sheets.push({ ...sheet, place, part: relationship.target, entry: openPart(parts, relationship.target) })
  })
  return sheets
}

async function readRelated(
  parts: Package,
  relationships: readonly Relationship[],
  kind: string,
): Promise<Buffer | null> {
  const related = relationships.find((relationship) => relationship.kind === kind)
  const entry = related && findPart(parts, related.target)
  return entry ? readPart(parts, entry) : null
}

async function readSharedStrings(parts: Package, relationships: readonly Relationship[]): Promise<SharedStrings> {
  const related = relationships.find(({ kind }) => kind === 'sharedStrings')
  const entry = related && findPart(parts, related.target)
  const strings = newSharedStrings(entry?.sizeBytes ?? 0)
  if (entry) await readXmlStream(unpackEntry(parts.bytes, entry), sharedStringsReader(strings))
  return strings
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

function notAWorkbook() {
  return new FileRefused('unsupported', 'The file is no workbook of the xlsx format.')
}
