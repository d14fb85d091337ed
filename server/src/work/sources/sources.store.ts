import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { sql } from 'kysely'
import type { ArtifactState } from '../../core/artifacts/artifact.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Provenance, Source, SourceStatus, StoredFile, Structuring } from './source.ts'

/** Sources with their newest revision. */
function withRevisions(db: Db) {
  return db
    .selectFrom('source')
    .innerJoin('sourceRevision', (join) =>
      join
        .onRef('sourceRevision.workbookId', '=', 'source.workbookId')
        .onRef('sourceRevision.sourceId', '=', 'source.sourceId')
        .onRef('sourceRevision.revision', '=', 'source.revision'),
    )
    .selectAll('source')
    .select([
      'sourceRevision.filename',
      'sourceRevision.contentType',
      'sourceRevision.objectId',
      'sourceRevision.sizeBytes',
      'sourceRevision.sha256',
      'sourceRevision.erasedAt',
    ])
}

type SourceRow = Awaited<ReturnType<ReturnType<typeof withRevisions>['execute']>>[number]

const sourceFrom = ({ provenance, spec, sha256, ...row }: SourceRow): Source => ({
  ...row,
  sha256: sha256.toString('hex'),
  // Safe: the functions below alone write both.
  provenance: provenance as Provenance,
  spec: spec as ParseSpec | null,
})

