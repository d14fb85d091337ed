import type { Context } from '../../platform/context.ts'
import { openAccount } from './open-account.ts'
import { listWorkspacesWithFigures, type WorkspacePage } from './workspaces.store.ts'

/** The workspaces this credential reaches; of one account only, when it is named. */
export async function readWorkspaces(ctx: Context, page: WorkspacePage) {
  // Within its own account even a pinned credential may ask: it is shown no more than its pin.
  if (page.accountId && page.accountId !== ctx.caller.accountId) await openAccount(ctx, page.accountId)
  const found = await listWorkspacesWithFigures(ctx.db, ctx.caller, page)
  const workspaces = found.slice(0, page.limit)
  return { workspaces, next: found.length > page.limit ? (workspaces.at(-1)?.workspaceId ?? null) : null }
}
