import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findAccountWithFigures, insertAccount, listAccountsWithFigures } from './accounts.store.ts'
import { openAccount } from './open-account.ts'

/** A developer account stands beside the default one. It begins with no workspace: its owner provisions what it needs. */
export async function createAccount(ctx: Context, name: string) {
  return inTransaction(ctx.db, async (tx) => {
    const account = {
      accountId: newId(),
      kind: 'developer',
      name,
      ownerId: ctx.caller.userId,
      plan: 'self_hosted',
    } as const
    const { accountId } = await insertAccount(tx, account)
    return findAccountWithFigures(tx, accountId)
  })
}

/** A session sees every account of its user, a token or key only its own. */
export async function readAccounts(ctx: Context) {
  if (ctx.caller.kind !== 'session') return [await readAccount(ctx)]
  return listAccountsWithFigures(ctx.db, ctx.caller.userId)
}

export async function readAccount(ctx: Context, named?: string | null) {
  const { accountId } = await openAccount(ctx, named)
  return findAccountWithFigures(ctx.db, accountId)
}
