import type { Stripe } from 'stripe'
import type { BillingSettings } from '../../../platform/settings.ts'
import { SUBSCRIPTION_PRICES } from '../../../platform/settings.ts'
import type { Plan } from '../../accounts/plan.ts'

export const SUBSCRIPTION_STATUSES = ['none', 'trialing', 'active', 'past_due', 'canceled'] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** One that still has to be ended before the account can be. */
export const isSubscribed = (billing: { subscriptionStatus: string } | undefined) =>
  billing?.subscriptionStatus === 'active' || billing?.subscriptionStatus === 'trialing'

/** One that the provider has learned of since counts as none. */
const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
  incomplete: 'none',
}

/** What a subscription means for its account; null: it is not one of our plans. */
export type Subscribed = { status: SubscriptionStatus; plan: Plan; interval: 'month' | 'year'; anchor: Date }

export function readSubscription(
  { status, items, start_date }: Stripe.Subscription,
  { prices }: BillingSettings,
): Subscribed | null {
  const paid = SUBSCRIPTION_PRICES.find((name) => prices[name] === items.data[0]?.price.id)
  if (!paid) return null
  const [plan, interval] = paid.split('_')
  return {
    status: STATUSES[status] ?? 'none',
    plan: plan === 'pro' ? 'pro' : 'solo',
    interval: interval === 'year' ? 'year' : 'month',
    anchor: new Date(start_date * 1_000),
  }
}

/** A subscription that is late is one still; after it has ended, a saved card pays by use. */
export function planWith({ status, plan }: Subscribed, hasCard: boolean): Plan {
  if (status === 'active' || status === 'trialing' || status === 'past_due') return plan
  return hasCard ? 'payg' : 'free'
}
