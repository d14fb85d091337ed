import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { holdAudit } from './audit.store.ts'
import { type NewAuditEntry, partsOf } from './audit-entry.ts'

/**
 * Tells that somebody was refused. Durable when it returns, and chained within about a second; it never waits for
 * those who write to the workbook. The refused work is rolled back, so `ctx.db` must not be its transaction. `isCounted`:
 * equal ones of one minute become one entry with a count.
 */
export async function recordRefusal(ctx: Context, entry: NewAuditEntry, isCounted = false) {
  const parts = partsOf(ctx, entry, 'refused')
  const fold = isCounted ? `${ctx.caller.credentialId} ${parts.action} ${parts.detail}` : null
  await inTransaction(ctx.db, (tx) => holdAudit(tx, entry.workbookId, parts, fold))
}
