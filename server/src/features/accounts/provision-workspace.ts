import type { Context } from '../../platform/context.ts'
import type { JsonObject } from '../../platform/database-schema.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { insertMember } from './members.store.ts'
import { openAccount } from './open-account.ts'
import { findWorkspaceWithFigures, insertWorkspace } from './workspaces.store.ts'

export type NewWorkspace = {
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
