import type { EngineTable } from '../calculation/engine-workbook.ts'
import type { Grid } from '../grid.ts'
import { parseBox, parseCell } from './cell-reference.ts'
import { eachElement } from './each-element.ts'
import { findPart, type Package, readPart, readRelationships } from './relationships.ts'
import { type RichText, readRichText, refuseIfTooLong } from './rich-text.ts'
import { attribute, decodeUtf8, numberAttribute, readContent } from './xml-text.ts'

/** By `row:column`. */
type Comments = Map<string, string>
type ListObject = Grid['listObjects'][number]

/** What stands in parts of its own: comments and tables. */
export async function readSheetParts(parts: Package, part: string) {
  const listObjects: ListObject[] = []
  for (const { kind, target } of await readRelationships(parts, part)) {
    const entry = kind === 'table' ? findPart(parts, target) : undefined
    if (entry) listObjects.push(...readListObject(await readPart(parts, entry)))
  }
  return { comments: await readSheetComments(parts, part), listObjects }
}

/** The comments of a sheet. Of a thread there is a plain comment, too, for programs that know no threads: it says less. */
export async function readSheetComments(parts: Package, part: string): Promise<Comments> {
  const comments: Comments = new Map()
  const threads: Comments = new Map()
  for (const { kind, target } of await readRelationships(parts, part)) {
    const entry = kind === 'comments' || kind === 'threadedComment' ? findPart(parts, target) : undefined
    if (!entry) continue
    const bytes = await readPart(parts, entry)
    if (kind === 'comments') readComments(bytes, comments)
    else readThreads(bytes, threads)
  }
  return new Map([...comments, ...threads])
}

/** The comments of one thread are lines of one text. */
function readThreads(part: Buffer, threads: Comments) {
  let key: string | null = null
  eachElement(part, (x, name, within) => {
    if (name === 'threadedComment') {
      const cell = parseCell(attribute(x, 'ref') ?? '')
      key = cell && `${cell.row}:${cell.column}`
    }
    if (name !== 'text' || within.at(-1) !== 'threadedComment' || key === null) return
    const text = readContent(x) ?? ''
    refuseIfTooLong(text)
    const before = threads.get(key)
    threads.set(key, before === undefined ? text : `${before}\n${text}`)
  })
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
