import type { Context } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import { outOfReach } from '../accounts/accounts.errors.ts'
import { openWorkspace, roleInWorkspace } from '../accounts/open-workspace.ts'
import { reaches } from '../accounts/permission.ts'
import { findWorkspaceFor } from '../accounts/workspaces.store.ts'
import { findPersonalWorkspace } from './personal-workspace.store.ts'
import { roleInWorkbook } from './workbook.ts'
import { listOwnWorkbooks, listWorkbooksOfWorkspace, type Page } from './workbooks.store.ts'

/** The caller's own workbooks, newest first. A workspace he names must be within reach. */
export async function listMyWorkbooks(ctx: Context, page: Page, workspace: string | undefined) {
  const workspaceId = workspace === undefined ? null : await reachedWorkspace(ctx, workspace)
  const rows = await listOwnWorkbooks(ctx.db, ctx.caller, page, workspaceId)
  const workbooks = rows.slice(0, page.limit).map((row) => ({ ...row, role: 'owner' as const }))
  return { workbooks, next: rows.length > page.limit ? (workbooks.at(-1)?.workbookId ?? null) : null }
}

/** An id, or the alias `personal`. An unreachable one is refused, not an empty page. */
async function reachedWorkspace(ctx: Context, workspace: string): Promise<string> {
  const workspaceId =
    workspace === 'personal' ? await findPersonalWorkspace(ctx.db, ctx.caller.userId) : fromWireId('ws', workspace)
  const found = workspaceId ? await findWorkspaceFor(ctx.db, workspaceId, ctx.caller.userId) : undefined
  if (!found || !roleInWorkspace(ctx.caller, found) || !reaches(ctx.caller, { ...found, workbookId: null }))
    throw outOfReach('workspace')
  return found.workspaceId
}

/** What the caller may see of a workspace: his own workbooks and those shared with him. */
export async function listVisibleWorkbooks(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'viewer')
  const rows = await listWorkbooksOfWorkspace(ctx.db, ctx.caller.userId, workspaceId)
  return rows.flatMap((row) => {
    const role = roleInWorkbook(ctx.caller, row)
    return role ? [{ ...row, role }] : []
  })
}
