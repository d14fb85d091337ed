import { checkpointTable } from '../../../engine/storage/checkpoint-table.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { enqueue } from '../../../platform/queue/queue.store.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'

const TIDY_AFTER_HOURS = 25
const HOUR_MS = 3_600_000

/**
 * Asked for by a commit once enough edits lie over a table's segments. A second run finds nothing to do. What it leaves
 * behind is unreferenced after a day; then the workbook is tidied, once for all checkpoints of that day.
 */
export const checkpointTableTask: TaskHandler = async (platform, { workbook_id, table_id }) => {
  const workbookId = String(workbook_id)
  await checkpointTable(platform.bulk, workbookId, String(table_id))
  const day = platform.now().toISOString().slice(0, 10)
  await inTransaction(platform.db, (tx) =>
    enqueue(tx, {
      name: 'workbook.tidy',
      payload: { workbook_id: workbookId },
      key: `workbook.tidy:${workbookId}:${day}`,
      runAt: new Date(platform.now().getTime() + TIDY_AFTER_HOURS * HOUR_MS),
    }),
  )
}
