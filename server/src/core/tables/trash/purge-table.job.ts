import { thinTable } from '../../../engine/storage/checkpoint-table.ts'
import type { Platform } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'
import { buryTable, enqueueDuePurges, eraseTable } from './trash.store.ts'

const ROWS_AT_A_TIME = 5_000
const TABLES_AT_A_TIME = 5_000

export function sweepTrashedTables({ db, settings }: Platform) {
  return inTransaction(db, (tx) => enqueueDuePurges(tx, settings.retention.trashDays, TABLES_AT_A_TIME))
}

/** Takes a table away whose days in the trash are over: all of it, or all but its pinned versions. */
export const purgeTable: TaskHandler = async ({ bulk, settings }, { workbook_id, table_id }, stopping) => {
  const workbookId = String(workbook_id)
  const tableId = String(table_id)
  const { db } = bulk
  if (!(await inTransaction(db, (tx) => buryTable(tx, workbookId, tableId, settings.retention.trashDays)))) return
  await thinTable(bulk, workbookId, tableId)
  while ((await inTransaction(db, (tx) => eraseTable(tx, workbookId, tableId, ROWS_AT_A_TIME))) > 0) {
    stopping?.throwIfAborted()
  }
}
