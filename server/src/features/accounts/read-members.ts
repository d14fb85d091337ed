import type { Context } from '../../platform/context.ts'
import { listGuests } from './guests.store.ts'
import { listMembers } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'

/** Guests are shown to admins only: who has been given a workbook is not every member's business. */
export async function readMembers(ctx: Context, workspaceId: string) {
  const { role } = await openWorkspace(ctx, workspaceId, 'viewer')
  const isAdmin = role === 'admin' || role === 'owner'
  const [members, guests] = await Promise.all([
    listMembers(ctx.db, workspaceId),
    isAdmin ? listGuests(ctx.db, workspaceId) : [],
  ])
  return { members, guests }
}
