import { findTableHead } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { commitTableEdit } from '../commit-table-edit.ts'
import { findQuarantine } from './quarantines.store.ts'

type Clearing = { workbookId: string; tableId: string; by: string; opKind: string }

/**
 * All rows of a table are replaced: what was set aside of those before goes too, or it could come in beside what took its place.
 * The caller holds the head lock.
 */
export async function clearQuarantine(tx: Tx, ctx: Context, { workbookId, tableId, by, opKind }: Clearing) {
  const found = await findQuarantine(tx, workbookId, { tableId })
  const rows = (found && (await findTableHead(tx, workbookId, found.quarantineId))?.rowCount) ?? 0
  if (!found || rows === 0) return
  const { quarantineId, name, table } = found
  const summary = `${by} took the place of ${rows} rows`
  await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table: name,
      writes: [{ tableId: quarantineId, expected: null, kind: 'replace', segments: [], overlays: [], rowCount: 0 }],
      op: { kind: opKind, actor: null, detail: { expected_version: null, unconditional: true, rows, summary } },
      auditDetail: { source: by, quarantine_of: table },
    },
  }))
}
