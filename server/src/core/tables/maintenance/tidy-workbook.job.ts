import { thinTable } from '../../../engine/storage/checkpoint-table.ts'
import { graceHours, sweepSegments } from '../../../engine/storage/sweep-segments.ts'
import type { Platform } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'
import { enqueueDueTidying, listTableIds } from '../tables.store.ts'

const WORKBOOKS_AT_A_TIME = 5_000

/** Deletes objects that nothing names any more, whatever left them behind. */
export function sweepUnnamedObjects({ db, settings }: Platform) {
  const grace = graceHours(settings.retention.backupDays)
  return inTransaction(db, (tx) => enqueueDueTidying(tx, grace, WORKBOOKS_AT_A_TIME))
}

/** Takes away what no version needs any more: surplus checkpoints, expired edits, objects that nothing names. */
export const tidyWorkbook: TaskHandler = async (platform, { workbook_id }) => {
  const workbookId = String(workbook_id)
  for (const tableId of await listTableIds(platform.db, workbookId)) {
    await thinTable(platform.bulk, workbookId, tableId)
  }
  await sweepSegments(platform.bulk, workbookId, graceHours(platform.settings.retention.backupDays))
}
