import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { lockAccount } from '../accounts/accounts.store.ts'
import { openAccount } from '../accounts/open-account.ts'
import { subscriptionActive } from '../billing/billing.errors.ts'
import { lockBilling } from '../billing/billing.store.ts'
import { findBalance } from '../billing/credits/ledger.store.ts'
import { SETTLEMENT_FLOOR } from '../billing/plans/plan.ts'
import { isSubscribed } from '../billing/plans/subscription.ts'
import { confirmMismatch, defaultAccount, overageOutstanding } from './closing.errors.ts'
import { type Closed, endAccount } from './end-account.ts'

/**
 * Closes an account in one commit: from then on its keys open nothing, and it, its workspaces and its workbooks are hidden.
 * Taking away what they left behind is a task that may stop anywhere.
 */
export async function closeAccount(ctx: Context, named: string, confirm: string): Promise<Closed> {
  const { accountId } = await openAccount(ctx, named)
  return inTransaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) throw notFound('account', toWireId('acc', accountId))
    if (account.kind === 'default') throw defaultAccount()
    const billing = await lockBilling(tx, accountId)
    if (isSubscribed(billing)) throw subscriptionActive()
    await refuseIfOwing(tx, accountId)
    if (confirm !== account.name) throw confirmMismatch()

    const { ownerId, name } = account
    return endAccount(tx, { accountId, ownerId, name, customerRef: billing.customerRef })
  })
}

/** What is owed below the floor is written off. */
async function refuseIfOwing(tx: Tx, accountId: string) {
  const overage = 0 - ((await findBalance(tx, accountId))?.owed ?? 0)
  if (overage >= SETTLEMENT_FLOOR) throw overageOutstanding(overage, SETTLEMENT_FLOOR)
}
