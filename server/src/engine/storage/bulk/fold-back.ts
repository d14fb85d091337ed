import type { RowEdit } from '../../table/commit.ts'
import type { FoldedRows } from '../../table/content.ts'
import { openSealed, Sealed } from '../../table/sealed.ts'
import type { Cells } from '../../table/table.ts'

/** An edit of a row, as far as it says what was there before. */
export type RowUndo = Pick<RowEdit, 'op' | 'before'> & { rowId: number }

/** Edits undone one after the other, the last one first. */
export function foldBack(edits: readonly RowUndo[]): FoldedRows {
  const rows = new Map<number, { op: 'I' | 'U' | 'D'; cells: Cells }>()
  for (const { rowId, op, before: kept } of edits.toReversed()) {
    const before = kept instanceof Sealed ? openSealed(kept) : kept
    const later = rows.get(rowId)
    if (op === 'I') rows.set(rowId, { op: 'D', cells: {} })
    else if (op === 'D') rows.set(rowId, { op: 'I', cells: before ?? {} })
    else rows.set(rowId, { op: later?.op === 'I' ? 'I' : 'U', cells: { ...later?.cells, ...before } })
  }
  return rows
}
