import type { Stripe } from 'stripe'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { Settings } from '../../../platform/settings.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { findUser } from '../../accounts/users.store.ts'
import { returnRefused, subscriptionActive } from '../billing.errors.ts'
import { findBilling, lockBilling, updateBilling } from '../billing.store.ts'
import { isSubscribed } from '../plans/subscription.ts'
import { askProvider, openPayments, type Payments } from './payments.ts'

type SubscriptionOptions = Returns & {
  accountId?: string | null | undefined
  plan: 'solo' | 'pro'
  interval: 'month' | 'year'
}

/** A page of the payment provider where a user pays or leaves a card. */
export type Checkout = { checkoutUrl: string; sessionId: string; expiresAt: Date }

/** Begins a subscription: it stands when the provider tells that it was paid. */
export async function startCheckout(ctx: Context, { accountId, plan, interval, ...returns }: SubscriptionOptions) {
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

type PortalOptions = { accountId?: string | null | undefined; returnUrl?: string | null | undefined }

/** A page of the payment provider where users see what they paid, change their card, and end their subscription. */
export async function openPortal(ctx: Context, { accountId, returnUrl }: PortalOptions): Promise<string> {
  const payments = await openPayments(ctx.settings)
  const account = await openAccount(ctx, accountId)
  const return_url = returnAddress(ctx.settings, 'return_url', returnUrl)
  const customer = await customerOf(ctx, payments, account)
  const { url } = await askProvider(payments.stripe.billingPortal.sessions.create({ customer, return_url }))
  return url
}

type PayingAccount = Awaited<ReturnType<typeof openAccount>>

/** Who the account is at the payment provider; it is introduced there at its first wish to pay. */
export async function customerOf(ctx: Context, { stripe }: Payments, account: PayingAccount): Promise<string> {
  const { accountId, ownerId, name } = account
  const known = (await findBilling(ctx.db, accountId))?.customerRef
  if (known) return known
  const owner = await findUser(ctx.db, ownerId)
  assertState(owner, 'an account without an owner')
  const metadata = { account_id: toWireId('acc', accountId) }
  // Two who ask at once get the same customer.
  const once = { idempotencyKey: `customer:${accountId}` }
  const { id } = await askProvider(stripe.customers.create({ email: owner.email, name, metadata }, once))
  return inTransaction(ctx.db, async (tx) => {
    const { customerRef } = await lockBilling(tx, accountId)
    if (!customerRef) await updateBilling(tx, accountId, { customerRef: id })
    return customerRef ?? id
  })
}

/** Where a user goes after paying: only to ourselves or to a known place, or our pages would send people anywhere. */
function returnAddress(settings: Settings, member: string, wanted: string | null | undefined): string {
  if (!wanted) return `${settings.baseUrl}/`
  const url = URL.canParse(wanted) ? new URL(wanted) : null
  const isOwn = url?.origin === new URL(settings.baseUrl).origin
  const isListed = url?.protocol === 'https:' && settings.billing?.returnOrigins.includes(url.origin)
  if (!url || !(isOwn || isListed)) throw returnRefused(member)
  return url.href
}

export type Returns = { successUrl?: string | null | undefined; cancelUrl?: string | null | undefined }

/** Both ways back from a checkout, in the provider's words. */
export const returnsOf = (settings: Settings, { successUrl, cancelUrl }: Returns) => ({
  success_url: returnAddress(settings, 'success_url', successUrl),
  cancel_url: returnAddress(settings, 'cancel_url', cancelUrl),
})
