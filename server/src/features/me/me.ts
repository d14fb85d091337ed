import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { findAccountWithFigures } from '../accounts/accounts.store.ts'
import { planOf } from '../accounts/plan.ts'
import { findUser } from '../accounts/users.store.ts'
import { findOldestWorkspace, listWorkspaceNames } from '../accounts/workspaces/workspaces.store.ts'

/** Who is asking, through which credential, and at whose expense. */
export async function describeMe(ctx: Context) {
  const { userId, accountId } = ctx.caller
  const [user, account, workspace] = await Promise.all([
    findUser(ctx.db, userId),
    findAccountWithFigures(ctx.db, accountId),
    findOldestWorkspace(ctx.db, accountId),
  ])
  assertState(user, 'a caller who is no user')
  return { user, account: { ...account, plan: planOf(ctx.settings, account.plan) }, workspace, credential: ctx.caller }
}

export type Me = Awaited<ReturnType<typeof describeMe>>

/** Every workspace the credential reaches; what it does not reach is not named. */
export function readMyWorkspaces(ctx: Context) {
  return listWorkspaceNames(ctx.db, ctx.caller)
}
