import type { Stripe } from 'stripe'
import type { Context, Platform } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { findAccount, findDefaultAccount, updatePlan } from '../../accounts/accounts.store.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { planOf } from '../../accounts/plan.ts'
import { noCardOnFile } from '../billing.errors.ts'
import { type BillingRow, type Card, findBilling, lockBilling, updateBilling } from '../billing.store.ts'
import { grant } from '../credits/credits.ts'
import { turnMonth } from '../plans/turn-month.ts'
import { readBilling } from '../read-billing.ts'
import { accountNamed, type PaymentContext } from './payment-context.ts'
import { askProvider, isDeclined, openPayments, type Payments, priceOfCredits } from './payments.ts'
import { updateTopup } from './topups.store.ts'

/** A card was left with the provider: the account pays by use from now on. */
export async function saveCard(paymentCtx: PaymentContext, setupRef: string | null) {
  if (!setupRef) return
  const { stripe } = paymentCtx.payments
  const setup = await askProvider(stripe.setupIntents.retrieve(setupRef, { expand: ['payment_method'] }))
  const accountId = await accountNamed(paymentCtx, setup.metadata?.account_id)
  const saved = setup.status === 'succeeded' ? cardOf(setup) : null
  if (!accountId || !saved) return
  await lockBilling(paymentCtx.tx, accountId)
  await payByUse(paymentCtx.tx, paymentCtx, accountId, saved)
}

function cardOf({ customer, payment_method: method }: Stripe.SetupIntent): SavedCard | null {
  const customerRef = typeof customer === 'string' ? customer : customer?.id
  if (!customerRef || !method || typeof method === 'string') return null
  return { customerRef, paymentMethodRef: method.id, card: shownOf(method) }
}

/** What may be shown of a way to pay. */
export function shownOf({ card, type }: Stripe.PaymentMethod): Card {
  if (!card) return { brand: type, last4: '', exp: '' }
  return { brand: card.brand, last4: card.last4, exp: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` }
}

/** A developer account pays as the customer that its owner's default account is, with the card that is saved there. */
export async function reuseCard(ctx: Context, named: string) {
  await openPayments(ctx.settings)
  const { accountId, ownerId } = await openAccount(ctx, named)
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await findDefaultAccount(tx, ownerId)
    const saved = wallet && (await findBilling(tx, wallet.accountId))
    if (!saved?.customerRef || !saved.paymentMethodRef || !saved.card) throw noCardOnFile()
    const { customerRef, paymentMethodRef, card } = saved
    await lockBilling(tx, accountId)
    await payByUse(tx, ctx, accountId, { customerRef, paymentMethodRef, card })
  })
  return readBilling(ctx, accountId)
}

export type PendingTopup = { accountId: string; topupId: string; credits: number }

/**
 * Buys credits with the saved card. The payment carries the id of the top-up, and the credits the payment: however often
 * it is tried, and whichever event reports it first, it is paid and credited once. False: the card was refused.
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

type SavedCard = { customerRef: string; paymentMethodRef: string; card: Card }

/** A card is on file: the free plan becomes one that pays by use and tops itself up; others only have a card now. */
async function payByUse(tx: Tx, platform: Pick<Platform, 'settings' | 'now'>, accountId: string, saved: SavedCard) {
  const account = await findAccount(tx, accountId)
  if (!account) return
  await updateBilling(tx, accountId, saved)
  if (planOf(platform.settings, account.plan) !== 'free') return
  await updatePlan(tx, accountId, 'payg')
  await updateBilling(tx, accountId, { autoTopup: true })
  await turnMonth(tx, platform, accountId)
}