export async function findSource(
  db: Db,
  workbookId: string,
  name: string,
  sourceId: string | null,
): Promise<Source | undefined> {
  const row = await withRevisions(db)
    .where('source.workbookId', '=', workbookId)
    .where((eb) => eb.or([eb('source.name', '=', name), eb('source.sourceId', '=', sourceId)]))
    .orderBy(sql`source.source_id is not distinct from ${sourceId}::uuid`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && sourceFrom(row)
}

/** The source that has these bytes, in its newest revision or an older one. */
export async function listSourcesOfContent(db: Db, workbookId: string, sha256: string): Promise<Source[]> {
  const rows = await withRevisions(db)
    .where('source.workbookId', '=', workbookId)
    .where('source.sourceId', 'in', (eb) =>
      eb
        .selectFrom('sourceRevision as same')
        .select('same.sourceId')
        .where('same.workbookId', '=', workbookId)
        .where('same.sha256', '=', Buffer.from(sha256, 'hex')),
    )
    .orderBy('source.sourceId')
    .execute()
  return rows.map(sourceFrom)
}

export type SourcePage = { limit: number; after: string | null }

/** Newest first, one more than a page. */
export async function listSources(db: Db, workbookId: string, { limit, after }: SourcePage): Promise<Source[]> {
  let query = withRevisions(db)
    .where('source.workbookId', '=', workbookId)
    .orderBy('source.sourceId', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('source.sourceId', '<', after)
  return (await query.execute()).map(sourceFrom)
}

export async function listSourceNames(db: Db, workbookId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('source').select('name').where('workbookId', '=', workbookId).execute()
  return new Set(rows.map(({ name }) => name))
}

export type NewSource = Pick<
  Source,
  'workbookId' | 'sourceId' | 'name' | 'mode' | 'status' | 'structuring' | 'provenance' | 'createdBy'
>

export async function insertSource(tx: Tx, { provenance, ...source }: NewSource) {
  await tx
    .insertInto('source')
    .values({ ...source, provenance: JSON.stringify(provenance), revision: 1 })
    .execute()
}

export type NewRevision = StoredFile & { workbookId: string; sourceId: string; revision: number; createdBy: string }

export async function insertRevision(tx: Tx, { sha256, ...revision }: NewRevision) {
  await tx
    .insertInto('sourceRevision')
    .values({ ...revision, sha256: Buffer.from(sha256, 'hex') })
    .execute()
}

/** An edition of a file, the newest or an older one. */
export async function findRevision(
  db: Db,
  { workbookId, sourceId }: SourceKey,
  revision: number,
): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('sourceRevision')
    .select(['filename', 'contentType', 'objectId', 'sizeBytes', 'sha256', 'erasedAt'])
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && { ...row, sha256: row.sha256.toString('hex') }
}

export type SourceChanges = {
  status?: SourceStatus
  structuring?: Structuring
  structuringReason?: string | null
  revision?: number
  spec?: ParseSpec
  error?: string | null
}

type SourceKey = { workbookId: string; sourceId: string }

export async function updateSource(tx: Tx, { workbookId, sourceId }: SourceKey, { spec, ...changes }: SourceChanges) {
  await tx
    .updateTable('source')
    .set({ ...changes, ...(spec ? { spec: JSON.stringify(spec) } : {}), updatedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .execute()
}

/** Unless it was changed after it was read; a Date has no microseconds. */
export async function failUnchangedSource(tx: Tx, { workbookId, sourceId, updatedAt }: FailedSource, error: string) {
  await tx
    .updateTable('source')
    .set({ status: 'failed', error, updatedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where(sql<boolean>`abs(extract(epoch from updated_at - ${updatedAt}::timestamptz)) < 0.002`)
    .execute()
}

type FailedSource = SourceKey & { updatedAt: Date }

/** Which table was made of which part of a source. */
export type SourceTable = {
  tableId: string
  part: string
  regionId: string | null
  /** One of its sheets as it is, or an output of its parse spec. */
  kind: 'sheet' | 'output'
}

export async function insertSourceTables(tx: Tx, { workbookId, sourceId }: SourceKey, tables: readonly SourceTable[]) {
  if (tables.length === 0) return
  await tx
    .insertInto('sourceTable')
    .values(tables.map((table) => ({ workbookId, sourceId, ...table })))
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'sourceId', 'tableId']).doUpdateSet(({ ref }) => ({
        part: ref('excluded.part'),
        regionId: ref('excluded.regionId'),
        kind: ref('excluded.kind'),
      })),
    )
    .execute()
}

/** The source no longer stands behind these tables. */
export async function deleteSourceTables(tx: Tx, { workbookId, sourceId }: SourceKey, tableIds: readonly string[]) {
  await tx
    .deleteFrom('sourceTable')
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where('tableId', 'in', tableIds)
    .execute()
}

export type MadeTable = SourceTable & { sourceId: string; name: string; state: ArtifactState }

/** The tables made of these sources that are still there, by their names of today. */
export function listMadeTables(db: Db, workbookId: string, sourceIds: readonly string[]): Promise<MadeTable[]> {
  if (sourceIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('sourceTable')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'sourceTable.workbookId')
        .onRef('artifact.artifactId', '=', 'sourceTable.tableId'),
    )
    .select([
      'sourceTable.sourceId',
      'sourceTable.tableId',
      'sourceTable.part',
      'sourceTable.regionId',
      'sourceTable.kind',
      'artifact.name',
      'artifact.state',
    ])
    .where('sourceTable.workbookId', '=', workbookId)
    .where('sourceTable.sourceId', 'in', sourceIds)
    .where('artifact.deletedAt', 'is', null)
    .orderBy('sourceTable.tableId')
    .execute()
}

/** Every table that was ever made of these sources, or has rows of them, deleted and purged ones among them. */
export function listTablesEverMade(db: Db, workbookId: string, sourceIds: readonly string[]) {
  if (sourceIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('rowLineage')
    .select(['tableId as sourceId', 'fromTableId as tableId'])
    .where('workbookId', '=', workbookId)
    .where('tableId', 'in', sourceIds)
    .execute()
}

/** Tables of parts whose names begin so. */
export function listTablesOfParts(db: Db, workbookId: string, prefix: string): Promise<{ tableId: string }[]> {
  return db
    .selectFrom('sourceTable')
    .select('tableId')
    .distinct()
    .where('workbookId', '=', workbookId)
    .where(sql<boolean>`starts_with(part, ${prefix})`)
    .execute()
}

export type ObjectKey = { workbookId: string; objectId: string }

/** Recorded before the upload: a node that dies in between leaves a row that the sweep finds. */
export async function insertSourceObject(tx: Tx, key: ObjectKey) {
  await tx.insertInto('sourceObject').values(key).execute()
}

/** Keeps the object, for ever (null) or for some hours. False: it took too long, and the sweep has it. */
export async function updateSourceObjectKept(tx: Tx, key: ObjectKey, hours: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sourceObject')
    .set({ expiresAt: hours === null ? null : sql<Date>`now() + make_interval(hours => ${hours})` })
    .where('workbookId', '=', key.workbookId)
    .where('objectId', '=', key.objectId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those that a source still names wait until it is gone; all of them as long as a backup may name them. */
export function listExpiredSourceObjects(db: Db, backupDays: number, most: number): Promise<ObjectKey[]> {
  return db
    .selectFrom('sourceObject as o')
    .select(['o.workbookId', 'o.objectId'])
    .where('o.expiresAt', '<=', sql<Date>`now() - make_interval(days => ${backupDays})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sourceRevision as r')
            .select('r.revision')
            .whereRef('r.workbookId', '=', 'o.workbookId')
            .whereRef('r.objectId', '=', 'o.objectId'),
        ),
      ),
    )
    .orderBy('o.expiresAt')
    .limit(most)
    .execute()
}

/** After the object is gone. */
export async function deleteSourceObject(tx: Tx, { workbookId, objectId }: ObjectKey) {
  await tx.deleteFrom('sourceObject').where('workbookId', '=', workbookId).where('objectId', '=', objectId).execute()
}

/** What sources are called, by their ids. */
export async function listNamesOfSources(
  db: Db,
  workbookId: string,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('source')
    .select(['sourceId', 'name'])
    .where('workbookId', '=', workbookId)
    .where('sourceId', 'in', sourceIds)
    .execute()
  return new Map(rows.map(({ sourceId, name }) => [sourceId, name]))
}
