import type { Platform } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'
import { lockBilling, updateBilling } from '../billing.store.ts'
import { findBalance } from '../credits/ledger.store.ts'
import { chargeCard, type PendingTopup } from './cards.ts'
import { openPayments } from './payments.ts'
import { findAutomaticTopup, insertTopup } from './topups.store.ts'

/** Tops up an account whose credits have run low. One that is under way is finished before another begins. */
export const autoTopup: TaskHandler = async (platform, { account_id, settle }) => {
  if (!platform.settings.billing) return
  const accountId = String(account_id)
  const wanted = await wantedTopup(platform, accountId, settle === true)
  if (!wanted) return
  const isPaid = await chargeCard(platform, await openPayments(platform.settings), wanted.billing, wanted.topup)
  // A card that was refused is not tried again and again: the account owner switches this on again when the card works.
  if (!isPaid) await inTransaction(platform.db, (tx) => updateBilling(tx, accountId, { autoTopup: false }))
}

/** To settle: what is owed alone, whether or not the account tops itself up. */
async function wantedTopup({ db }: Platform, accountId: string, isToSettle: boolean) {
  return inTransaction(db, async (tx) => {
    const billing = await lockBilling(tx, accountId)
    const open: PendingTopup | undefined = await findAutomaticTopup(tx, accountId)
    if (open) return { billing, topup: open }
    const { monthly = 0, prepaid = 0, owed = 0 } = (await findBalance(tx, accountId)) ?? {}
    const isLow = billing.autoTopup && monthly + prepaid + owed < billing.topupThreshold
    // What is owed is paid besides, so that a pack fills the bucket.
    const credits = (isLow ? billing.topupAmount : 0) + (isLow || isToSettle ? 0 - owed : 0)
    if (credits === 0) return null
    const topup = { accountId, topupId: newId(), credits }
    await insertTopup(tx, { ...topup, isAutomatic: true })
    return { billing, topup }
  })
}
