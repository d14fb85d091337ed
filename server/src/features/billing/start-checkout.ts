import type { Stripe } from 'stripe'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { openAccount } from '../accounts/open-account.ts'
import { subscriptionActive } from './billing.errors.ts'
import { findBilling } from './billing.store.ts'
import { customerOf } from './customer-of.ts'
import { askProvider, openPayments, type Payments } from './payments.ts'
import { type Returns, returnsOf } from './return-address.ts'
import { isSubscribed } from './subscription.ts'

export type SubscriptionWish = Returns & {
  accountId?: string | null | undefined
  plan: 'solo' | 'pro'
  interval: 'month' | 'year'
}

/** A page of the payment provider where somebody pays or leaves a card. */
export type Checkout = { checkoutUrl: string; sessionId: string; expiresAt: Date }

/** Begins a subscription: it stands when the provider tells that it was paid. */
export async function startCheckout(ctx: Context, { accountId, plan, interval, ...returns }: SubscriptionWish) {
  const payments = await openPayments(ctx.settings)
  const account = await openAccount(ctx, accountId)
  if (isSubscribed(await findBilling(ctx.db, account.accountId))) throw subscriptionActive()
  const metadata = { account_id: toWireId('acc', account.accountId) }
  return openCheckout(ctx, payments, {
    mode: 'subscription',
    customer: await customerOf(ctx, payments, account),
    line_items: [{ price: payments.terms.prices[`${plan}_${interval}`], quantity: 1 }],
    ...returnsOf(ctx.settings, returns),
    metadata,
    subscription_data: { metadata },
  })
}

/** Asked twice under one Idempotency-Key, there is one page. */
export async function openCheckout(
  { caller, idempotencyKey }: Context,
  { stripe }: Payments,
  wanted: Stripe.Checkout.SessionCreateParams,
): Promise<Checkout> {
  const once = idempotencyKey ? { idempotencyKey: `checkout:${caller.userId}:${idempotencyKey}`.slice(0, 255) } : {}
  const { id, url, expires_at } = await askProvider(stripe.checkout.sessions.create(wanted, once))
  assertState(url, 'a checkout without a page')
  return { checkoutUrl: url, sessionId: id, expiresAt: new Date(expires_at * 1_000) }
}
