import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { openAccount } from '../accounts/open-account.ts'
import { noCardOnFile } from './billing.errors.ts'
import { lockBilling, updateBilling } from './billing.store.ts'
import { openPayments } from './payments.ts'
import { readBilling } from './read-billing.ts'

export type AutoTopup = { enabled: boolean; amount: number; threshold: number }

/** Whether the account buys credits by itself as soon as it has fewer than so many, and how many. */
export async function setAutoTopup(ctx: Context, named: string | null | undefined, wish: AutoTopup) {
  // Switching it off takes no payments.
  if (wish.enabled) await openPayments(ctx.settings)
  const { accountId } = await openAccount(ctx, named)
  await inTransaction(ctx.db, async (tx) => {
    const { paymentMethodRef } = await lockBilling(tx, accountId)
    if (wish.enabled && !paymentMethodRef) throw noCardOnFile()
    const { enabled: autoTopup, amount: topupAmount, threshold: topupThreshold } = wish
    await updateBilling(tx, accountId, { autoTopup, topupAmount, topupThreshold })
  })
  return readBilling(ctx, accountId)
}
