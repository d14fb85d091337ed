import type { Db, Tx } from '../../platform/postgres.ts'
import type { StoredFile } from '../sources/source.ts'
import type { FileLink, LinkPlace, LinkVersion, Tracked } from './file-link.ts'

/** Links with the names of their sources. */
const withSources = (db: Db) =>
  db
    .selectFrom('fileLink')
    .innerJoin('source', (join) =>
      join.onRef('source.workbookId', '=', 'fileLink.workbookId').onRef('source.sourceId', '=', 'fileLink.sourceId'),
    )
    .selectAll('fileLink')
    .select('source.name as sourceName')

type LinkRow = Awaited<ReturnType<ReturnType<typeof withSources>['execute']>>[number]

const linkFrom = ({ createdBy: _, ...row }: LinkRow, versions: readonly LinkVersion[]): FileLink =>
  // Safe: insertFileLink alone writes what a Tracked is, and a check of the table holds it together.
  ({ ...row, versions }) as FileLink

export async function findFileLink(db: Db, { workbookId, linkId }: LinkPlace): Promise<FileLink | undefined> {
  const row = await withSources(db)
    .where('fileLink.workbookId', '=', workbookId)
    .where('fileLink.linkId', '=', linkId)
    .executeTakeFirst()
  if (!row) return undefined
  return linkFrom(row, (await listVersions(db, workbookId, [linkId])).get(linkId) ?? [])
}

export type LinkPage = { limit: number; after: string | null }

/** Oldest first, one more than a page. */
export async function listFileLinks(db: Db, workbookId: string, { limit, after }: LinkPage): Promise<FileLink[]> {
  let query = withSources(db)
    .where('fileLink.workbookId', '=', workbookId)
    .orderBy('fileLink.linkId')
    .limit(limit + 1)
  if (after) query = query.where('fileLink.linkId', '>', after)
  const rows = await query.execute()
  const versions = await listVersions(
    db,
    workbookId,
    rows.map(({ linkId }) => linkId),
  )
  return rows.map((row) => linkFrom(row, versions.get(row.linkId) ?? []))
}

/** By link, oldest first. */
async function listVersions(db: Db, workbookId: string, linkIds: readonly string[]) {
  const byLink = new Map<string, LinkVersion[]>()
  if (linkIds.length === 0) return byLink
  const rows = await db
    .selectFrom('fileLinkVersion')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('linkId', 'in', linkIds)
    .orderBy('linkId')
    .orderBy('n')
    .execute()
  for (const { linkId, n, kind, revision, modifiedBy, modifiedAt, externalVersion, syncedAt, snapshotId } of rows) {
    const versions = byLink.get(linkId) ?? []
    byLink.set(linkId, versions)
    // Safe: a check of the table lets no other kinds in.
    const known = kind as LinkVersion['kind']
    versions.push({ n, kind: known, revision, modifiedBy, modifiedAt, externalVersion, syncedAt, snapshotId })
  }
  return byLink
}

/** The file of a version, as the revision of its source keeps it. */
export async function findVersionFile(
  db: Db,
  { workbookId, linkId }: LinkPlace,
  n: number,
): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('fileLinkVersion as v')
    .innerJoin('sourceRevision as r', (join) =>
      join
        .onRef('r.workbookId', '=', 'v.workbookId')
        .onRef('r.sourceId', '=', 'v.sourceId')
        .onRef('r.revision', '=', 'v.revision'),
    )
    .select(['r.filename', 'r.contentType', 'r.objectId', 'r.sizeBytes', 'r.sha256', 'r.erasedAt'])
    .where('v.workbookId', '=', workbookId)
    .where('v.linkId', '=', linkId)
    .where('v.n', '=', n)
    .executeTakeFirst()
  return row && { ...row, sha256: row.sha256.toString('hex') }
}

/** The link that feeds this source, or tracks this file of a drive. */
export async function findTracking(
  db: Db,
  workbookId: string,
  { sourceId, provider, externalId }: { sourceId: string | null } & Pick<Tracked, 'provider' | 'externalId'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('fileLink')
    .select('linkId')
    .where('workbookId', '=', workbookId)
    .where((eb) =>
      eb.or([
        eb('sourceId', '=', sourceId),
        eb.and([eb('provider', '=', provider), eb('externalId', '=', externalId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.linkId
}

export type NewLink = LinkPlace & Tracked & { name: string; sourceId: string; createdBy: string }

export async function insertFileLink(tx: Tx, link: NewLink) {
  await tx
    .insertInto('fileLink')
    .values({ ...link, currentVersion: 1 })
    .execute()
}

export type NewLinkVersion = LinkPlace & Omit<LinkVersion, 'syncedAt'> & { sourceId: string; createdBy: string }

export async function insertLinkVersion(tx: Tx, version: NewLinkVersion) {
  await tx.insertInto('fileLinkVersion').values(version).execute()
}

export async function updateCurrentVersion(tx: Tx, { workbookId, linkId }: LinkPlace, n: number) {
  await tx
    .updateTable('fileLink')
    .set({ currentVersion: n })
    .where('workbookId', '=', workbookId)
    .where('linkId', '=', linkId)
    .execute()
}
