import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { deleteSheetRow } from './sheets.store.ts'

/** Deletes no data. */
export async function deleteSheet(ctx: Context, workbookId: string, name: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await deleteSheetRow(tx, workbookId, name.normalize('NFC')))) throw notFound('sheet', name)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'sheet.delete', target: { sheet: name } })
  })
}
