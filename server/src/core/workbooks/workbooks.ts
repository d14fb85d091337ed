import { limitReached, noWorkspace, outOfReach, roleRequired } from '../../people/accounts/accounts.errors.ts'
import { decide, reaches } from '../../people/accounts/permission.ts'
import { openWorkspace, roleInWorkspace } from '../../people/accounts/workspaces/open-workspace.ts'
import {
  findOldestWorkspace,
  findWorkspaceFor,
  lockWorkspace,
} from '../../people/accounts/workspaces/workspaces.store.ts'
import type { Context } from '../../platform/context.ts'
import { fromWireId, newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { insertWorkbookHead, lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openWorkbook } from './open-workbook.ts'
import { roleInWorkbook, storedLanguage, type WorkbookLanguage } from './workbook.ts'
import {
  countWorkbooks,
  findPersonalWorkspace,
  insertWorkbook,
  listOwnWorkbooks,
  listWorkbooksOfWorkspace,
  type Page,
  updateWorkbook,
} from './workbooks.store.ts'

type NewWorkbook = {
  /** Where something was stored for it already. */
  workbookId?: string
  title: string
  workspaceId: string | null
  description: string | null
  language: WorkbookLanguage
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
      ...storedLanguage(language),
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

/** The caller's own workbooks, newest first. A workspace that is named must be within reach. */
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

/** What the caller may see of a workspace: their own workbooks and those shared with them. */
export async function listVisibleWorkbooks(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'viewer')
  const rows = await listWorkbooksOfWorkspace(ctx.db, ctx.caller.userId, workspaceId)
  return rows.flatMap((row) => {
    const role = roleInWorkbook(ctx.caller, row)
    return role ? [{ ...row, role }] : []
  })
}

type WorkbookChanges = { title?: string; description?: string | null; language?: WorkbookLanguage }

/** Applies the fields that were sent; nothing sent, nothing changed. */
export async function changeWorkbook(ctx: Context, workbookId: string, changes: WorkbookChanges) {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  if (Object.keys(changes).length === 0) return workbook
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const { language, ...others } = changes
    await updateWorkbook(tx, workbookId, { ...others, ...(language === undefined ? {} : storedLanguage(language)) })
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'workbook.change',
      target: { workbook: workbook.title },
      detail: { fields: Object.keys(changes) },
    })
    return openWorkbook({ ...ctx, db: tx }, workbookId, 'editor')
  })
}
