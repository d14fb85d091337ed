import { sql } from 'kysely'
import type { Actor } from '../../core/audit/actor.ts'
import type { AuditParts } from '../../core/audit/audit-entry.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import { type Page, type Snapshot, type SnapshotTable, USUAL_EVENT_TYPE, type Version } from './snapshot.ts'

export type SnapshotCommit = {
  workbookId: string
  /** Null: the snapshot gets no name. */
  label: string | null
  summary: string | null
  eventType: string
  actor: Actor
  detail: Record<string, unknown>
  audit: AuditParts
}

export type SnapshotAnswer = { status: 'ok'; snapshot_id: string; is_new: boolean } | { status: 'taken' }

/** Everything about the commit in one call, under the workbook's lock: one consistent cut of all tables. */
export async function callCommitSnapshot(tx: Tx, asked: SnapshotCommit): Promise<SnapshotAnswer> {
  const { workbookId, label, summary, eventType, actor, detail, audit } = asked
  const { rows } = await sql<{ answer: SnapshotAnswer }>`
    select commit_snapshot(
      ${workbookId}, ${label}, ${summary}, ${eventType}, ${JSON.stringify(actor)}::jsonb, ${JSON.stringify(detail)}::jsonb,
      row(${audit.action}, ${audit.actor}, ${audit.detail}, ${audit.ip}, ${audit.outcome}, ${audit.target})::audit_parts
    ) as answer
  `.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('impossible: a snapshot without an answer')
  return answer
}

const committed = (db: Db, workbookId: string) =>
  db
    .selectFrom('snapshot')
    .where('snapshot.workbookId', '=', workbookId)
    .select(['snapshotId', 'parentId', 'opId', 'summary', 'eventType', 'actor', 'createdAt', 'committedAt'])
    .select([
      sql<SnapshotTable[]>`(
        select coalesce(json_agg(json_build_object('name', t.name, 'edit_version', t.version, 'row_count', t.row_count)
          order by t.name, t.table_id), '[]')
        from snapshot_table t
        where t.workbook_id = snapshot.workbook_id and t.snapshot_id = snapshot.snapshot_id)`.as('tables'),
      sql<string[]>`(
        select coalesce(json_agg(v.label order by v.op_id), '[]') from version v
        where v.workbook_id = snapshot.workbook_id and v.snapshot_id = snapshot.snapshot_id)`.as('versions'),
    ])

type CommittedRow = Awaited<ReturnType<ReturnType<typeof committed>['execute']>>[number]

export type CommittedSnapshot = Snapshot & { opId: number }

/** Newest first. */
export async function listSnapshots(db: Db, workbookId: string, { limit, before }: Page): Promise<CommittedSnapshot[]> {
  let query = committed(db, workbookId).orderBy('snapshot.opId', 'desc').limit(limit)
  if (before !== null) query = query.where('snapshot.opId', '<', before)
  return (await query.execute()).map(snapshotFrom)
}

export async function findSnapshot(db: Db, workbookId: string, snapshotId: string): Promise<Snapshot | undefined> {
  const row = await committed(db, workbookId).where('snapshot.snapshotId', '=', snapshotId).executeTakeFirst()
  return row && snapshotFrom(row)
}

const snapshotFrom = (row: CommittedRow): CommittedSnapshot => ({
  ...row,
  status: 'committed',
  // Safe: written by the commit alone.
  actor: row.actor as unknown as Actor,
})

/** What is there now and is committed next. One statement, so all tables are of one moment. */
export async function findEditingSnapshot(db: Db, workbookId: string): Promise<Snapshot> {
  const { rows } = await sql<Pick<Snapshot, 'snapshotId' | 'parentId' | 'tables' | 'createdAt'>>`
    select coalesce(last.next_id, w.workbook_id) as snapshot_id, last.snapshot_id as parent_id,
      coalesce(last.committed_at, w.created_at) as created_at,
      (select coalesce(json_agg(json_build_object('name', c.name, 'edit_version', c.version, 'row_count', c.row_count)
          order by c.name, c.table_id), '[]')
        from current_cut(w.workbook_id) as c) as tables
    from workbook w
    left join lateral (
      select s.* from snapshot s where s.workbook_id = w.workbook_id order by s.op_id desc limit 1) as last on true
    where w.workbook_id = ${workbookId}
  `.execute(db)
  const found = rows[0]
  if (!found) throw new Error('impossible: an open workbook that is not there')
  return {
    ...found,
    status: 'editing',
    summary: null,
    eventType: USUAL_EVENT_TYPE,
    actor: null,
    versions: [],
    committedAt: null,
  }
}

export type VersionRow = Version & { opId: number }

const versions = (db: Db, workbookId: string) =>
  db
    .selectFrom('version')
    .where('workbookId', '=', workbookId)
    .select(['label', 'snapshotId', 'opId', 'summary', 'actor', 'createdAt'])

type StoredVersion = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number]

/** Newest first. */
export async function listVersions(db: Db, workbookId: string, { limit, before }: Page): Promise<VersionRow[]> {
  let query = versions(db, workbookId).orderBy('opId', 'desc').limit(limit)
  if (before !== null) query = query.where('opId', '<', before)
  return (await query.execute()).map(versionFrom)
}

export async function findVersion(db: Db, workbookId: string, label: string): Promise<Version | undefined> {
  const row = await versions(db, workbookId).where('label', '=', label).executeTakeFirst()
  return row && versionFrom(row)
}

// Safe: written by the commit alone.
const versionFrom = (row: StoredVersion): VersionRow => ({ ...row, actor: row.actor as unknown as Actor })
