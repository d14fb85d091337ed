import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { holdAudit } from './audit.store.ts'
import { type NewAuditEntry, partsOf } from './audit-entry.ts'

/**
 * Tells that somebody was refused. Durable when it returns, and chained within about a second; it never waits for
 * those who write to the workbook. The refused work is rolled back, so `ctx.db` must not be its transaction.
 */
export async function recordRefusal(ctx: Context, entry: NewAuditEntry) {
  await inTransaction(ctx.db, (tx) => holdAudit(tx, entry.workbookId, partsOf(ctx, entry, 'refused'), null))
}
