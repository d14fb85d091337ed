import type { Platform } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { planOf } from '../accounts/plan.ts'
import { type BillingRow, lockBilling, updateBilling } from './billing.store.ts'
import { findBalance, insertMonth } from './ledger.store.ts'
import { periodAt } from './period.ts'
import { ALLOWANCES, SETTLEMENT_FLOOR } from './plan.ts'

/** Begins the month that it is by now, unless it has begun: what is left of the last one lapses. Another plan is another month. */
export async function turnMonth(tx: Tx, { settings, now }: Pick<Platform, 'settings' | 'now'>, accountId: string) {
  if (!settings.billing) return
  const account = await findAccount(tx, accountId)
  if (!account) return
  const billing = await lockBilling(tx, accountId)
  const plan = planOf(settings, account.plan)
  const { start, end } = periodAt(billing.anchor, now())
  const { monthlyCredits, ceiling } = ALLOWANCES[plan]
  // Anybody may have as many developer accounts as he likes: what is free comes with the default one.
  const credits = plan === 'free' && account.kind === 'developer' ? 0 : monthlyCredits
  const cause = `month:${plan}:${start.toISOString()}`
  const isTurned = await insertMonth(tx, { accountId, entryId: newId(), credits, ceiling, cause })
  if (billing.periodEnd?.getTime() !== end.getTime()) await updateBilling(tx, accountId, { periodEnd: end })
  if (isTurned) await settleArrears(tx, billing)
}

/** What is still owed when a month begins is collected with the saved card, if that is worth it. */
async function settleArrears(tx: Tx, { accountId, paymentMethodRef }: BillingRow) {
  const owed = 0 - ((await findBalance(tx, accountId))?.owed ?? 0)
  if (owed < SETTLEMENT_FLOOR || !paymentMethodRef) return
  const payload = { account_id: accountId, settle: true }
  await enqueue(tx, { name: 'billing.topup', payload, key: `billing.topup:${accountId}`, attempts: 5 })
}
