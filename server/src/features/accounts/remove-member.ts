import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { accountOwnerStays } from './accounts.errors.ts'
import { upsertGuest } from './guests.store.ts'
import { deleteMember } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'
import { lockWorkspace } from './workspaces.store.ts'

/**
 * An admin removes any member but the account's owner; other members may leave. What policies knew the member as stays in
 * force for workbooks shared with them directly: leaving must not shed a role that hides something.
 */
export async function removeMember(ctx: Context, workspaceId: string, userId: string) {
  const needed = userId === ctx.caller.userId ? 'viewer' : 'admin'
  const workspace = await openWorkspace(ctx, workspaceId, needed)
  if (userId === workspace.ownerId) throw accountOwnerStays()

  await inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    // Of two admins who remove each other at once, the second is no admin any more.
    await openWorkspace({ ...ctx, db: tx }, workspaceId, needed)
    const left = await deleteMember(tx, workspaceId, userId)
    if (!left) throw notFound('member', toWireId('usr', userId))
    await upsertGuest(tx, { workspaceId, userId, formerRole: left.baseRole, customRoles: left.customRoles })
  })
}
