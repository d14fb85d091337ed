import type { Context } from '../../platform/context.ts'
import { listPendingInvitations } from './invitations.store.ts'
import { openWorkspace } from './open-workspace.ts'

/** Those still open; their links are told once, to whoever made them. */
export async function readInvitations(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'admin')
  return listPendingInvitations(ctx.db, workspaceId)
}
