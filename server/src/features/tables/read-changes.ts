import type { Context } from '../../platform/context.ts'
import { findVersion } from '../../tabular/tables.store.ts'
import { historyExpired } from '../governance/governance.errors.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import { listTableChanges, type TableChange } from './history.store.ts'
import type { EditPlace } from './open-editable-table.ts'

/** Where the page before ended, and up to which version the whole walk goes. */
export type ChangesPosition = { version: number; rowId: number; to: number }

export type ChangesPage = { since: number; limit: number; after: ChangesPosition | null }

const WORDS = { I: 'insert', U: 'update', D: 'delete' } as const

/** Rows that were edited after a version, in the order of the edits. */
export async function readChanges(ctx: Context, { workbookId, name }: EditPlace, { since, limit, after }: ChangesPage) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  const { artifactId: tableId, editVersion, table } = opened
  // Nobody has seen a version 0, and everything came after it.
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
