import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Which logs want a signature, how far each was signed, and how far it was found whole. */

export type Claim = { limit: number; only: string | null; except: string[] }

/** `signedSeq`: up to where it was signed, 0 for never. */
export type DirtyLog = { workbookId: string; seq: number; hash: Buffer; at: Date; signedSeq: number }

/**
 * Claims logs that grew since they were signed, so that no two nodes sign the same one at once; where each ends now.
 * A claim lapses: a node that dies blocks no other.
 */
export async function claimDirtyLogs(tx: Tx, { limit, only, except }: Claim): Promise<DirtyLog[]> {
  const { rows } = await sql<DirtyLog>`
    with claimed as (
      update audit_dirty set claimed_until = now() + interval '1 minute'
      where workbook_id in (
        select workbook_id from audit_dirty
        where (claimed_until is null or claimed_until < now()) and (${only}::uuid is null or workbook_id = ${only}::uuid)
          and workbook_id <> all (${except}::uuid[])
        limit ${limit} for update skip locked)
      returning workbook_id
    )
    select h.workbook_id, h.audit_seq as seq, h.audit_hash as hash, now() as at, coalesce(c.seq, 0) as signed_seq
    from claimed join workbook_head h using (workbook_id) left join audit_checkpoint c using (workbook_id)
  `.execute(tx)
  return rows
}

export async function recordCheckpoint(
  tx: Tx,
  { workbookId, seq, keyId }: { workbookId: string; seq: number; keyId: string },
) {
  await sql`select record_audit_checkpoint(${workbookId}, ${seq}, ${keyId})`.execute(tx)
}

/** Logs signed with another key than this want a new signature. Two ranges of an index: no statement reads all logs. */
export async function insertDirtyLogsOfOtherKeys(tx: Tx, keyId: string, limit: number) {
  await sql`
    insert into audit_dirty (workbook_id)
    select workbook_id from audit_checkpoint where key_id < ${keyId} or key_id > ${keyId} limit ${limit}
    on conflict do nothing
  `.execute(tx)
}

export type Verification = { seq: number; hash: Buffer; fullAt: Date; seal: Buffer }

/** Up to where the log was signed and found whole, as far as the database knows. */
export async function findMarks(db: Db, workbookId: string) {
  const { rows } = await sql<{ signedSeq: number | null } & (Verification | { [K in keyof Verification]: null })>`
    select c.seq as signed_seq, v.seq, v.hash, v.full_at, v.seal
    from (select ${workbookId}::uuid as workbook_id) as asked
    left join audit_checkpoint c using (workbook_id) left join audit_verification v using (workbook_id)
  `.execute(db)
  const { signedSeq = null, ...verified } = rows[0] ?? {}
  return { signedSeq, verified: 'seal' in verified && verified.seal ? verified : null }
}

export async function upsertVerification(tx: Tx, workbookId: string, { seq, hash, fullAt, seal }: Verification) {
  await tx
    .insertInto('auditVerification')
    .values({ workbookId, seq, hash, fullAt, seal })
    .onConflict((conflict) => conflict.column('workbookId').doUpdateSet({ seq, hash, fullAt, seal }))
    .execute()
}
