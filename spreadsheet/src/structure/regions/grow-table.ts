import { copyOf, countCells, emptied, noKinds } from './column-kinds.ts'
import type { GrowingTable } from './growing-table.ts'
import { isComputedFrom, joinBits } from './join-cost.ts'
import type { Line } from './lines.ts'
import { MOST_HEADER_LINES, type Strip } from './strips.ts'
import { looseBits, priced } from './table-cost.ts'

/** Bits of a record with one value. */
const BARE_LABEL = 1

export type Band = { left: number; right: number }

/** `isGlued`: the strip follows on another table at once. */
export function beginTable(strip: Strip, { left, right }: Band, isGlued = false): GrowingTable {
  const empty = {
    first: strip,
    last: strip,
    before: null,
    left: right,
    right: left,
    headerLines: strip.lines.length - bodyOf(strip).length,
    records: 0,
    isWordsOnly: true,
    isGlued,
    framedLines: 0,
    innerLines: 0,
    kinds: noKinds(left, right),
    joinBits: 0,
    looseBits: 0,
    isTable: false,
    bits: 0,
  }
  return grown(empty, strip, bodyOf(strip), [])
}

export function continueTable(table: GrowingTable, strip: Strip): GrowingTable {
  const { last } = table
  const joined = {
    ...table,
    joinBits: table.joinBits + joinBits(table, strip),
    before: { strip: last, before: table.before },
  }
  // A text belongs to the table once something follows it.
  const texts = last.isProse && !strip.isProse ? last.lines : []
  // What is computed from the table may be of another kind than the table.
  const isComputed = isComputedFrom(table, strip)
  if (areNamesOf(table, strip) && !isComputed) return grown(allNames(joined), strip, bodyOf(strip), texts)
  const body = strip.isProse || isComputed ? [] : strip.lines
  return grown({ ...joined, kinds: body.length > 0 ? copyOf(table.kinds) : table.kinds }, strip, body, texts)
}

/** Values follow on a few lines of words. */
const areNamesOf = ({ isWordsOnly, headerLines, records }: GrowingTable, { lines, isProse }: Strip) =>
  isWordsOnly && !isProse && headerLines + records <= MOST_HEADER_LINES && lines.some(({ isNaming }) => !isNaming)

function allNames(table: GrowingTable): GrowingTable {
  return { ...table, headerLines: table.headerLines + table.records, records: 0, kinds: emptied(table.kinds) }
}

/** Of a strip of words alone the first line names, until numbers follow. */
const bodyOf = ({ lines, headerLines }: Strip) => lines.slice(headerLines < lines.length ? headerLines : 1)

function grown(table: GrowingTable, strip: Strip, body: readonly Line[], texts: readonly Line[]): GrowingTable {
  const next = { ...table, last: strip, looseBits: table.looseBits + looseBits(strip) }
  if (strip.isProse) {
    next.innerLines += strip.lines.filter(({ cells }) => (cells[0]?.column ?? 0) > next.left).length
    return priced(next)
  }
  for (const { cells } of [...texts, ...strip.lines]) {
    next.left = Math.min(next.left, cells[0]?.column ?? next.left)
    next.right = Math.max(next.right, cells.at(-1)?.column ?? next.right)
  }
  for (const { cells } of body) {
    // A label without values tells nothing of the columns it leaves empty.
    if (cells.length === 1 && next.records > 0) next.joinBits += BARE_LABEL
    else next.records++
    countCells(next.kinds, cells)
  }
  next.isWordsOnly &&= strip.lines.every(({ isNaming }) => isNaming)
  if (strip.lines[0]?.isFramed) next.framedLines += strip.lines.length
  return priced(next)
}
