import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue/queue.store.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { admit, openWorkbook } from './open-workbook.ts'
import { buryWorkbook } from './purge.store.ts'
import { findTrashedFor, listTrash, updateTrashed, updateUntrashed } from './workbooks.store.ts'

/** Deletes for everyone who looks; for 30 days it can be brought back. */
export async function trashWorkbook(ctx: Context, workbookId: string) {
  const workbook = await openWorkbook(ctx, workbookId, 'owner')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    await updateTrashed(tx, workbookId)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.delete', target: { workbook: workbook.title } })
  })
}

export async function restoreWorkbook(ctx: Context, workbookId: string) {
  const trashed = await openTrashed(ctx, workbookId)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await updateUntrashed(tx, workbookId))) throw notInTrash(workbookId)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.restore', target: { workbook: trashed.title } })
    return openWorkbook({ ...ctx, db: tx }, workbookId, 'owner')
  })
}

/** The only door to a workbook in the trash. */
async function openTrashed(ctx: Context, workbookId: string) {
  const trashed = await findTrashedFor(ctx.db, workbookId, ctx.caller.userId)
  if (!trashed) throw notInTrash(workbookId)
  return admit(ctx, trashed, workbookId, 'owner')
}

const notInTrash = (workbookId: string) => notFound('workbook in the trash', toWireId('wb', workbookId))

/** What the caller deleted and this credential reaches. */
export async function listTrashed(ctx: Context) {
  const trashed = await listTrash(ctx.db, ctx.caller.userId)
  return trashed.filter((workbook) => isReached(ctx, workbook))
}

function isReached(ctx: Context, workbook: Awaited<ReturnType<typeof listTrash>>[number]): boolean {
  try {
    admit(ctx, workbook, workbook.workbookId, 'owner')
    return true
  } catch {
    return false
  }
}

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
