import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { noCardOnFile } from '../billing.errors.ts'
import { findBilling, lockBilling, updateBilling } from '../billing.store.ts'
import { creditsOf } from '../credits/credits.ts'
import { readBilling } from '../read-billing.ts'
import { chargeCard } from './cards.ts'
import { type Checkout, customerOf, openCheckout, type Returns, returnsOf } from './checkout.ts'
import { openPayments, priceOfCredits } from './payments.ts'
import { insertTopup } from './topups.store.ts'

type TopupOptions = Returns & { accountId?: string | null | undefined; credits: number }

type ToppedUp = { isCharged: true; balance: number } | ({ isCharged: false } & Checkout)

/** Buys a pack of credits: at once with a saved card, on a page of the provider without one, or where the card is refused. */
export async function topUp(ctx: Context, { accountId: named, credits, ...returns }: TopupOptions): Promise<ToppedUp> {
  const payments = await openPayments(ctx.settings)
  const account = await openAccount(ctx, named)
  const { accountId } = account
  const back = returnsOf(ctx.settings, returns)
  const billing = await findBilling(ctx.db, accountId)
  if (billing?.paymentMethodRef) {
    const topup = { accountId, topupId: topupIdOf(ctx), credits }
    await inTransaction(ctx.db, (tx) => insertTopup(tx, { ...topup, isAutomatic: false }))
    if (await chargeCard(ctx, payments, billing, topup))
      return { isCharged: true, balance: (await creditsOf(ctx.db, accountId)).remaining }
  }
  const metadata = { account_id: toWireId('acc', accountId), credits: String(credits) }
  const { currency } = payments.terms
  const product_data = { name: `${credits} credits` }
  const checkout = await openCheckout(ctx, payments, {
    mode: 'payment',
    customer: await customerOf(ctx, payments, account),
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: priceOfCredits(credits, payments.terms), product_data } },
    ],
    ...back,
    metadata,
    payment_intent_data: { metadata },
  })
  return { isCharged: false, ...checkout }
}

/** The same wish under the same Idempotency-Key is the same top-up, even if its first answer was lost with its transaction. */
function topupIdOf({ caller, idempotencyKey }: Context): string {
  if (!idempotencyKey) return newId()
  const hex = createHash('sha256').update(`${caller.userId}\n${idempotencyKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

type AutoTopup = { enabled: boolean; amount: number; threshold: number }

/** Whether the account buys credits by itself as soon as it has fewer than so many, and how many. */
export async function setAutoTopup(ctx: Context, named: string | null | undefined, wish: AutoTopup) {
  // Without a provider the wish is kept for the day that there is one. Switching it off takes no payments.
  const takesCard = wish.enabled && ctx.settings.billing !== null
  if (takesCard) await openPayments(ctx.settings)
  const { accountId } = await openAccount(ctx, named)
  await inTransaction(ctx.db, async (tx) => {
    const { paymentMethodRef } = await lockBilling(tx, accountId)
    if (takesCard && !paymentMethodRef) throw noCardOnFile()
    const { enabled: autoTopup, amount: topupAmount, threshold: topupThreshold } = wish
    await updateBilling(tx, accountId, { autoTopup, topupAmount, topupThreshold })
  })
  return readBilling(ctx, accountId)
}
