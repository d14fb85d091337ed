import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findAccountWithFigures, insertAccount } from './accounts.store.ts'

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
