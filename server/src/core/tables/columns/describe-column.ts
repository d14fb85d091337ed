import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { deleteColumnDescription, upsertColumnDescription } from '../tables.store.ts'
import { openColumn } from './columns.ts'

/** Says what a column holds. A description is no data: it makes no version. Empty or null takes it away. */
export async function describeColumn(ctx: Context, place: EditPlace, column: string, description: string | null) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  const { origin } = openColumn(opened, column)
  const { workbookId, artifactId: tableId, name } = opened
  const described = { workbookId, tableId, origin }
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (description) await upsertColumnDescription(tx, described, description)
    else await deleteColumnDescription(tx, described)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'column.describe', target: { table: name, column } })
  })
  return { name, column, description: description || null }
}
