import type { Column } from '../../engine/table/table.ts'
import type { MergePlan, Texts } from './plan-merge.ts'

/** A cell that a merge would write, or a row it would delete. */
export type MergeChange = {
  kind: 'updated' | 'inserted' | 'deleted'
  /** Null for a row that the table does not have yet. */
  rowId: number | null
  /** Which of the new rows, counting from 1; null for all others. */
  newRow: number | null
  /** Null for a row that is deleted. */
  column: Column | null
  before: string | null
  value: string | null
}

/** Keeps an answer at about a megabyte. */
export const CHANGES_TOLD = 10_000

const NOTHING: Texts = {}

/** What a plan writes, cell by cell: changed rows first, then new ones, then those that are deleted. */
export function changesOf(plan: MergePlan, columns: readonly Column[]): MergeChange[] {
  const found: MergeChange[] = []
  const add = (row: Pick<MergeChange, 'kind' | 'rowId' | 'newRow'>, cells: Texts, before: Texts) => {
    for (const column of columns) {
      const value = cells[column.id]
      const isEmpty = value === undefined || (value === null && row.kind === 'inserted')
      if (!isEmpty && found.length < CHANGES_TOLD)
        found.push({ ...row, column, before: before[column.id] ?? null, value })
    }
  }
  for (const { rowId, cells, before } of plan.updates.slice(0, CHANGES_TOLD))
    add({ kind: 'updated', rowId, newRow: null }, cells, before)
  for (const [n, cells] of plan.insertions.slice(0, CHANGES_TOLD).entries())
    add({ kind: 'inserted', rowId: null, newRow: n + 1 }, cells, NOTHING)
  for (const rowId of plan.deletions.slice(0, CHANGES_TOLD - found.length))
    found.push({ kind: 'deleted', rowId, newRow: null, column: null, before: null, value: null })
  return found
}
