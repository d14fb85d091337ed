import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { openAccount } from '../accounts/open-account.ts'
import { planOf } from '../accounts/plan.ts'
import { findBilling } from './billing.store.ts'
import { findBalance } from './credits/ledger.store.ts'
import { ALLOWANCES } from './plans/plan.ts'
import { findStorageBytes } from './plans/storage.store.ts'
import { turnMonth } from './plans/turn-month.ts'

export type Billing = Awaited<ReturnType<typeof readBilling>>

/** How an account pays, what it has, and what it owes. */
export async function readBilling(ctx: Context, named?: string | null) {
  const { accountId } = await openAccount(ctx, named)
  await inTransaction(ctx.db, (tx) => turnMonth(tx, ctx, accountId))
  const [account, billing, balance, usedBytes] = await Promise.all([
    openAccount(ctx, accountId),
    findBilling(ctx.db, accountId),
    findBalance(ctx.db, accountId),
    findStorageBytes(ctx.db, accountId),
  ])
  const plan = planOf(ctx.settings, account.plan)
  const storage = { usedBytes, limitBytes: ALLOWANCES[plan].storageBytes }
  return { accountId, plan, billing, balance, storage, terms: ctx.settings.billing }
}
