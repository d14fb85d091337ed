import type { Box } from '../grid.ts'
import type { SheetRemarks } from '../remarks.ts'
import { unpackEntry } from '../zip/unpack-entry.ts'
import { parseBox } from './cell-reference.ts'
import { openPart, type Package, readExternalTargets } from './relationships.ts'
import { scanSheet } from './scan-sheet.ts'
import type { SharedStrings } from './shared-strings.ts'
import { readSheetComments } from './sheet-parts.ts'
import { attribute } from './xml-text.ts'

/** Longer lists of links say nothing that a column of them would not say better. */
const MOST_LINKS = 100_000

/** The remarks of a sheet. Only a sheet with links is passed over once more: they stand behind its rows. */
export async function readRemarks(
  parts: Package,
  part: string,
  read: { strings: () => Promise<SharedStrings>; styleCount: number },
): Promise<SheetRemarks> {
  const comments = [...(await readSheetComments(parts, part))].map(([key, text]) => {
    const [row = 0, column = 0] = key.split(':').map(Number)
    return { row, column, text }
  })
  const targets = await readExternalTargets(parts, part, 'hyperlink')
  return { comments, links: targets.size === 0 ? [] : await readLinks(parts, part, targets, read) }
}

async function readLinks(
  parts: Package,
  part: string,
  targets: ReadonlyMap<string, string>,
  { strings, styleCount }: { strings: () => Promise<SharedStrings>; styleCount: number },
) {
  const links: { box: Box; target: string }[] = []
  const nothing = () => {}
  const sink = { row: nothing, number: nothing, text: nothing, boolean: nothing, error: nothing, date: nothing }
  await scanSheet(unpackEntry(parts.bytes, openPart(parts, part)), {
    sink: { ...sink, isFull: () => true },
    strings: await strings(),
    styleCount,
    facts: {
      row: nothing,
      element: (x, name) => {
        if (name !== 'hyperlink' || links.length >= MOST_LINKS) return true
        const box = parseBox(attribute(x, 'ref') ?? '')
        const target = targets.get(attribute(x, 'id') ?? '')
        const place = attribute(x, 'location')
        if (box && target) links.push({ box, target: place ? `${target}#${place}` : target })
        return true
      },
    },
  })
  return links
}
