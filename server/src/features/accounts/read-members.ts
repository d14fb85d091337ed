import type { Context } from '../../platform/context.ts'
import { listMembers } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'

export async function readMembers(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'viewer')
  return listMembers(ctx.db, workspaceId)
}
