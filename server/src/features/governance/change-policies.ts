import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { lockWorkbookHead, raisePolicyEpoch } from '../audit/workbook-head.store.ts'
import { updateWorkbook } from '../workbooks/workbooks.store.ts'
import { hasPolicies } from './policies.store.ts'

/** Changes who sees what, under the lock of the workbook: whoever asks afterwards, on whatever node, is answered by it. */
export async function changePolicies<T>(ctx: Context, entry: NewAuditEntry, write: (tx: Tx) => Promise<T>): Promise<T> {
  const { workbookId } = entry
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const written = await write(tx)
    await raisePolicyEpoch(tx, workbookId)
    await updateWorkbook(tx, workbookId, { isGoverned: await hasPolicies(tx, workbookId) })
    await appendAuditEntry(tx, ctx, entry)
    return written
  })
}
