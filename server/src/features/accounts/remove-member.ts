import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { accountOwnerStays } from './accounts.errors.ts'
import { deleteMember } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'

/** An admin removes anybody but the account's owner; anybody else may leave by himself. */
export async function removeMember(ctx: Context, workspaceId: string, userId: string) {
  const workspace = await openWorkspace(ctx, workspaceId, userId === ctx.caller.userId ? 'viewer' : 'admin')
  if (userId === workspace.ownerId) throw accountOwnerStays()

  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteMember(tx, workspaceId, userId))) throw notFound('member', toWireId('usr', userId))
  })
}
