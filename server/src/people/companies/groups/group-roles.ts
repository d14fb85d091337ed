import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { reservedRole } from '../../accounts/accounts.errors.ts'
import { openWorkspace } from '../../accounts/workspaces/open-workspace.ts'
import { type BaseRole, reservedAmong } from '../../accounts/workspaces/workspace.ts'
import { lockWorkspace } from '../../accounts/workspaces/workspaces.store.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { applyGroupRolesIn } from './apply-group-roles.ts'
import { listGroupRoles, replaceGroupRoles } from './group-roles.store.ts'

export async function readGroupRoles(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'admin')
  return listGroupRoles(ctx.db, workspaceId)
}

type NewGroupRole = { group: string; baseRole: BaseRole; customRoles: string[] }

/** Says which groups are what in a workspace, in the place of what was said before. It holds at once for all who are known. */
export async function setGroupRoles(ctx: Context, workspaceId: string, sent: readonly NewGroupRole[]) {
  const { accountId } = await openWorkspace(ctx, workspaceId, 'admin')
  const reserved = reservedAmong(sent.flatMap(({ customRoles }) => customRoles))
  if (reserved.length > 0) throw reservedRole(reserved)
  // Of two that say something about one group, the last holds.
  const byGroup = new Map(sent.map((role) => [role.group.trim(), role]))
  const roles = [...byGroup].map(([nameKey, { baseRole, customRoles }]) => ({
    workspaceId,
    nameKey,
    groupName: nameKey,
    baseRole,
    customRoles,
  }))

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    await openWorkspace({ ...ctx, db: tx }, workspaceId, 'admin')
    await replaceGroupRoles(tx, workspaceId, roles)
    const target = { workspace_id: toWireId('ws', workspaceId) }
    const detail = { groups: roles.map(({ groupName, baseRole }) => ({ group: groupName, base_role: baseRole })) }
    await recordAccountChange(tx, ctx, { accountId, action: 'account.groups.map', target, detail })
    await applyGroupRolesIn(tx, ctx, accountId, workspaceId)
    return listGroupRoles(tx, workspaceId)
  })
}
