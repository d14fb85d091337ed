import type { Stripe } from 'stripe'
import { updatePlan } from '../../accounts/accounts.store.ts'
import { type BillingRow, lockBilling, updateBilling } from '../billing.store.ts'
import { shownOf } from '../payments/cards.ts'
import { accountNamed, type PaymentContext } from '../payments/payment-context.ts'
import { askProvider } from '../payments/payments.ts'
import { planWith, readSubscription } from './subscription.ts'
import { turnMonth } from './turn-month.ts'

/** The account is on the plan that its subscription pays for now. Asked under the account's lock: the last to ask knows best. */
export async function syncSubscription(
  paymentCtx: PaymentContext,
  account: string | undefined,
  subscriptionRef: string | null,
) {
  const accountId = await accountNamed(paymentCtx, account)
  if (!accountId || !subscriptionRef) return
  const { tx, payments } = paymentCtx
  const billing = await lockBilling(tx, accountId)
  const expand = ['default_payment_method']
  const found = await askProvider(payments.stripe.subscriptions.retrieve(subscriptionRef, { expand }))
  const subscribed = readSubscription(found, payments.terms)
  if (!subscribed || isOfThePast(billing, subscriptionRef, subscribed.status)) return
  const { status, interval, anchor } = subscribed
  const card = cardOf(found)
  const isOver = status === 'canceled'
  await updateBilling(tx, accountId, {
    subscriptionRef,
    subscriptionStatus: status,
    interval: isOver ? null : interval,
    anchor: isOver ? billing.anchor : anchor,
    ...card,
  })
  if (status === 'none') return
  await updatePlan(tx, accountId, planWith(subscribed, Boolean(card.paymentMethodRef ?? billing.paymentMethodRef)))
  await turnMonth(tx, paymentCtx, accountId)
}

/** One that has ended, or was never paid, says nothing about an account that has another since. */
const isOfThePast = ({ subscriptionRef }: BillingRow, ref: string, status: string) =>
  subscriptionRef !== null && subscriptionRef !== ref && (status === 'canceled' || status === 'none')

function cardOf({ default_payment_method: method }: Stripe.Subscription) {
  if (!method || typeof method === 'string') return {}
  return { paymentMethodRef: method.id, card: shownOf(method) }
}
