import type { Stripe } from 'stripe'
import type { BillingSettings, Settings } from '../../../platform/settings.ts'
import { billingDisabled, providerFailed } from '../billing.errors.ts'

/** The payment provider, and what is agreed with it. */
export type Payments = { stripe: Stripe; terms: BillingSettings }

/** Shorter than a transaction may wait; the caller tries again, not the client. */
const TIMEOUT_MS = 7_000

/** Loaded only where there is a provider: it takes half a second. */
export async function openPayments({ billing }: Pick<Settings, 'billing'>): Promise<Payments> {
  if (!billing) throw billingDisabled()
  const { Stripe } = await import('stripe')
  return {
    stripe: new Stripe(billing.secretKey, {
      ...placeOf(billing),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    terms: billing,
  }
}

function placeOf({ endpoint }: BillingSettings) {
  if (!endpoint) return {}
  const { hostname, port, protocol } = new URL(endpoint)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/** What the provider refuses is reported in its words; that it cannot be reached, in ours. */
export async function askProvider<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const { Stripe } = await import('stripe')
    if (error instanceof Stripe.errors.StripeCardError) throw error
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw providerFailed(error.message)
    if (error instanceof Stripe.errors.StripeError) throw providerFailed('The payment provider cannot be reached.')
    throw error
  }
}

/** The card was refused, or its bank wants to see the holder. */
export async function isDeclined(error: unknown): Promise<boolean> {
  const { Stripe } = await import('stripe')
  return error instanceof Stripe.errors.StripeCardError
}

/** What so many credits cost, in the smallest unit of the currency. */
export const priceOfCredits = (credits: number, { packPrice }: BillingSettings) =>
  Math.ceil((credits * packPrice) / 1_000)
