import { inTransaction } from '../platform/postgres.ts'
import { segmentObjectName } from './segment.ts'
import { deleteSegment, listDoomedSegments, lockForSweep, updateSweptSegments } from './segments.store.ts'
import type { StoragePlatform } from './storage.ts'

/** At the least, how long an object that nothing names is kept. */
export const GRACE_HOURS = 24

/**
 * Deletes the objects of a workbook that nothing names any more. First the rows say so, in a commit of their own; a
 * segment found there can no longer become live. `graceHours` is at least the time backups of PostgreSQL are kept: a
 * restored one must find its objects.
 */
export async function sweepSegments(
  { db, blobs }: Pick<StoragePlatform, 'db' | 'blobs'>,
  workbookId: string,
  graceHours = GRACE_HOURS,
): Promise<number> {
  await inTransaction(db, async (tx) => {
    await lockForSweep(tx, workbookId)
    await updateSweptSegments(tx, workbookId, Math.max(graceHours, GRACE_HOURS))
  })
  const doomed = await listDoomedSegments(db, workbookId)
  for (const segmentId of doomed) {
    await blobs.delete(segmentObjectName(workbookId, segmentId))
    await inTransaction(db, (tx) => deleteSegment(tx, workbookId, segmentId))
  }
  return doomed.length
}
