import { sweepSegments } from '../../engine/storage/sweep-segments.ts'
import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { buryWorkbook, endWorkbook, enqueueDuePurges, eraseWorkbook } from './purge.store.ts'

const ROWS_AT_A_TIME = 5_000
const WORKBOOKS_AT_A_TIME = 5_000

/** Every hour: each workbook is a task of its own, so that a large one delays no other. */
export function sweepTrashedWorkbooks({ db, settings }: Platform) {
  return inTransaction(db, (tx) => enqueueDuePurges(tx, settings.retention.trashDays, WORKBOOKS_AT_A_TIME))
}

/**
 * Takes a workbook away for good: first the word that it is gone, then its rows, then its objects after their grace. It
 * may stop anywhere; the sweep asks again until nothing is left.
 */
export const purgeWorkbook: TaskHandler = async ({ bulk, settings }, { workbook_id }, stopping) => {
  const workbookId = String(workbook_id)
  const { db } = bulk
  if (!(await inTransaction(db, (tx) => buryWorkbook(tx, workbookId, settings.retention.trashDays)))) return
  while ((await inTransaction(db, (tx) => eraseWorkbook(tx, workbookId, ROWS_AT_A_TIME))) > 0) {
    stopping?.throwIfAborted()
  }
  await sweepSegments(bulk, workbookId)
  await inTransaction(db, (tx) => endWorkbook(tx, workbookId))
}
