import type { Context } from '../../platform/context.ts'
import { listWorkspaceNames } from '../accounts/workspaces.store.ts'

/** Every workspace the credential reaches; what it does not reach is not named. */
export function readMyWorkspaces(ctx: Context) {
  return listWorkspaceNames(ctx.db, ctx.caller)
}
