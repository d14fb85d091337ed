import type { Tx } from '../../platform/postgres.ts'
import type { Who } from './actor.ts'
import { appendAudit } from './audit.store.ts'
import { type NewAuditEntry, partsOf } from './audit-entry.ts'

/** Tells of a change in the transaction of that change. Takes the head lock of the workbook. */
export async function appendAuditEntry(tx: Tx, who: Who, entry: NewAuditEntry) {
  await appendAudit(tx, entry.workbookId, partsOf(who, entry, 'ok'), entry.opId ?? null)
}
