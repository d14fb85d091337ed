import type { TaskHandler } from '../../platform/task.ts'
import { sweepSegments } from '../../tabular/sweep-segments.ts'
import { thinTable } from '../../tabular/thin-table.ts'
import { listTableIds } from './table-ids.store.ts'

/** Takes away what no version needs any more: surplus checkpoints, expired edits, objects that nothing names. */
export const tidyWorkbook: TaskHandler = async (platform, { workbook_id }) => {
  const workbookId = String(workbook_id)
  for (const tableId of await listTableIds(platform.db, workbookId)) {
    await thinTable(platform.bulk, workbookId, tableId)
  }
  await sweepSegments(platform.bulk, workbookId)
}
