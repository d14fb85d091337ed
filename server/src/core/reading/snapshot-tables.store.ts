import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import { ARTIFACT_STATES } from '../artifacts/artifact.ts'
import { named } from '../artifacts/artifacts.store.ts'
import { descriptionsOf, type Registered, registeredFrom } from './readable-tables.store.ts'

/** Written by the commit of a snapshot alone; here they only say which version of a table is meant. */

/** A committed snapshot by its id, or by the label of one of its versions. */
export async function findSnapshotId(
  db: Db,
  workbookId: string,
  asked: { snapshotId: string } | { label: string },
): Promise<string | undefined> {
  const found =
    'label' in asked
      ? await db
          .selectFrom('version')
          .select('snapshotId')
          .where('workbookId', '=', workbookId)
          .where('label', '=', asked.label)
          .executeTakeFirst()
      : await db
          .selectFrom('snapshot')
          .select('snapshotId')
          .where('workbookId', '=', workbookId)
          .where('snapshotId', '=', asked.snapshotId)
          .executeTakeFirst()
  return found?.snapshotId
}

const withVersions = (db: Db, workbookId: string, snapshotId: string) =>
  db
    .selectFrom('snapshotTable')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'snapshotTable.workbookId')
        .onRef('artifact.artifactId', '=', 'snapshotTable.tableId'),
    )
    .innerJoin('tableHead', (join) =>
      join
        .onRef('tableHead.workbookId', '=', 'snapshotTable.workbookId')
        .onRef('tableHead.tableId', '=', 'snapshotTable.tableId'),
    )
    .innerJoin('workbookHead', 'workbookHead.workbookId', 'snapshotTable.workbookId')
    .leftJoin('tableVersion', (join) =>
      join
        .onRef('tableVersion.workbookId', '=', 'snapshotTable.workbookId')
        .onRef('tableVersion.tableId', '=', 'snapshotTable.tableId')
        .onRef('tableVersion.version', '=', 'snapshotTable.version'),
    )
    .leftJoin('tableSchema', (join) =>
      join
        .onRef('tableSchema.workbookId', '=', 'snapshotTable.workbookId')
        .onRef('tableSchema.tableId', '=', 'snapshotTable.tableId')
        .onRef('tableSchema.schemaNo', '=', 'tableVersion.schemaNo'),
    )
    .where('snapshotTable.workbookId', '=', workbookId)
    .where('snapshotTable.snapshotId', '=', snapshotId)
    .select([
      'artifact.workbookId',
      'artifact.artifactId',
      'artifact.kind',
      'artifact.layer',
      'snapshotTable.name',
      'snapshotTable.state',
      'artifact.description',
      'artifact.createdAt',
      'workbookHead.editSeq',
      'workbookHead.policyEpoch',
      'snapshotTable.version as editVersion',
      'snapshotTable.rowCount',
      'tableVersion.schemaNo',
      'tableHead.nextColumnId',
      'tableHead.isPolicyInput',
      'snapshotTable.staleSince',
      sql<null>`null`.as('staleReason'),
      'tableSchema.columns',
      sql<Date>`coalesce(table_version.at, artifact.updated_at)`.as('updatedAt'),
      descriptionsOf,
    ])

/**
 * A table as a snapshot has it, deleted since or not. A name means the table that had it then, and only if none did the
 * table that has it now. `schemaNo` is null when the version is forgotten.
 */
export async function findSnapshotted(
  db: Db,
  snapshot: { workbookId: string; snapshotId: string },
  name: string,
  artifactId: string | null,
): Promise<Registered | undefined> {
  const { workbookId, snapshotId } = snapshot
  const today = named(db.selectFrom('artifact'), workbookId, name, artifactId, ARTIFACT_STATES).select(
    'artifact.artifactId',
  )
  const row = await withVersions(db, workbookId, snapshotId)
    .where((eb) =>
      eb.or([
        eb('snapshotTable.name', '=', name),
        eb('snapshotTable.tableId', '=', artifactId),
        eb('snapshotTable.tableId', '=', today),
      ]),
    )
    .orderBy(sql`snapshot_table.table_id is not distinct from ${artifactId}::uuid`, 'desc')
    .orderBy(sql`snapshot_table.name = ${name}`, 'desc')
    .orderBy(sql`snapshot_table.state = 'active'`, 'desc')
    .orderBy('snapshotTable.tableId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && registeredFrom(row)
}

/** Every table of a snapshot, under the name it had then. */
export async function listSnapshotted(
  db: Db,
  { workbookId, snapshotId }: { workbookId: string; snapshotId: string },
): Promise<Registered[]> {
  return (await withVersions(db, workbookId, snapshotId).execute()).map(registeredFrom)
}
