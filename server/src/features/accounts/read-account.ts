import type { Context } from '../../platform/context.ts'
import { findAccountWithFigures } from './accounts.store.ts'
import { openAccount } from './open-account.ts'

export async function readAccount(ctx: Context, named?: string | null) {
  const { accountId } = await openAccount(ctx, named)
  return findAccountWithFigures(ctx.db, accountId)
}
