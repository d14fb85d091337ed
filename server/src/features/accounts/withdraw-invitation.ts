import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteInvitation } from './invitations.store.ts'
import { openWorkspace } from './open-workspace.ts'

/** Its link opens nothing any more. */
export async function withdrawInvitation(ctx: Context, workspaceId: string, invitationId: string) {
  await openWorkspace(ctx, workspaceId, 'admin')

  await inTransaction(ctx.db, async (tx) => {
    const isWithdrawn = await deleteInvitation(tx, workspaceId, invitationId)
    if (!isWithdrawn) throw notFound('invitation', toWireId('inv', invitationId))
  })
}
