import type { NewConflict } from '../../../core/conflicts/conflict.ts'
import type { RowEdit } from '../../../engine/table/commit.ts'
import type { Cells, Column } from '../../../engine/table/table.ts'
import type { Override } from './overrides.store.ts'

/** What a run leaves of the overrides. */
export type Settled = {
  /** Those whose cells are still there, and what the transform makes of them now. */
  kept: { rowId: number; columnId: number; made: string | null }[]
  /** They lie over the new content as they lay over the old. */
  edits: RowEdit[]
  /** One for each whose cell was something else when it was written. */
  conflicts: NewConflict[]
  /** Those that are over. */
  gone: { rowId: number; columnId: number }[]
}

/** Overrides follow their rows, which keep their ids from run to run. One whose row or column is gone is over. */
export function carryOverrides(
  overrides: readonly Override[],
  columns: readonly Column[],
  made: ReadonlyMap<number, Cells>,
): Settled {
  const ids = new Set(columns.map(({ id }) => id))
  const settled: Settled = { kept: [], edits: [], conflicts: [], gone: [] }
  const rows = new Map<number, { cells: Record<string, string | null>; before: Record<string, string | null> }>()
  for (const { rowId, columnId, value, baseValue, stale } of overrides) {
    const found = made.get(rowId)
    if (!found || !ids.has(columnId)) {
      settled.gone.push({ rowId, columnId })
      continue
    }
    const now = found[columnId] ?? null
    settled.kept.push({ rowId, columnId, made: now })
    const row = rows.get(rowId) ?? { cells: {}, before: {} }
    row.cells[columnId] = value
    row.before[columnId] = now
    rows.set(rowId, row)
    // Reported once: until the conflict is resolved, further changes are part of it.
    if (now !== baseValue && !stale)
      settled.conflicts.push({ kind: 'stale_override', rowId, columnId, baseValue, priorValue: now, value })
  }
  settled.edits = [...rows].map(([rowId, { cells, before }]) => ({ op: 'U', rowId, cells, before }))
  return settled
}

/** The cells as the transform made them, where people have written over them. */
export function madeUnder(overrides: readonly Override[]): Map<number, Cells> {
  const rows = new Map<number, Record<string, string | null>>()
  for (const { rowId, columnId, madeValue } of overrides) {
    const cells = rows.get(rowId) ?? {}
    cells[columnId] = madeValue
    rows.set(rowId, cells)
  }
  return rows
}
