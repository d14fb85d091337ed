import { personalWorkspace, workspaceNotEmpty } from '../../people/accounts/accounts.errors.ts'
import { openWorkspace } from '../../people/accounts/workspaces/open-workspace.ts'
import {
  countContents,
  deleteEmptyWorkspace,
  lockWorkspace,
} from '../../people/accounts/workspaces/workspaces.store.ts'
import { updateRevokedByPin } from '../../people/credentials/credentials.store.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { buryAtOnce } from './trash-workbook.ts'
import { listTrashOfWorkspace, updateDetached } from './workbooks.store.ts'

/** Only a managed workspace without live workbooks goes. Credentials pinned to it stop working, and its trash is purged with it. */
export async function deleteWorkspace(ctx: Context, workspaceId: string) {
  const { kind } = await openWorkspace(ctx, workspaceId, 'admin')
  if (kind === 'personal') throw personalWorkspace()

  await inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    for (const { workbookId, title, isBuried } of await listTrashOfWorkspace(tx, workspaceId)) {
      if (isBuried || (await buryAtOnce(tx, ctx, { workbookId, title }))) await updateDetached(tx, workbookId)
    }
    const { workbooks } = await countContents(tx, workspaceId)
    if (workbooks > 0) throw workspaceNotEmpty(workbooks)
    await updateRevokedByPin(tx, workspaceId)
    await deleteEmptyWorkspace(tx, workspaceId)
  })
}
