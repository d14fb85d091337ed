import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { outOfReach, roleRequired } from '../accounts.errors.ts'
import { decide, type Role } from '../permission.ts'
import { findWorkspaceFor } from './workspaces.store.ts'

export type OpenedWorkspace = Awaited<ReturnType<typeof openWorkspace>>

/** The only door to a workspace: finds it and checks reach and role. */
export async function openWorkspace(ctx: Context, workspaceId: string, role: 'viewer' | 'editor' | 'admin') {
  const workspace = await findWorkspaceFor(ctx.db, workspaceId, ctx.caller.userId)
  if (!workspace) throw notFound('workspace', toWireId('ws', workspaceId))
  const held = roleInWorkspace(ctx.caller, workspace)
  const place = { accountId: workspace.accountId, workspaceId, workbookId: null, role: held }
  switch (decide(ctx.caller, { scopes: [], role }, place)) {
    case 'not_found':
      throw notFound('workspace', toWireId('ws', workspaceId))
    case 'out_of_reach':
      throw outOfReach('workspace')
    case 'role_required':
      throw roleRequired(role, 'workspace')
    default:
      return { ...workspace, role: held }
  }
}

/** A key acts for its account; the owner of the account may do in its workspaces what an admin may. */
export function roleInWorkspace(
  caller: Caller,
  workspace: { accountId: string; ownerId: string; baseRole: Role | null },
): Role | null {
  if (caller.kind === 'key') return workspace.accountId === caller.accountId ? 'owner' : null
  return workspace.ownerId === caller.userId ? 'owner' : workspace.baseRole
}
