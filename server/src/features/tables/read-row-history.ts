import type { Context } from '../../platform/context.ts'
import { cellOf } from '../../tabular/cells.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { type OpenedTable, openReadableTable } from '../governance/open-readable-table.ts'
import { visibleIn } from '../governance/visible-value.ts'
import { whilePoliciesHold } from '../governance/while-policies-hold.ts'
import { listRowChanges, type RowChange } from './history.store.ts'
import type { EditPlace } from './open-editable-table.ts'

/** `before`: versions below it only. */
export type HistoryPage = { limit: number; before: number | null }

/** What happened to one row, cell by cell, newest first. A page holds whole edits: never half of one. */
export async function readRowHistory(
  ctx: Context,
  { workbookId, name }: EditPlace,
  rowId: number,
  { limit, before }: HistoryPage,
) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
    const row = { workbookId, tableId: opened.artifactId, rowId }
    const found = await listRowChanges(ctx.db, row, { limit: limit + 1, before })
    const page = found.slice(0, limit)
    const next = found.length > limit ? (page.at(-1)?.version ?? null) : null
    const changes = page.flatMap((change) => cellChanges(opened, change))
    return { opened, changes, next, policyEpoch: opened.policyEpoch }
  })
}

/** Only cells of columns that are there now, and that the caller may see; masked ones without their values. */
function cellChanges({ table }: OpenedTable, change: RowChange) {
  const { opId, at, actor, version, op } = change
  const touched = table.columns.filter(({ id }) => op !== 'U' || change.cells?.[id] !== undefined)
  return touched.flatMap((column) => {
    const [old, now] = valuesOf(column, change)
    if (old === now) return []
    const [before, after] = [visibleIn(column, old), visibleIn(column, now)]
    return [{ opId, at, actor, editVersion: version, column: column.name, old: before, new: after }]
  })
}

/** A row that was not there held nothing, and one that is gone holds nothing. */
function valuesOf({ id, initial }: ReadableColumn, { op, cells, before }: RowChange) {
  const old = op === 'I' ? null : cellOf(before ?? {}, id, initial)
  const now = op === 'D' ? null : cellOf(cells ?? {}, id, initial)
  return [old, now] as const
}
