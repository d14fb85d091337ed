import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { deleteOldAccountRequests } from '../credentials/usage.store.ts'
import { countOps, deleteOldUsage, sampleStocks } from './account-usage.store.ts'

const WORKBOOKS_AT_A_TIME = 1_000
/** Longer than anybody may ask for. */
const KEPT_DAYS = 400

/** Every hour: counts what was done since, and looks at what every account has. */
export const sampleUsage: TaskHandler = async ({ bulk: { db } }, _, stopping) => {
  while ((await inTransaction(db, (tx) => countOps(tx, WORKBOOKS_AT_A_TIME))) > 0) stopping?.throwIfAborted()
  await inTransaction(db, sampleStocks)
  await inTransaction(db, async (tx) => {
    await deleteOldUsage(tx, KEPT_DAYS)
    await deleteOldAccountRequests(tx, KEPT_DAYS)
  })
}
