import type { Context } from '../../platform/context.ts'
import { inOneStatement, inTransaction, type Tx } from '../../platform/postgres.ts'
import type { Who } from './actor.ts'
import { appendAudit, holdAudit, holdAuditAtEpoch } from './audit.store.ts'
import { type NewAuditEntry, partsOf } from './audit-entry.ts'

/** Records a change in the transaction of that change. Takes the head lock of the workbook. */
export async function appendAuditEntry(tx: Tx, who: Who, entry: NewAuditEntry) {
  await appendAudit(tx, entry.workbookId, partsOf(who, entry, 'ok'), entry.opId ?? null)
}

/**
 * Records a read of governed data, before its first byte leaves. Equal reads (same credential, action and target) of
 * one minute become one entry with a count.
 */
export async function recordRead(ctx: Context, entry: NewAuditEntry) {
  const { parts, fold } = countedRead(ctx, entry)
  await inOneStatement(ctx.db, (tx) => holdAudit(tx, entry.workbookId, parts, fold))
}

/**
 * Records a read as above if the policies it was made under still hold, and says whether they do. A read that has to look at both
 * before its answer begins asks PostgreSQL once: a statement is two fifths of what a warm page costs.
 */
export async function recordReadAtEpoch(ctx: Context, entry: NewAuditEntry, policyEpoch: number): Promise<boolean> {
  const { parts, fold } = countedRead(ctx, entry)
  const at = { workbookId: entry.workbookId, policyEpoch }
  return inOneStatement(ctx.db, (tx) => holdAuditAtEpoch(tx, at, parts, fold))
}

function countedRead(ctx: Context, entry: NewAuditEntry) {
  const parts = partsOf(ctx, entry, 'ok')
  return { parts, fold: `${ctx.caller.credentialId} ${parts.action} ${parts.target}` }
}

/** Records that something is sent elsewhere, before its first byte leaves. Like a refusal it waits for no writer. */
export async function recordSending(ctx: Context, entry: NewAuditEntry) {
  await inTransaction(ctx.db, (tx) => holdAudit(tx, entry.workbookId, partsOf(ctx, entry, 'ok'), null))
}

/**
 * Records a refusal. Durable when it returns, and chained within about a second; it never waits for
 * those who write to the workbook. The refused work is rolled back, so `ctx.db` must not be its transaction. `isCounted`:
 * equal ones of one minute become one entry with a count.
 */
export async function recordRefusal(ctx: Context, entry: NewAuditEntry, isCounted = false) {
  const parts = partsOf(ctx, entry, 'refused')
  const fold = isCounted ? `${ctx.caller.credentialId} ${parts.action} ${parts.detail}` : null
  await inTransaction(ctx.db, (tx) => holdAudit(tx, entry.workbookId, parts, fold))
}
