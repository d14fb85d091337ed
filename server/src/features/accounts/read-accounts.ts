import type { Context } from '../../platform/context.ts'
import { listAccountsWithFigures } from './accounts.store.ts'
import { readAccount } from './read-account.ts'

/** A session sees every account of its user, a token or key only its own. */
export async function readAccounts(ctx: Context) {
  if (ctx.caller.kind !== 'session') return [await readAccount(ctx)]
  return listAccountsWithFigures(ctx.db, ctx.caller.userId)
}
