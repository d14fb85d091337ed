import { inTransaction } from '../../platform/postgres.ts'
import { listedObjectName } from './segment.ts'
import { deleteSegment, listDoomedSegments, lockForSweep, updateSweptSegments } from './segments.store.ts'
import type { StoragePlatform } from './storage.ts'

/** At the least, how long an object that nothing names is kept. */
const GRACE_HOURS = 24

/** A restored backup must find the objects it names. */
export const graceHours = (backupDays: number) => Math.max(GRACE_HOURS, backupDays * 24)

/**
 * Deletes the objects of a workbook that nothing names any more. First the rows say so, in a commit of their own; a
 * segment found there can no longer become live.
 */
export async function sweepSegments(
  { db, blobs }: Pick<StoragePlatform, 'db' | 'blobs'>,
  workbookId: string,
  hours = GRACE_HOURS,
): Promise<number> {
  await inTransaction(db, async (tx) => {
    await lockForSweep(tx, workbookId)
    await updateSweptSegments(tx, workbookId, Math.max(hours, GRACE_HOURS))
  })
  const doomed = await listDoomedSegments(db, workbookId)
  for (const { segmentId, listPart } of doomed) {
    await blobs.delete(listedObjectName(workbookId, segmentId, listPart ?? 'rows'))
    await inTransaction(db, (tx) => deleteSegment(tx, workbookId, segmentId))
  }
  return doomed.length
}
