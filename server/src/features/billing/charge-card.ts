import type { Platform } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { BillingRow } from './billing.store.ts'
import { grant } from './grant.ts'
import { askProvider, isDeclined, type Payments, priceOfCredits } from './payments.ts'
import { updateTopup } from './topups.store.ts'

export type PendingTopup = { accountId: string; topupId: string; credits: number }

/**
 * Buys credits with the saved card. The payment carries the id of the top-up, and the credits the payment: however often
 * it is tried, and whoever tells of it first, it is paid and credited once. False: the card was refused.
 */
export async function chargeCard(
  { db }: Pick<Platform, 'db'>,
  { stripe, terms }: Payments,
  { customerRef, paymentMethodRef }: Pick<BillingRow, 'customerRef' | 'paymentMethodRef'>,
  topup: PendingTopup,
): Promise<boolean> {
  const { accountId, topupId, credits } = topup
  if (!customerRef || !paymentMethodRef) return false
  const wanted = {
    amount: priceOfCredits(credits, terms),
    currency: terms.currency,
    customer: customerRef,
    payment_method: paymentMethodRef,
    off_session: true,
    confirm: true,
    metadata: { account_id: toWireId('acc', accountId), credits: String(credits) },
  }
  const payment = await askProvider(stripe.paymentIntents.create(wanted, { idempotencyKey: `topup:${topupId}` })).catch(
    async (error: unknown) => {
      if (await isDeclined(error)) return null
      throw error
    },
  )
  const isPaid = payment?.status === 'succeeded'
  await inTransaction(db, async (tx) => {
    if (isPaid) await grant(tx, { accountId, credits, note: 'top-up', cause: `payment:${payment.id}` })
    await updateTopup(tx, topup, { status: isPaid ? 'paid' : 'failed', paymentRef: payment?.id ?? null })
  })
  return isPaid
}
