import type { Db } from '../../platform/postgres.ts'
import type { StoredFile } from '../sources/source.ts'

/** A file that was read into tables, in one of its revisions. */
export type RevisionFile = StoredFile & { sourceId: string; revision: number }

/** Every revision of these sources. */
export async function listRevisionFiles(
  db: Db,
  workbookId: string,
  sourceIds: readonly string[],
): Promise<RevisionFile[]> {
  if (sourceIds.length === 0) return []
  const rows = await db
    .selectFrom('sourceRevision')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('sourceId', 'in', sourceIds)
    .orderBy('sourceId')
    .orderBy('revision')
    .execute()
  return rows.map(({ sha256, ...row }) => ({ ...row, sha256: sha256.toString('hex') }))
}
