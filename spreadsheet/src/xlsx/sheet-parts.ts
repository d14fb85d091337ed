import type { EngineTable } from '../calculation/engine-workbook.ts'
import type { Grid } from '../grid.ts'
import { parseBox, parseCell } from './cell-reference.ts'
import { eachElement } from './each-element.ts'
import { findPart, type Package, readPart, readRelationships } from './relationships.ts'
import { type RichText, readRichText, refuseIfTooLong } from './rich-text.ts'
import { attribute, decodeUtf8, numberAttribute } from './xml-text.ts'

/** By `row:column`. */
type Comments = Map<string, string>
type ListObject = Grid['listObjects'][number]

/** What stands in parts of its own: comments and tables. */
export async function readSheetParts(parts: Package, part: string) {
  const comments: Comments = new Map()
  const listObjects: ListObject[] = []
  for (const { kind, target } of await readRelationships(parts, part)) {
    const entry = kind === 'comments' || kind === 'table' ? findPart(parts, target) : undefined
    if (!entry) continue
    const bytes = await readPart(parts, entry)
    if (kind === 'comments') readComments(bytes, comments)
    else listObjects.push(...readListObject(bytes))
  }
  return { comments, listObjects }
}

/** Tables with the names of their columns. */
export async function readTables(parts: Package, part: string): Promise<EngineTable[]> {
  const tables: EngineTable[] = []
  for (const { kind, target } of await readRelationships(parts, part)) {
    const entry = kind === 'table' ? findPart(parts, target) : undefined
    if (!entry) continue
    const bytes = await readPart(parts, entry)
    const columns: string[] = []
    eachElement(bytes, (x, name) => {
      if (name === 'tableColumn') columns.push(attribute(x, 'name') ?? '')
    })
    tables.push(...readListObject(bytes).map((table) => ({ ...table, columns })))
  }
  return tables
}

function readComments(part: Buffer, comments: Comments) {
  const rich: RichText = { from: 0, to: 0, text: null }
  let cell: ReturnType<typeof parseCell> = null
  eachElement(part, (x, name, within) => {
    if (name === 'comment') cell = parseCell(attribute(x, 'ref') ?? '')
    if (name !== 'text' || within.at(-1) !== 'comment' || !cell || !readRichText(x, rich)) return
    const text = rich.text ?? decodeUtf8(x.bytes, rich.from, rich.to)
    refuseIfTooLong(text)
    comments.set(`${cell.row}:${cell.column}`, text)
  })
}

function readListObject(part: Buffer): ListObject[] {
  const found: ListObject[] = []
  eachElement(part, (x, name, within) => {
    const box = parseBox(attribute(x, 'ref') ?? '')
    if (name !== 'table' || within.length > 0 || !box) return
    found.push({
      name: attribute(x, 'displayName') ?? attribute(x, 'name') ?? '',
      box,
      hasHeader: numberAttribute(x, 'headerRowCount') !== 0,
      totalRows: numberAttribute(x, 'totalsRowCount') ?? 0,
    })
  })
  return found
}
