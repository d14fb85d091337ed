import type { Context } from '../../../platform/context.ts'
import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { openWorkspace } from '../../accounts/workspaces/open-workspace.ts'
import type { PublicLinks } from '../../accounts/workspaces/workspace.ts'
import { findWorkspaceWithFigures, updateWorkspace } from '../../accounts/workspaces/workspaces.store.ts'
import { recordAccountChange } from '../log/account-log.ts'

/** What is left out stays. Null clears; a name cannot be cleared, so null leaves it too. */
type WorkspaceChanges = {
  publicLinks?: PublicLinks | undefined
  name?: string | null | undefined
  residency?: string | null | undefined
  preprocessRules?: string | null | undefined
  idpConfig?: JsonObject | null | undefined
}

export async function configureWorkspace(ctx: Context, workspaceId: string, changes: WorkspaceChanges) {
  const { workspaceId: id } = await openWorkspace(ctx, workspaceId, 'admin')
  const { name, residency, preprocessRules, idpConfig, publicLinks } = changes
  const provided = {
    ...(name ? { name } : {}),
    ...(residency === undefined ? {} : { residency }),
    ...(preprocessRules === undefined ? {} : { preprocessRules }),
    ...(idpConfig === undefined ? {} : { idpConfig }),
    ...(publicLinks === undefined ? {} : { publicLinks }),
  }

  return inTransaction(ctx.db, async (tx) => {
    if (Object.keys(provided).length > 0) await updateWorkspace(tx, id, provided)
    if (publicLinks !== undefined) await recordLinks(tx, ctx, id, publicLinks)
    return findWorkspaceWithFigures(tx, ctx.caller, id)
  })
}

async function recordLinks(tx: Tx, ctx: Context, workspaceId: string, publicLinks: PublicLinks) {
  const { accountId, name } = await findWorkspaceWithFigures(tx, ctx.caller, workspaceId)
  const target = { workspace: toWireId('ws', workspaceId), name }
  await recordAccountChange(tx, ctx, {
    accountId,
    action: 'workspace.public_links.set',
    target,
    detail: { public_links: publicLinks },
  })
}
