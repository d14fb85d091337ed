import type { ByteSource } from '../byte-source.ts'
import { findPart, readRelationships } from '../xlsx/relationships.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { zipKey } from '../zip/zip-directory.ts'
import {
  entries,
  type OpenedPackage,
  openPackage,
  type Replacements,
  rewritePart,
  withoutCalcChain,
} from './edit/package.ts'
import { type RowChange, RowsRefused } from './rows/row-change.ts'
import { type LinkedPart, shiftLinkedPart, shiftNames, shiftPivotSource } from './rows/shift-linked-parts.ts'
import { shiftRowsOfSheet } from './rows/shift-rows-of-sheet.ts'
import { zipStream } from './zip/zip-stream.ts'

/** Parts of the workbook that name cells in a way that is not shifted. */
const NOT_SHIFTED: Readonly<Record<string, string>> = {
  volatileDependencies: 'formulas that follow live data',
  revisionHeaders: 'a history of changes of its own',
  dialogsheet: 'a dialog sheet',
  xlMacrosheet: 'a sheet of macros',
  xlIntlMacrosheet: 'a sheet of macros',
}

/**
 * An xlsx file with rows inserted into a sheet or deleted from it: everything that names cells of the sheet, in whatever part, names the
 * same cells where they are then. Values of formulas are those of before. What cannot be kept right is refused; parts that name no cell of
 * the sheet keep their bytes.
 */
export async function shiftRows(
  bytes: ByteSource,
  change: RowChange,
  { level = 6 } = {},
): Promise<AsyncGenerator<Buffer>> {
  const opened = await openPackage(bytes)
  if (!opened.sheetParts.has(change.sheet)) throw new RangeError(`there is no sheet ${change.sheet}`)
  const odd = opened.relationships.find(({ kind }) => NOT_SHIFTED[kind])
  if (odd) throw new RowsRefused('not_shifted', `the file has ${NOT_SHIFTED[odd.kind]}, whose cells cannot be moved`)
  const replacements: Replacements = new Map()
  for (const [sheet, part] of opened.sheetParts) await shiftSheet(opened, replacements, change, { sheet, part })
  for (const { kind, target } of opened.relationships)
    if (kind === 'pivotCacheDefinition')
      await rewritePart(opened, replacements, target, (xml) => shiftPivotSource(change, xml))
  await rewritePart(opened, replacements, opened.workbook, (xml) => shiftNames(change, xml))
  await withoutCalcChain(opened, replacements)
  return zipStream(entries(opened.parts, replacements), { level })
}

async function shiftSheet(
  opened: OpenedPackage,
  replacements: Replacements,
  change: RowChange,
  { sheet, part }: { sheet: string; part: string },
) {
  const isOwn = sheet === change.sheet
  const entry = findPart(opened.parts, part)
  if (!entry) return
  if (await isWorksheet(opened, part)) {
    let isChanged = false
    const shifted = () =>
      shiftRowsOfSheet(unpackEntry(opened.parts.bytes, entry), { change, sheet, isOwn }, () => {
        isChanged = true
      })
    // Read once to see whether it changes at all, and whether that can be done; then to write it.
    for await (const _ of shifted());
    if (isChanged) replacements.set(zipKey(entry.name), { name: entry.name, chunks: shifted() })
  }
  await shiftLinked(opened, replacements, change, { part, sheet, isOwn }, new Set())
}

/** Charts have sheets of their own, which hold no cells. */
const isWorksheet = async ({ relationships }: OpenedPackage, part: string) =>
  relationships.some(({ kind, target }) => kind === 'worksheet' && target === part)

const FOLLOWED: ReadonlySet<string> = new Set(['drawing'])

async function shiftLinked(
  opened: OpenedPackage,
  replacements: Replacements,
  change: RowChange,
  { part, sheet, isOwn }: { part: string; sheet: string; isOwn: boolean },
  seen: Set<string>,
) {
  for (const { kind, target } of await readRelationships(opened.parts, part)) {
    if (seen.has(target) || !findPart(opened.parts, target)) continue
    seen.add(target)
    const linked: LinkedPart = { kind, sheet, isOwn }
    if (isText(kind)) await rewritePart(opened, replacements, target, (xml) => shiftLinkedPart(change, linked, xml))
    else shiftLinkedPart(change, linked, '')
    if (FOLLOWED.has(kind)) await shiftLinked(opened, replacements, change, { part: target, sheet, isOwn }, seen)
  }
}

const TEXTS: ReadonlySet<string> = new Set(
  'chart chartEx ctrlProp drawing vmlDrawing comments threadedComment table pivotTable'.split(' '),
)
const isText = (kind: string) => TEXTS.has(kind)
