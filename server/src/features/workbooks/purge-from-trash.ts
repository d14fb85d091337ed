import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { buryWorkbook } from './purge.store.ts'
import { notInTrash, openTrashed } from './trash-workbook.ts'

/** Days in the trash that are over for everything that is there, also for what came a moment ago. */
export const NO_DAYS = -1

/** Takes a workbook out of the trash for good. The commit says that it does not come back; a task takes its rows away. */
export async function purgeTrashedWorkbook(ctx: Context, workbookId: string) {
  const { title } = await openTrashed(ctx, workbookId)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await buryAtOnce(tx, ctx, { workbookId, title }))) throw notInTrash(workbookId)
  })
}

/** The last entry of its audit log says who did it. False: it is not in the trash. */
export async function buryAtOnce(
  tx: Tx,
  ctx: Context,
  { workbookId, title }: { workbookId: string; title: string },
): Promise<boolean> {
  await lockWorkbookHead(tx, workbookId)
  await appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.purge', target: { workbook: title } })
  if (!(await buryWorkbook(tx, workbookId, NO_DAYS))) return false
  const payload = { workbook_id: workbookId }
  await enqueue(tx, { name: 'workbook.purge', payload, key: `workbook.purge:${workbookId}` })
  return true
}
