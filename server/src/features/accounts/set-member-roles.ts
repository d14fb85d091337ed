import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reservedRole } from './accounts.errors.ts'
import { findMember, updateCustomRoles } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'
import { reservedAmong } from './workspace.ts'

/** Replaces the custom roles of a member; his base role stays. */
export async function setMemberRoles(ctx: Context, workspaceId: string, userId: string, roles: string[]) {
  await openWorkspace(ctx, workspaceId, 'admin')
  const reserved = reservedAmong(roles)
  if (reserved.length > 0) throw reservedRole(reserved)

  return inTransaction(ctx.db, async (tx) => {
    await updateCustomRoles(tx, workspaceId, userId, roles)
    const member = await findMember(tx, workspaceId, userId)
    if (!member) throw notFound('member', toWireId('usr', userId))
    return member
  })
}
