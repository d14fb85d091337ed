import type { Context } from '../../platform/context.ts'
import { inOneStatement } from '../../platform/postgres.ts'
import { holdAudit } from './audit.store.ts'
import { type NewAuditEntry, partsOf } from './audit-entry.ts'

/**
 * Tells of a read of governed data, before its first byte leaves. Equal reads (same credential, action and target) of
 * one minute become one entry with a count.
 */
export async function recordRead(ctx: Context, entry: NewAuditEntry) {
  const parts = partsOf(ctx, entry, 'ok')
  const fold = `${ctx.caller.credentialId} ${parts.action} ${parts.target}`
  await inOneStatement(ctx.db, (tx) => holdAudit(tx, entry.workbookId, parts, fold))
}
