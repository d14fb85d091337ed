import type { ByteSource } from '../byte-source.ts'
import type { FileFormat } from '../opened-file.ts'
import { eachElement } from '../xlsx/each-element.ts'
import { findPart, openPart, type Package, readPart, readRelationships } from '../xlsx/relationships.ts'
import { readWorkbookPart } from '../xlsx/workbook-part.ts'
import { attribute, readContent } from '../xlsx/xml-text.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'

/** What a document says about itself beside its sheets. */
export type DocumentMarks = {
  /** Custom properties by name. */
  properties: Readonly<Record<string, string>>
  /** Defined names and the sheets they point to: they go along when a sheet is renamed. */
  names: readonly { name: string; sheet: string }[]
}

const NONE: DocumentMarks = { properties: {}, names: [] }

export function readDocumentMarks(bytes: ByteSource, format: FileFormat): Promise<DocumentMarks> {
  if (format === 'xlsx') return xlsxMarks({ bytes, directory: readZipDirectory(bytes) })
  if (format === 'ods') return odsMarks({ bytes, directory: readZipDirectory(bytes) })
  return Promise.resolve(NONE)
}

async function xlsxMarks(parts: Package): Promise<DocumentMarks> {
  const roots = await readRelationships(parts, '')
  const workbook = roots.find(({ kind }) => kind === 'officeDocument')
  const names = workbook ? readWorkbookPart(await readPart(parts, openPart(parts, workbook.target))).definedNames : []
  const related = roots.find(({ kind }) => kind === 'custom-properties')
  const entry = related && findPart(parts, related.target)
  const properties = new Map<string, string>()
  let property = ''
  if (entry) {
    eachElement(await readPart(parts, entry), (x, name, within) => {
      if (name === 'property') property = attribute(x, 'name') ?? ''
      else if (within.at(-1) === 'property') properties.set(property, readContent(x) ?? '')
    })
  }
  return {
    properties: Object.fromEntries(properties),
    names: names.map(({ name, refersTo }) => ({ name, sheet: sheetIn(refersTo) })),
  }
}

async function odsMarks(parts: Package): Promise<DocumentMarks> {
  const entry = findPart(parts, 'meta.xml')
  const properties = new Map<string, string>()
  if (entry) {
    eachElement(await readPart(parts, entry), (x, name) => {
      if (name !== 'user-defined') return
      const called = attribute(x, 'name') ?? ''
      properties.set(called, readContent(x) ?? '')
    })
  }
  return { properties: Object.fromEntries(properties), names: [] }
}

/** `'It''s'!$A$1` points to It's. */
function sheetIn(refersTo: string): string {
  const sheet = refersTo.slice(0, Math.max(0, refersTo.lastIndexOf('!')))
  return sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet
}
