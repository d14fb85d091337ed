import type { Platform } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { enqueue } from '../../../platform/queue/queue.store.ts'
import { findAccount } from '../../accounts/accounts.store.ts'
import { planOf } from '../../accounts/plan.ts'
import { type BillingRow, lockBilling, updateBilling } from '../billing.store.ts'
import { findBalance, insertMonth } from '../credits/ledger.store.ts'
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
  // A user may have any number of developer accounts: what is free comes with the default one.
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

type Period = { start: Date; end: Date }

/** The month, counted from the anchor, in which a moment lies. One that began on the 31st ends on the last day of shorter months. */
export function periodAt(anchor: Date, moment: Date): Period {
  const passed = Math.max(0, monthsBetween(anchor, moment))
  const isBefore = monthsAfter(anchor, passed) > moment && passed > 0
  const n = isBefore ? passed - 1 : passed
  return { start: monthsAfter(anchor, n), end: monthsAfter(anchor, n + 1) }
}

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
