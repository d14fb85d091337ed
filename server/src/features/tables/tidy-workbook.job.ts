import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/task.ts'
import { graceHours, sweepSegments } from '../../tabular/sweep-segments.ts'
import { thinTable } from '../../tabular/thin-table.ts'
import { listTableIds } from './table-ids.store.ts'
import { enqueueDueTidying } from './tidy.store.ts'

const WORKBOOKS_AT_A_TIME = 5_000

/** Whatever left them behind, objects that nothing names find somebody who takes them away. */
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
