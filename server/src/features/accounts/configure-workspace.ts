import type { Context } from '../../platform/context.ts'
import type { JsonObject } from '../../platform/database-schema.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { openWorkspace } from './open-workspace.ts'
import { findWorkspaceWithFigures, updateWorkspace } from './workspaces.store.ts'

/** What is left out stays. Null clears; a name cannot be cleared, so null leaves it too. */
export type WorkspaceChanges = {
  name?: string | null | undefined
  residency?: string | null | undefined
  preprocessRules?: string | null | undefined
  idpConfig?: JsonObject | null | undefined
}

export async function configureWorkspace(ctx: Context, workspaceId: string, changes: WorkspaceChanges) {
  const { workspaceId: id } = await openWorkspace(ctx, workspaceId, 'admin')
  const { name, residency, preprocessRules, idpConfig } = changes
  const provided = {
    ...(name ? { name } : {}),
    ...(residency === undefined ? {} : { residency }),
    ...(preprocessRules === undefined ? {} : { preprocessRules }),
    ...(idpConfig === undefined ? {} : { idpConfig }),
  }

  return inTransaction(ctx.db, async (tx) => {
    if (Object.keys(provided).length > 0) await updateWorkspace(tx, id, provided)
    return findWorkspaceWithFigures(tx, ctx.caller, id)
  })
}
