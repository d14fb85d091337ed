import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { outOfReach } from './accounts.errors.ts'
import { findAccount } from './accounts.store.ts'
import { decide } from './permission.ts'

/**
 * The only door to an account as a whole: the one that is named, else the caller's own. A session may name any account
 * of its user; a token or key is bound to one, and when it is pinned inside it does not reach the whole.
 */
export async function openAccount(ctx: Context, named?: string | null) {
  const accountId = named ?? ctx.caller.accountId
  const account = await findAccount(ctx.db, accountId)
  if (account?.ownerId !== ctx.caller.userId) throw notFound('account', toWireId('acc', accountId))
  const place = { accountId, workspaceId: null, workbookId: null, role: 'owner' as const }
  if (decide(ctx.caller, { scopes: [], role: 'owner' }, place) !== 'allowed') throw outOfReach('account')
  return account
}
