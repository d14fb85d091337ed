import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** The one lock of a workbook, and every number counted per workbook. */
export type WorkbookHead = { editSeq: number; opId: number; eventSeq: number; auditSeq: number; policyEpoch: number }

/** Comes into the world with its workbook. */
export async function insertWorkbookHead(tx: Tx, workbookId: string) {
  await tx.insertInto('workbookHead').values({ workbookId }).execute()
}

/** Taken before anything else by every write to a workbook: one lock, always first, so no deadlock is possible. */
export async function lockWorkbookHead(tx: Tx, workbookId: string): Promise<WorkbookHead> {
  const { rows } = await sql<WorkbookHead>`
    select edit_seq, op_id, event_seq, audit_seq, policy_epoch from lock_workbook_head(${workbookId})
  `.execute(tx)
  const head = rows[0]
  if (!head) throw new Error('impossible: a workbook without a head')
  return head
}

/** All decisions about who sees what are made again. The caller holds the head lock. */
export async function raisePolicyEpoch(tx: Tx, workbookId: string) {
  await tx
    .updateTable('workbookHead')
    .set((eb) => ({ policyEpoch: eb('policyEpoch', '+', 1) }))
    .where('workbookId', '=', workbookId)
    .execute()
}

/** Where the audit chain ends now. */
export function findAuditHead(db: Db, workbookId: string) {
  return db
    .selectFrom('workbookHead')
    .select(['auditSeq', 'auditHash'])
    .where('workbookId', '=', workbookId)
    .executeTakeFirst()
}
