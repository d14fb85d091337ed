import type { FoldedRows } from '../content.ts'
import type { Cells } from '../table.ts'
import type { RowChange } from './protocol.ts'
import { coveredCell, type Shown } from './veil.ts'

/** Edits as an engine gets them: no cell but those of its columns, covered where they are, and no update of nothing that it may see. */
export function rowChanges(folded: FoldedRows, { columns, covers }: Shown): RowChange[] {
  const ids = new Set(columns.map(({ id }) => String(id)))
  const changes: RowChange[] = []
  for (const [rowId, { op, cells }] of folded) {
    const visible = covered(only(cells, ids), covers)
    if (op === 'D') changes.push([rowId, 'delete'])
    else if (op === 'I') changes.push([rowId, 'put', visible])
    else if (Object.keys(visible).length > 0) changes.push([rowId, 'patch', visible])
  }
  return changes
}

function only(cells: Cells, ids: ReadonlySet<string>): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([id]) => ids.has(id)))
}

function covered(cells: Cells, covers: Shown['covers']): Cells {
  const touched = covers.filter(({ id }) => String(id) in cells)
  if (touched.length === 0) return cells
  return {
    ...cells,
    ...Object.fromEntries(touched.map((cover) => [cover.id, coveredCell(cover, cells[cover.id] ?? null)])),
  }
}
