import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { limitReached, noWorkspace, outOfReach, roleRequired } from '../accounts/accounts.errors.ts'
import { roleInWorkspace } from '../accounts/open-workspace.ts'
import { decide } from '../accounts/permission.ts'
import { findOldestWorkspace, findWorkspaceFor, lockWorkspace } from '../accounts/workspaces.store.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { insertWorkbookHead } from '../audit/workbook-head.store.ts'
import { openWorkbook } from './open-workbook.ts'
import { countWorkbooks, insertWorkbook } from './workbooks.store.ts'

export type NewWorkbook = {
  /** Where something was stored for it already. */
  workbookId?: string
  title: string
  workspaceId: string | null
  description: string | null
  language: 'ja' | 'en'
}

export async function createWorkbook(
  ctx: Context,
  { workbookId = newId(), title, workspaceId, description, language }: NewWorkbook,
) {
  const workspace = await chooseWorkspace(ctx, workspaceId)
  return inTransaction(ctx.db, async (tx) => {
    // Creations queue here, so that the limit holds and a deleted workspace receives nothing.
    if (!(await lockWorkspace(tx, workspace))) throw outOfReach('workspace')
    const limit = ctx.settings.limits.workbooksPerWorkspace
    if ((await countWorkbooks(tx, workspace)) >= limit) throw limitReached('workbooks', limit)

    await insertWorkbook(tx, {
      workbookId,
      workspaceId: workspace,
      ownerId: ctx.caller.userId,
      title,
      description,
      language,
    })
    await insertWorkbookHead(tx, workbookId)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.create', target: { workbook: title } })
    return openWorkbook({ ...ctx, db: tx }, workbookId, 'viewer')
  })
}

/** The named workspace, the pinned one, or the oldest of the account. Naming one out of reach is refused always. */
async function chooseWorkspace(ctx: Context, named: string | null): Promise<string> {
  const { reach, accountId, userId } = ctx.caller
  if (reach.kind === 'workbook') throw outOfReach('workspace')
  const chosen =
    named ??
    (reach.kind === 'workspace' ? reach.workspaceId : (await findOldestWorkspace(ctx.db, accountId))?.workspaceId)
  if (!chosen) throw noWorkspace()
  const workspace = await findWorkspaceFor(ctx.db, chosen, userId)
  if (!workspace) throw outOfReach('workspace')
  const place = {
    accountId: workspace.accountId,
    workspaceId: chosen,
    workbookId: null,
    role: roleInWorkspace(ctx.caller, workspace),
  }
  const decision = decide(ctx.caller, { scopes: [], role: 'editor' }, place)
  if (decision === 'role_required') throw roleRequired('editor', 'workspace')
  if (decision !== 'allowed') throw outOfReach('workspace')
  return chosen
}
