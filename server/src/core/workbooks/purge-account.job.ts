import { deleteClosedAccount } from '../../people/accounts/accounts.store.ts'
import { deleteEmptyWorkspace, listWorkspacesOf } from '../../people/accounts/workspaces/workspaces.store.ts'
import { buryWorkbooksOf, findClosing, listWorkbooksOf, updateGone } from '../../people/closing/closing.store.ts'
import { deleteAccountRequests } from '../../people/credentials/usage.store.ts'
import { deleteUsageOf } from '../../people/usage/account-usage.store.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { eraseWorkbook } from './purge.store.ts'

const ROWS_AT_A_TIME = 5_000

/**
 * Takes away what a closed account left behind: the rows of its workbooks, its workspaces, itself. Objects and what tells
 * of them go after their grace, as with every purge. It may stop anywhere; the next run continues.
 */
export const carryOutClosing: TaskHandler = async ({ bulk: { db } }, { account_id }, stopping) => {
  const accountId = String(account_id)
  if (!(await findClosing(db, accountId))) return
  await inTransaction(db, (tx) => buryWorkbooksOf(tx, accountId))
  for (const { workbookId } of await listWorkbooksOf(db, accountId))
    while ((await inTransaction(db, (tx) => eraseWorkbook(tx, workbookId, ROWS_AT_A_TIME))) > 0)
      stopping?.throwIfAborted()
  await inTransaction(db, async (tx) => {
    for (const { workspaceId } of await listWorkspacesOf(tx, accountId)) await deleteEmptyWorkspace(tx, workspaceId)
    await deleteAccountRequests(tx, accountId)
    await deleteUsageOf(tx, accountId)
    await deleteClosedAccount(tx, accountId)
    await updateGone(tx, accountId)
  })
}
