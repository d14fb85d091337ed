import type { FoldedRows } from '../content.ts'
import type { Cells } from '../table.ts'
import type { RowChange, StoredColumn } from './protocol.ts'

/** Edits as an engine gets them: no cell but those of its columns, and no update of nothing that it may see. */
export function rowChanges(folded: FoldedRows, columns: readonly StoredColumn[]): RowChange[] {
  const ids = new Set(columns.map(({ id }) => String(id)))
  const changes: RowChange[] = []
  for (const [rowId, { op, cells }] of folded) {
    const visible = only(cells, ids)
    if (op === 'D') changes.push([rowId, 'delete'])
    else if (op === 'I') changes.push([rowId, 'put', visible])
    else if (Object.keys(visible).length > 0) changes.push([rowId, 'patch', visible])
  }
  return changes
}

function only(cells: Cells, ids: ReadonlySet<string>): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([id]) => ids.has(id)))
}
