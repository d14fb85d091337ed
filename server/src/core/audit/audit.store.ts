import { sql } from 'kysely'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { AuditParts } from './audit-entry.ts'

/** The log itself. Everything is written through functions of the database: its tables are closed to the service. */

const row = ({ action, actor, detail, ip, outcome, target }: AuditParts) =>
  sql`row(${action}, ${actor}, ${detail}, ${ip}, ${outcome}, ${target})::audit_parts`

export async function appendAudit(tx: Tx, workbookId: string, parts: AuditParts, opId: number | null) {
  await sql`select append_audit(${workbookId}, ${row(parts)}, ${opId})`.execute(tx)
}

/** `fold`: equal ones of a minute are counted in one entry; null: an entry of its own, due at once. */
export async function holdAudit(tx: Tx, workbookId: string, parts: AuditParts, fold: string | null) {
  const { action, actor, detail, ip, outcome, target } = parts
  await held(tx, workbookId, [action, actor, detail, ip, outcome, target], fold)
}

/** Every read of governed data asks it. */
const held = keepStatement((db, workbookId: string, parts: readonly string[], fold: string | null) =>
  sql`
    select hold_audit(${workbookId}, (
      select row(a[1], a[2], a[3], a[4], a[5], a[6])::audit_parts from (select ${parts}::text[]) as p (a)), ${fold})
  `.compile(db),
)

/** The same if the policies of the workbook are still those of an epoch, in one statement; else nothing. Whether they are. */
export async function holdAuditAtEpoch(
  tx: Tx,
  { workbookId, policyEpoch }: { workbookId: string; policyEpoch: number },
  parts: AuditParts,
  fold: string,
): Promise<boolean> {
  const { action, actor, detail, ip, outcome, target } = parts
  const found = await heldAtEpoch(tx, workbookId, policyEpoch, [action, actor, detail, ip, outcome, target], fold)
  return found.length > 0
}

/** Every page of governed rows asks it. */
const heldAtEpoch = keepStatement(
  (db, workbookId: string, policyEpoch: number, parts: readonly string[], fold: string) =>
    sql`
      select hold_audit(h.workbook_id, (
        select row(a[1], a[2], a[3], a[4], a[5], a[6])::audit_parts from (select ${parts}::text[]) as p (a)), ${fold}) as held
      from workbook_head h where h.workbook_id = ${workbookId} and h.policy_epoch = ${policyEpoch}
    `.compile(db),
)

/** Workbooks with entries that wait and are due, those that wait longest first. */
export async function listDueWorkbooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ workbookId: string }>`
    select workbook_id from (
      select workbook_id, chain_after from audit_pending where chain_after <= clock_timestamp() order by chain_after limit 10000
    ) as due group by workbook_id order by min(chain_after) limit 200
  `.execute(db)
  return rows.map(({ workbookId }) => workbookId)
}

/** How many entries went into the chain; none while another transaction writes to the workbook. */
export async function chainPending(tx: Tx, workbookId: string, most: number): Promise<number> {
  const { rows } = await sql<{
    chained: number
  }>`select chain_pending_audit(${workbookId}, ${most}) as chained`.execute(tx)
  return rows[0]?.chained ?? 0
}

export type AuditRow = { seq: number; body: string; hash: Buffer }

/** Oldest first, `after` excluded, `upTo` included. */
export function listEntriesAfter(
  db: Db,
  workbookId: string,
  after: number,
  upTo: number,
  limit: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .select(['seq', 'body', 'hash'])
    .where('workbookId', '=', workbookId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Newest first, `before` excluded. */
export function listEntriesBefore(
  db: Db,
  workbookId: string,
  before: number | null,
  limit: number,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .select(['seq', 'body', 'hash'])
    .where('workbookId', '=', workbookId)
    .orderBy('seq', 'desc')
    .limit(limit)
  if (before !== null) query = query.where('seq', '<', before)
  return query.execute()
}

export async function findEntryHash(db: Db, workbookId: string, seq: number): Promise<Buffer | undefined> {
  const entry = await db
    .selectFrom('audit')
    .select('hash')
    .where('workbookId', '=', workbookId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return entry?.hash
}
