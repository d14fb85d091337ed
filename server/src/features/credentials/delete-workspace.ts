import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { personalWorkspace, workspaceNotEmpty } from '../accounts/accounts.errors.ts'
import { openWorkspace } from '../accounts/open-workspace.ts'
import { countContents, deleteEmptyWorkspace, lockWorkspace } from '../accounts/workspaces.store.ts'
import { updateRevokedByPin } from './credentials.store.ts'

/** Only an empty managed workspace goes, and the credentials pinned to it stop working. The trash counts: it can come back. */
export async function deleteWorkspace(ctx: Context, workspaceId: string) {
  const { kind } = await openWorkspace(ctx, workspaceId, 'admin')
  if (kind === 'personal') throw personalWorkspace()

  await inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const { workbooks, trashed } = await countContents(tx, workspaceId)
    if (workbooks + trashed > 0) throw workspaceNotEmpty(workbooks, trashed)
    await updateRevokedByPin(tx, workspaceId)
    await deleteEmptyWorkspace(tx, workspaceId)
  })
}
