import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findAccountWithFigures } from '../accounts/accounts.store.ts'
import { planOf } from '../accounts/plan.ts'
import { findUser, updateName } from '../accounts/users.store.ts'
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
  return {
    user,
    account: { ...account, plan: planOf(ctx.settings, account.plan) },
    workspace,
    credential: ctx.caller,
    capabilities: capabilitiesOf(ctx),
  }
}

export const DRIVES = ['google_drive', 'microsoft'] as const

/** What this installation has, so that a client need not find out by a refusal. */
const capabilitiesOf = ({ settings, adviser }: Context) => ({
  billing: settings.billing !== null,
  adviser: adviser !== null,
  reader: adviser !== null && settings.adviser?.readings === true,
  drives: DRIVES.filter((drive) => settings.drives[drive === 'google_drive' ? 'google' : 'microsoft'] !== null),
  python: settings.python.runtime !== null,
  sandbox: settings.sandbox === 'required',
  structuring: settings.structuring.isOn,
  url_ingest: settings.outgoing.isOpen,
  registration: settings.registrationOpen,
})

/** Names of accounts and workspaces stay: others may have come to know them. */
export async function renameMe(ctx: Context, name: string): Promise<Me> {
  await inTransaction(ctx.db, (tx) => updateName(tx, ctx.caller.userId, name.normalize('NFC').trim()))
  return describeMe(ctx)
}

export type Me = Awaited<ReturnType<typeof describeMe>>

/** Every workspace the credential reaches; what it does not reach is not named. */
export function readMyWorkspaces(ctx: Context) {
  return listWorkspaceNames(ctx.db, ctx.caller)
}
