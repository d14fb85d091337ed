import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'
import { columnSeams } from './column-seams.ts'
import type { FoundRegion } from './found-region.ts'
import { type GrowingTable, stripsIn } from './growing-table.ts'
import { type Line, linesOf, type SheetRows } from './lines.ts'
import { partition } from './partition.ts'
import { stripsOf } from './strips.ts'
import { tableBox } from './table-box.ts'
import { strayRegions, textRegions } from './text-regions.ts'

/** A box divided into regions, and the bits it takes to tell them. */
export type Division = { regions: FoundRegion[]; bits: number }

/** Tables side by side within tables side by side: real sheets go no further. */
const DEEPEST = 3
/** Bits that a second column of labels inside a table costs. */
const SECOND_LABELS = 40
/** Bits that a second title beside the first costs. */
const SECOND_TITLE = 200

/** Cuts a box into tables and texts, by rows first or by columns first, whichever tells it in fewer bits. */
export function divide(sheet: Sheet, rows: SheetRows, box: Box, depth = 0): Division {
  const lines = linesOf(sheet, rows, box)
  const byRows = divideByRows(sheet, rows, box, lines, depth)
  const byColumns = divideByColumns(sheet, rows, box, lines, depth)
  return byColumns && byColumns.bits < byRows.bits ? byColumns : byRows
}

function divideByRows(sheet: Sheet, rows: SheetRows, box: Box, lines: readonly Line[], depth: number): Division {
  const parts = partition(stripsOf(rows, lines, box), box)
  const boxes = parts.map((part) => (part.isTable ? tableBox(sheet, part).box : null))
  const below = nextOf(boxes, rows.given.find(({ top }) => top > box.bottom) ?? null)
  let above: Box | null = rows.given.findLast(({ bottom }) => bottom < box.top) ?? null
  const divisions = parts.map((part, n): Division => {
    if (!part.isTable)
      return { regions: textRegions(stripsIn(part), { above, below: below[n] ?? null }), bits: part.bits }
    above = boxes[n] ?? null
    return divideTable(sheet, rows, box, part, depth)
  })
  return joined(divisions, 0)
}

/** For each place the first box behind it. */
function nextOf(boxes: readonly (Box | null)[], last: Box | null): (Box | null)[] {
  const next: (Box | null)[] = []
  let nearest = last
  for (let n = boxes.length - 1; n >= 0; n--) {
    next[n] = nearest
    nearest = boxes[n] ?? nearest
  }
  return next
}

/** What looks like one table from the top down may be two side by side. */
function divideTable(sheet: Sheet, rows: SheetRows, box: Box, table: GrowingTable, depth: number): Division {
  const lines = stripsIn(table).flatMap((strip) => strip.lines)
  const frame = { ...box, top: lines[0]?.row ?? box.top, bottom: lines.at(-1)?.row ?? box.bottom }
  const cut = divideByColumns(sheet, rows, frame, lines, depth)
  const { bits } = table
  if (cut && cut.bits < bits) return cut
  const { box: place, strays } = tableBox(sheet, table)
  const evidence = [table.first.opens ? 'header_stands_out' : table.headerLines > 0 ? 'plain_header' : 'no_header']
  return { regions: [{ kind: 'data', box: place, confidence: 0.8, evidence }, ...strayRegions(strays)], bits }
}

function divideByColumns(
  sheet: Sheet,
  rows: SheetRows,
  box: Box,
  lines: readonly Line[],
  depth: number,
): Division | null {
  if (depth >= DEEPEST) return null
  const { columns: seams, isTitled } = columnSeams(sheet, lines, box)
  if (seams.length === 0) return null
  const lefts = [box.left, ...seams]
  const divisions = lefts.map((left, n) =>
    divide(sheet, rows, { ...box, left, right: (lefts[n + 1] ?? box.right + 1) - 1 }, depth + 1),
  )
  return joined(divisions, -(isTitled ? SECOND_TITLE : SECOND_LABELS) * seams.length)
}

const joined = (divisions: readonly Division[], bits: number): Division => ({
  regions: divisions.flatMap(({ regions }) => regions),
  bits: divisions.reduce((sum, division) => sum + division.bits, bits),
})
