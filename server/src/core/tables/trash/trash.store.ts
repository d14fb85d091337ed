import { sql } from 'kysely'
import type { Caller } from '../../../platform/caller.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'
import type { AuditParts } from '../../audit/audit-entry.ts'

export type Trashing = {
  workbookId: string
  tableId: string
  expected: number | null
  actor: Actor
  detail: Record<string, unknown>
  audit: AuditParts
}

export type TrashAnswer =
  | { status: 'ok'; op_id: number }
  | { status: 'gone' }
  | { status: 'conflict'; current: number; changed: number[] | null }

/** Everything about the deletion in one call, under the workbook's lock. */
export async function trashTable(
  tx: Tx,
  { workbookId, tableId, expected, actor, detail, audit }: Trashing,
): Promise<TrashAnswer> {
  const { rows } = await sql<{ answer: TrashAnswer }>`
    select trash_table(
      ${workbookId}, ${tableId}, ${expected}, ${JSON.stringify(actor)}::jsonb, ${JSON.stringify(detail)}::jsonb,
      row(${audit.action}, ${audit.actor}, ${audit.detail}, ${audit.ip}, ${audit.outcome}, ${audit.target})::audit_parts
    ) as answer
  `.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('impossible: a deletion without an answer')
  return answer
}

/** False: it is not in the trash any more. */
export async function untrashTable(
  tx: Tx,
  { workbookId, tableId, actor, detail, audit }: Omit<Trashing, 'expected'>,
): Promise<boolean> {
  const { rows } = await sql<{ isBack: boolean }>`
    select untrash_table(
      ${workbookId}, ${tableId}, ${JSON.stringify(actor)}::jsonb, ${JSON.stringify(detail)}::jsonb,
      row(${audit.action}, ${audit.actor}, ${audit.detail}, ${audit.ip}, ${audit.outcome}, ${audit.target})::audit_parts
    ) as is_back
  `.execute(tx)
  return rows[0]?.isBack ?? false
}

/** The workbook of a table in the trash. */
export function findTrashedTable(db: Db, tableId: string) {
  return db
    .selectFrom('artifact')
    .select(['workbookId', 'artifactId', 'name', 'state'])
    .where('artifactId', '=', tableId)
    .where('kind', 'in', ['table', 'view'])
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
}

/** Deleted tables of workbooks the user owns, as far as the credential reaches. */
export function listTrashedTables(db: Db, { userId, accountId, reach }: Caller) {
  let query = db
    .selectFrom('workbook')
    .innerJoin('workspace', 'workspace.workspaceId', 'workbook.workspaceId')
    .innerJoin('artifact', 'artifact.workbookId', 'workbook.workbookId')
    .select(['artifact.artifactId', 'artifact.name', 'artifact.deletedAt', 'workbook.workbookId'])
    .where('workbook.ownerId', '=', userId)
    .where('workbook.deletedAt', 'is', null)
    .where('artifact.deletedAt', 'is not', null)
    .where('artifact.purgedAt', 'is', null)
    .where('artifact.kind', 'in', ['table', 'view'])
    .orderBy('artifact.deletedAt', 'desc')
    .limit(500)
  if (reach.kind === 'account') query = query.where('workspace.accountId', '=', accountId)
  if (reach.kind === 'workspace') query = query.where('workbook.workspaceId', '=', reach.workspaceId)
  if (reach.kind === 'workbook') query = query.where('workbook.workbookId', '=', reach.workbookId)
  return query.execute()
}

/** Asks for the purge of tables whose days in the trash are over; of those begun, when no version is pinned any more. */
export async function enqueueDuePurges(tx: Tx, days: number, most: number) {
  await sql`
    select enqueue_task('table.purge', json_build_object('workbook_id', a.workbook_id, 'table_id', a.artifact_id),
      'table.purge:' || a.artifact_id, null, 3)
    from artifact a
    where a.deleted_at < now() - make_interval(days => ${days}) and (a.purged_at is null or not exists (
      select from pin p where p.workbook_id = a.workbook_id and p.table_id = a.artifact_id
        and (p.expires_at is null or p.expires_at > now())))
    limit ${most}
  `.execute(tx)
}

/** Says that a table does not come back from the trash. False: it has not been there for so long. */
export async function buryTable(tx: Tx, workbookId: string, tableId: string, days: number): Promise<boolean> {
  const { rows } = await sql<{ isBuried: boolean }>`
    select bury_table(${workbookId}, ${tableId}, ${days}) as is_buried
  `.execute(tx)
  return rows[0]?.isBuried === true
}

/** Takes at most so many rows of a buried table away. How many it were. */
export async function eraseTable(tx: Tx, workbookId: string, tableId: string, most: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_table(${workbookId}, ${tableId}, ${most}) as erased
  `.execute(tx)
  return rows[0]?.erased ?? 0
}
