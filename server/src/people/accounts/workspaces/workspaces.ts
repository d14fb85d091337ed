import type { Context } from '../../../platform/context.ts'
import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { insertMember } from '../members/members.store.ts'
import { openAccount } from '../open-account.ts'
import { openWorkspace } from './open-workspace.ts'
import {
  findWorkspaceWithFigures,
  insertWorkspace,
  listWorkspacesWithFigures,
  type WorkspacePage,
} from './workspaces.store.ts'

type NewWorkspace = {
  name: string
  accountId?: string | null | undefined
  residency?: string | null | undefined
  preprocessRules?: string | null | undefined
  idpConfig?: JsonObject | null | undefined
}

/** Creates a managed workspace that the account pays for. Its owner's default stays the oldest one. */
export async function provisionWorkspace(ctx: Context, request: NewWorkspace) {
  const { accountId, ownerId } = await openAccount(ctx, request.accountId)

  return inTransaction(ctx.db, async (tx) => {
    const { workspaceId } = await insertWorkspace(tx, {
      workspaceId: newId(),
      accountId,
      kind: 'managed',
      name: request.name,
      residency: request.residency ?? null,
      preprocessRules: request.preprocessRules ?? null,
      idpConfig: request.idpConfig ?? null,
    })
    await insertMember(tx, { workspaceId, userId: ownerId, baseRole: 'admin' })
    return findWorkspaceWithFigures(tx, ctx.caller, workspaceId)
  })
}

/** The workspaces this credential reaches; of one account only, when it is named. */
export async function readWorkspaces(ctx: Context, page: WorkspacePage) {
  // Within its own account even a pinned credential may ask: it is shown no more than its pin.
  if (page.accountId && page.accountId !== ctx.caller.accountId) await openAccount(ctx, page.accountId)
  const found = await listWorkspacesWithFigures(ctx.db, ctx.caller, page)
  const workspaces = found.slice(0, page.limit)
  return { workspaces, next: found.length > page.limit ? (workspaces.at(-1)?.workspaceId ?? null) : null }
}

export async function readWorkspace(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'viewer')
  return findWorkspaceWithFigures(ctx.db, ctx.caller, workspaceId)
}
