import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reservedRole } from './accounts.errors.ts'
import { findGuest, type Guest, upsertGuest } from './guests.store.ts'
import { findMember, type Member, updateCustomRoles } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'
import { reservedAmong } from './workspace.ts'
import { lockWorkspace } from './workspaces.store.ts'

/**
 * Replaces the custom roles of a member, whose base role stays, or of a guest. For a former member this also ends what
 * their base role hid: from then on policies know them by their shares and these roles.
 */
export async function setMemberRoles(
  ctx: Context,
  workspaceId: string,
  userId: string,
  customRoles: string[],
): Promise<Member | Guest> {
  await openWorkspace(ctx, workspaceId, 'admin')
  const reserved = reservedAmong(customRoles)
  if (reserved.length > 0) throw reservedRole(reserved)

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    await openWorkspace({ ...ctx, db: tx }, workspaceId, 'admin')
    const member = await findMember(tx, workspaceId, userId)
    if (member) {
      await updateCustomRoles(tx, workspaceId, userId, customRoles)
      return { ...member, customRoles }
    }
    const guest = await findGuest(tx, workspaceId, userId)
    if (!guest) throw notFound('member', toWireId('usr', userId))
    await upsertGuest(tx, { workspaceId, userId, formerRole: null, customRoles })
    return { ...guest, formerRole: null, customRoles }
  })
}
