import type { Box } from '../../grid.ts'
import type { SheetCell } from '../sheet.ts'
import type { FoundRegion } from './found-region.ts'
import { isAnnounced, type Line } from './lines.ts'
import type { Strip } from './strips.ts'
import { isNoteText, isUnitText } from './text-kind.ts'

/** Where the tables above and below stand; null where there is none. */
export type Surroundings = { above: Box | null; below: Box | null }

/** What stands in strips that are part of no table: titles, units, notes, and pairs of a name and its value. */
export function textRegions(strips: readonly Strip[], around: Surroundings): FoundRegion[] {
  return strips.flatMap(({ lines: all, isProse }) => {
    // Merged cells of a table's last line may reach down beside a text.
    const lines = all.filter(({ row }) => row > (around.above?.bottom ?? -1))
    if (lines.length === 0) return []
    if (isProse) return proseRegions(lines, around)
    if (arePairs(lines))
      return [
        regionOf(
          'keyvalue',
          lines.flatMap(({ cells }) => cells),
          'pairs',
        ),
      ]
    return lines.flatMap(({ cells }) => cells.map((cell) => scatteredRegion(cell, around)))
  })
}

/** The first line of a block above a table is its title, and those in bold, unless they follow another table at once. */
function proseRegions(lines: readonly Line[], { above, below }: Surroundings): FoundRegion[] {
  const isTail = below === null || (above !== null && lines[0]?.row === above.bottom + 1)
  let hasTitle = isTail
  return lines.map(({ cells }) => {
    const [{ text, style } = { text: '', style: null }] = cells
    if (isUnitText(text)) return regionOf('unit', cells, 'unit_words')
    if (isNoteText(text)) return regionOf('note', cells, 'note_words')
    if (hasTitle && (isTail || !style?.isBold)) return regionOf('note', cells, isTail ? 'below_table' : 'below_title')
    hasTitle = true
    return regionOf('title', cells, 'above_table')
  })
}

/** Titles of tables side by side stand in one row. */
function scatteredRegion(cell: SheetCell, { below }: Surroundings): FoundRegion {
  if (isUnitText(cell.text)) return regionOf('unit', [cell], 'unit_words')
  const isTitle = below !== null && cell.row === below.top - 1 && cell.value.kind === 'text' && cell.style.isBold
  return isTitle ? regionOf('title', [cell], 'above_table') : regionOf('note', [cell], 'scattered_cells')
}

/** Longer lists of pairs are tables. */
const MOST_PAIRS = 12
/** Columns from a name to its value. */
const WIDEST_PAIR = 3

function arePairs(lines: readonly Line[]): boolean {
  const isPair = ({ cells: [name, value, other] }: Line) =>
    name?.value.kind === 'text' &&
    value !== undefined &&
    other === undefined &&
    value.column - name.column <= WIDEST_PAIR
  return lines.every(isPair) && (lines.length <= MOST_PAIRS || lines.every(isAnnounced))
}

const CONFIDENCE = { title: 0.9, unit: 0.98, note: 0.9, keyvalue: 0.8 }

function regionOf(kind: keyof typeof CONFIDENCE, cells: readonly SheetCell[], evidence: string): FoundRegion {
  const box = { top: Number.MAX_SAFE_INTEGER, left: Number.MAX_SAFE_INTEGER, bottom: 0, right: 0 }
  for (const { row, column } of cells) {
    box.top = Math.min(box.top, row)
    box.left = Math.min(box.left, column)
    box.bottom = Math.max(box.bottom, row)
    box.right = Math.max(box.right, column)
  }
  return { kind, box, confidence: CONFIDENCE[kind], evidence: [evidence] }
}

/** Cells beside a table, each by itself. */
export const strayRegions = (cells: readonly SheetCell[]) =>
  cells.map((cell) => regionOf('note', [cell], 'beside_table'))
