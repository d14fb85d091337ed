import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openWorkbook } from './open-workbook.ts'
import { updateWorkbook } from './workbooks.store.ts'

export type WorkbookChanges = { title?: string; description?: string | null; language?: 'ja' | 'en' }

/** Applies the fields that were sent; nothing sent, nothing changed. */
export async function changeWorkbook(ctx: Context, workbookId: string, changes: WorkbookChanges) {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  if (Object.keys(changes).length === 0) return workbook
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    await updateWorkbook(tx, workbookId, changes)
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'workbook.change',
      target: { workbook: workbook.title },
      detail: { fields: Object.keys(changes) },
    })
    return openWorkbook({ ...ctx, db: tx }, workbookId, 'editor')
  })
}
