import type { ByteSource } from '../../byte-source.ts'
import {
  findPart,
  openPart,
  type Package,
  type Relationship,
  readPart,
  readRelationships,
} from '../../xlsx/relationships.ts'
import { readWorkbookPart } from '../../xlsx/workbook-part.ts'
import { corruptXml } from '../../xlsx/xml-errors.ts'
import { readZipDirectory, type ZipEntry, zipKey } from '../../zip/zip-directory.ts'
import type { ZipEntry as EntryToWrite } from '../zip/zip-stream.ts'
import { partText, withoutPart } from './package-parts.ts'
import { packedEntry } from './packed-entry.ts'

export const CONTENT_TYPES = '[Content_Types].xml'

/** Parts by `zipKey`: what is to stand in their place, or null for those that go. */
export type Replacements = Map<string, EntryToWrite | null>

export type OpenedPackage = {
  parts: Package
  workbook: string
  isDate1904: boolean
  roots: readonly Relationship[]
  relationships: readonly Relationship[]
  sheetParts: ReadonlyMap<string, string>
}

export async function openPackage(bytes: ByteSource): Promise<OpenedPackage> {
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
export function* entries({ bytes, directory }: Package, replacements: Replacements): Generator<EntryToWrite> {
  for (const [key, entry] of directory) {
    const replacement = replacements.get(key)
    if (replacement === undefined) yield { packed: packedEntry(bytes, entry) }
    else if (replacement) yield replacement
    replacements.delete(key)
  }
  for (const added of replacements.values()) if (added) yield added
}

/** Excel rebuilds the order of computing where it is missing, and takes a file for broken where it names other cells. */
export async function withoutCalcChain(opened: OpenedPackage, replacements: Replacements) {
  const { parts, workbook, relationships } = opened
  const chain = relationships.find(({ kind }) => kind === 'calcChain')
  if (!chain || !findPart(parts, chain.target)) return
  const isChain = (path: string) => zipKey(path).endsWith(zipKey(chain.target).split('/').at(-1) ?? '')
  replacements.set(zipKey(chain.target), null)
  await rewritePart(opened, replacements, CONTENT_TYPES, (xml) => withoutPart(xml, 'PartName', isChain))
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${workbook.slice(folder.length)}.rels`
  await rewritePart(opened, replacements, file, (xml) => withoutPart(xml, 'Target', isChain))
}

/** Changes the text of a part, which may have been changed before. One whose text stays keeps its bytes. */
export async function rewritePart(
  { parts }: OpenedPackage,
  replacements: Replacements,
  name: string,
  change: (xml: string) => string,
) {
  const entry: ZipEntry = openPart(parts, name)
  const replacement = replacements.get(zipKey(name))
  const before = partText(replacement && 'content' in replacement ? replacement.content : await readPart(parts, entry))
  const after = change(before)
  if (after !== before) replacements.set(zipKey(name), { name: entry.name, content: Buffer.from(after) })
}
