import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { cellOf } from '../../../engine/table/table.ts'
import { findVersion } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import { historyExpired } from '../../policies/governance.errors.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { visibleIn } from '../../reading/visible-value.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { listRowChanges, listTableChanges, type RowChange, type TableChange } from './history.store.ts'

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

/** Where the page before ended, and up to which version the whole walk goes. */
export type ChangesPosition = { version: number; rowId: number; to: number }

type ChangesPage = { since: number; limit: number; after: ChangesPosition | null }

const WORDS = { I: 'insert', U: 'update', D: 'delete' } as const

/** Rows that were edited after a version, in the order of the edits. */
export async function readChanges(ctx: Context, { workbookId, name }: EditPlace, { since, limit, after }: ChangesPage) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const { artifactId: tableId, editVersion, table } = opened
  // There is no version 0 to have seen: everything came after it.
  if (since > 0 && since < editVersion && !(await findVersion(ctx.db, workbookId, tableId, since)))
    throw historyExpired(opened.name, since)
  const to = after?.to ?? editVersion
  const start = after ?? { version: since, rowId: Number.MAX_SAFE_INTEGER }
  const found = await listTableChanges(ctx.db, { workbookId, tableId }, { after: start, upTo: to, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const names = new Map(table.columns.map((column) => [String(column.id), column.name]))
  return {
    from: since,
    to,
    changes: page.map((change) => toChange(change, names)),
    next: found.length > limit && last ? { version: last.version, rowId: last.rowId, to } : null,
  }
}

/** Names of columns for updates only: an insert or a delete touches them all. */
function toChange({ rowId, op, columnIds }: TableChange, names: ReadonlyMap<string, string>) {
  const columns = op === 'U' ? columnIds.flatMap((id) => names.get(id) ?? []) : []
  return { rowId, change: WORDS[op], columns }
}
