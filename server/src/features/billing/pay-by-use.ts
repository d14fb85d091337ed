import type { Platform } from '../../platform/context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { findAccount, updatePlan } from '../accounts/accounts.store.ts'
import { planOf } from '../accounts/plan.ts'
import { type Card, updateBilling } from './billing.store.ts'
import { turnMonth } from './turn-month.ts'

export type SavedCard = { customerRef: string; paymentMethodRef: string; card: Card }

/** A card is on file: the free plan becomes one that pays by use and tops itself up; others only have a card now. */
export async function payByUse(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'now'>,
  accountId: string,
  saved: SavedCard,
) {
  const account = await findAccount(tx, accountId)
  if (!account) return
  await updateBilling(tx, accountId, saved)
  if (planOf(platform.settings, account.plan) !== 'free') return
  await updatePlan(tx, accountId, 'payg')
  await updateBilling(tx, accountId, { autoTopup: true })
  await turnMonth(tx, platform, accountId)
}
