import type { Region } from '../parse-spec/parse-spec.ts'
import { parseBox } from '../xlsx/cell-reference.ts'
import { strayBoxes } from './invariants/stray-boxes.ts'
import type { FoundRegion } from './regions/found-region.ts'
import type { Sheet, SheetCell } from './sheet.ts'

/** Texts that stand inside the box of a table and are no part of it: rows above its header, and rows of notes. */
export function notesInside(sheet: Sheet, region: Region): FoundRegion[] {
  const box = parseBox(region.range)
  const data = parseBox(region.data_range)
  if (region.kind !== 'data' || !box || !data) return []
  const rows = new Set(region.row_roles.filter(({ role }) => role === 'note').flatMap((note) => note.rows))
  const first = Math.min(data.top + 1, ...region.header_rows)
  const groups = new Set(region.row_roles.filter(({ role }) => role === 'group').flatMap((group) => group.rows))
  for (let row = box.top + 1; row < first; row++) if (!groups.has(row)) rows.add(row)
  const cells: SheetCell[] = []
  for (const row of [...rows].sort((one, other) => one - other))
    for (let column = box.left; column <= box.right; column++) {
      const cell = sheet.cellAt(row - 1, column)
      if (cell) cells.push(cell)
    }
  return strayBoxes(cells).map(
    (inside): FoundRegion => ({
      kind: 'note',
      box: inside,
      confidence: region.confidence,
      evidence: ['inside_table'],
    }),
  )
}
