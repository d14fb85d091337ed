import { inTransaction } from '../../../platform/postgres.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'
import { listDueAccounts } from '../billing.store.ts'
import { deleteDueHolds } from '../credits/ledger.store.ts'
import { turnMonth } from './turn-month.ts'

const ACCOUNTS_AT_A_TIME = 1_000
const HOLDS_AT_A_TIME = 1_000

/** Every minute: months that are over, each in a transaction of its own, and what was held for those who died. */
export const turnMonths: TaskHandler = async (platform, _, stopping) => {
  await inTransaction(platform.db, (tx) => deleteDueHolds(tx, HOLDS_AT_A_TIME))
  if (!platform.settings.billing) return
  for (const { accountId } of await listDueAccounts(platform.db, ACCOUNTS_AT_A_TIME)) {
    stopping?.throwIfAborted()
    await inTransaction(platform.db, (tx) => turnMonth(tx, platform, accountId))
  }
}
