import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { BuiltSegment } from '../../builder/build-request.ts'
import type { Builder } from '../../builder/builder-process-handle.ts'
import type { SegmentRef } from '../../table/table.ts'
import { segmentObjectName } from '../segment.ts'
import { insertPendingSegments, renewSegmentLeases, updateUploadedSegment } from '../segments.store.ts'
import type { StoragePlatform } from '../storage.ts'

/** Moves what a builder built into the store. The segments are pending: the commit that names them makes them live. */
export async function writeSegments(
  { db, blobs, storage }: StoragePlatform,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  { folder }: Pick<Builder, 'folder'>,
  built: readonly BuiltSegment[],
): Promise<SegmentRef[]> {
  // Inside a transaction the registration would vanish with it, and the objects would stay for ever.
  assertState(!db.isTransaction, 'segments are written outside any transaction')
  if (built.length === 0) return []
  const named = built.map((segment) => ({ segmentId: newId(), ...segment }))
  const ids = named.map(({ segmentId }) => segmentId)
  await inTransaction(db, (tx) => insertPendingSegments(tx, workbookId, tableId, ids))
  for (const { segmentId, file, rows, bytes, sha256 } of named) {
    const object = segmentObjectName(workbookId, segmentId)
    const path = join(folder, file)
    const put = await blobs.put(object, createReadStream(path))
    assertState(
      put.sizeBytes === bytes && put.sha256 === sha256,
      `segment ${segmentId} changed on its way to the store`,
    )
    await storage.cache.keep({ workbookId, segmentId, bytes, sha256 }, path)
    await inTransaction(db, async (tx) => {
      await updateUploadedSegment(tx, workbookId, segmentId, { rows, bytes, sha256 })
      await renewSegmentLeases(tx, workbookId, ids)
    })
  }
  return named.map(({ segmentId, rowLo, rowHi, rows, bytes }) => ({ segmentId, rowLo, rowHi, rows, bytes }))
}
