import { kindBits } from './column-kinds.ts'
import type { GrowingTable } from './growing-table.ts'
import { isAnnounced } from './lines.ts'
import type { Strip } from './strips.ts'

/** Bits it takes to tell what a sheet holds: the reading that needs the fewest is taken. */
const COST = {
  /** A table more. */
  table: 22,
  /** It has no names of columns; or names that do not stand out from what is below them. */
  noHeader: 40,
  plainHeader: 8,
  /** It follows on another table at once, and no names tell that it is a new one. */
  glued: 120,
  /** It is a few words and no values. */
  wordsOnly: 12,
  /** It ends in a text: in its first column, or in another one. */
  lastLineIsText: 14,
  lastLineIsInner: 4,
  /** Texts that stand by themselves, and each of them. */
  prose: 4,
  proseLine: 1,
  /** Cells that are neither text nor part of a table. */
  scrap: 8,
  scrapCell: 2,
  /** A name and its value. */
  pair: 1.5,
  announcedPair: 0.5,
}

const FEW_RECORDS = 4

/** A table has something below its names, something beside its labels, and is more than scattered cells. */
export function priced(table: GrowingTable): GrowingTable {
  const { records, headerLines, left, right, looseBits } = table
  const mayBeTable = records > 0 && records + headerLines > 1 && right > left
  const bits = mayBeTable ? tableBits(table) : Number.POSITIVE_INFINITY
  return { ...table, isTable: bits <= looseBits, bits: Math.min(bits, looseBits) }
}

function tableBits(table: GrowingTable): number {
  const { joinBits, records, kinds } = table
  return COST.table + joinBits + headerBits(table) + endBits(table) + kindBits(kinds, records)
}

function headerBits({ first, records, headerLines, isWordsOnly, isGlued }: GrowingTable): number {
  // Figures in bold over other figures are a sum, unless they stand apart.
  const opens = first.opens && !(isGlued && first.isValues)
  if (opens) return 0
  const glued = isGlued ? COST.glued : 0
  if (headerLines === 0 || first.isValues) return glued + COST.noHeader
  return glued + COST.plainHeader + (records < FEW_RECORDS && isWordsOnly ? COST.wordsOnly : 0)
}

function endBits({ last, left, innerLines }: GrowingTable): number {
  const cells = last.lines.at(-1)?.cells ?? []
  const [cell] = cells
  if (!cell || (!last.isProse && (cells.length > 1 || (cell.formula && last.gap === 0)))) return 0
  if (cell.column > left) return innerLines > last.lines.length ? 0 : COST.lastLineIsInner
  return last.isProse ? COST.lastLineIsText : 0
}

/** A strip that is part of no table. */
export function looseBits({ lines, isProse, opens }: Strip): number {
  if (isProse) return COST.prose + lines.length * COST.proseLine
  const arePairs = lines.every(({ cells }) => cells.length <= 2) && (!opens || lines.every(isAnnounced))
  if (arePairs)
    return COST.scrap + lines.reduce((sum, line) => sum + (isAnnounced(line) ? COST.announcedPair : COST.pair), 0)
  return COST.scrap + lines.reduce((sum, { cells }) => sum + cells.length, 0) * COST.scrapCell
}
