import { sql } from 'kysely'
import type { ArtifactLayer, ArtifactState } from '../../core/artifacts/artifact.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

/** A table as a snapshot has it, beside what it is now. */
export type PastTable = {
  tableId: string
  version: number
  name: string
  state: ArtifactState
  layer: ArtifactLayer | null
  /** The op that made that version. Null, like its schema: the version is forgotten. */
  opId: number | null
  isDeleted: boolean
  /** Past its days in the trash: it does not come back. */
  isPurged: boolean
  nameNow: string
  stateNow: ArtifactState
  editVersion: number
  /** It still holds what it held then. */
  isSame: boolean
  /** Its transform is another since it was run. */
  hasOtherCode: boolean
}

export async function listPastTables(db: Db, workbookId: string, snapshotId: string): Promise<PastTable[]> {
  const { rows } = await sql<PastTable>`
    select t.table_id, t.version, t.name, t.state, a.layer, v.op_id,
      a.deleted_at is not null as is_deleted, a.purged_at is not null as is_purged,
      a.name as name_now, a.state as state_now, h.edit_version,
      coalesce(v.content_version = h.content_version and v.schema_no = h.schema_no, false) as is_same,
      coalesce(encode(f.code_sha256, 'hex') <> (
        select r.built_from ->> 'code' from table_version r
        where r.workbook_id = t.workbook_id and r.table_id = t.table_id and r.version <= t.version
          and (r.built_from is not null or r.kind = 'b')
        order by r.version desc limit 1), false) as has_other_code
    from snapshot_table t
    join artifact a on a.workbook_id = t.workbook_id and a.artifact_id = t.table_id
    join table_head h on h.workbook_id = t.workbook_id and h.table_id = t.table_id
    left join table_version v on v.workbook_id = t.workbook_id and v.table_id = t.table_id and v.version = t.version
    left join transform f on f.workbook_id = t.workbook_id and f.table_id = t.table_id
    where t.workbook_id = ${workbookId} and t.snapshot_id = ${snapshotId}
    order by t.name, t.table_id
  `.execute(db)
  return rows
}

/** Tables that came after the snapshot and are still there. */
export async function listLaterTables(db: Db, workbookId: string, snapshotId: string) {
  return db
    .selectFrom('artifact')
    .innerJoin('tableHead', (join) =>
      join
        .onRef('tableHead.workbookId', '=', 'artifact.workbookId')
        .onRef('tableHead.tableId', '=', 'artifact.artifactId'),
    )
    .select(['artifact.artifactId as tableId', 'artifact.name', 'artifact.state'])
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('snapshotTable')
            .select('snapshotTable.tableId')
            .whereRef('snapshotTable.workbookId', '=', 'artifact.workbookId')
            .whereRef('snapshotTable.tableId', '=', 'artifact.artifactId')
            .where('snapshotTable.snapshotId', '=', snapshotId),
        ),
      ),
    )
    .execute()
}

/** The overrides of a derived table as they were at an op. */
export async function restoreOverrides(
  tx: Tx,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  then: number,
  opId: number,
) {
  await sql`select restore_overrides(${workbookId}, ${tableId}, ${then}, ${opId})`.execute(tx)
}
