import type { Db } from '../platform/postgres.ts'
import type { TableWrite } from './commit.ts'
import { laidRanges } from './content.ts'
import { findBuiltFrom, findManifestAt, findVersion } from './tables.store.ts'

/**
 * The write that gives a table the content and the columns of an older version. Nothing is copied: it names the same
 * segments, and the versions whose edits lie over them. Undefined when that version is forgotten.
 */
export async function planRestore(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<TableWrite | undefined> {
  const found = await findVersion(db, workbookId, tableId, version)
  const manifest = await findManifestAt(db, workbookId, tableId, version)
  if (!found || !manifest) return undefined
  return {
    tableId,
    expected: null,
    kind: 'b',
    segments: manifest.segments,
    overlays: laidRanges(manifest, version),
    rowCount: found.rowCount,
    schemaNo: found.schemaNo,
    contentVersion: found.contentVersion,
    builtFrom: await findBuiltFrom(db, workbookId, tableId, version),
  }
}
