import type { Context } from '../../platform/context.ts'
import { openWorkspace } from './open-workspace.ts'
import { findWorkspaceWithFigures } from './workspaces.store.ts'

export async function readWorkspace(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'viewer')
  return findWorkspaceWithFigures(ctx.db, ctx.caller, workspaceId)
}
