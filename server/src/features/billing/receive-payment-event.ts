import type { Stripe } from 'stripe'
import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { badSignature } from './billing.errors.ts'
import { creditPayment } from './credit-payment.ts'
import { insertPaymentEvent } from './payment-events.store.ts'
import { openPayments } from './payments.ts'
import { saveCard } from './save-card.ts'
import { syncSubscription } from './sync-subscription.ts'
import type { Told } from './told.ts'

export type SignedEvent = { raw: Buffer | undefined; signature: string | undefined }

/**
 * What the payment provider tells. An event only says where to look: what is true now is asked for, so that events may
 * come twice, late and in any order.
 */
export async function receivePaymentEvent(ctx: PublicContext, { raw, signature }: SignedEvent) {
  const payments = await openPayments(ctx.settings)
  const event = await verified(payments.stripe, payments.terms.eventSecret, { raw, signature })
  await inTransaction(ctx.db, async (tx) => {
    if (!(await insertPaymentEvent(tx, { eventRef: event.id, kind: event.type }))) return
    await obey({ tx, payments, settings: ctx.settings, now: ctx.now }, event)
  })
}

async function verified(stripe: Stripe, secret: string, { raw, signature }: SignedEvent): Promise<Stripe.Event> {
  if (!raw || !signature) throw badSignature()
  try {
    return await stripe.webhooks.constructEventAsync(raw, signature, secret)
  } catch {
    // Told in our own words.
    throw badSignature()
  }
}

async function obey(told: Told, event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return obeyCheckout(told, event.data.object)
    case 'setup_intent.succeeded':
      return saveCard(told, event.data.object.id)
    case 'payment_intent.succeeded':
      return creditPayment(told, event.data.object.id)
    case 'charge.refunded':
      return creditPayment(told, idOf(event.data.object.payment_intent))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return syncSubscription(told, event.data.object.metadata.account_id, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return obeyInvoice(told, event.data.object)
  }
}

async function obeyCheckout(told: Told, { mode, metadata, ...session }: Stripe.Checkout.Session) {
  switch (mode) {
    case 'setup':
      return saveCard(told, idOf(session.setup_intent))
    case 'payment':
      return creditPayment(told, idOf(session.payment_intent))
    case 'subscription':
      return syncSubscription(told, metadata?.account_id, idOf(session.subscription))
  }
}

async function obeyInvoice(told: Told, { parent }: Stripe.Invoice) {
  const about = parent?.subscription_details
  if (about) await syncSubscription(told, about.metadata?.account_id, idOf(about.subscription))
}

const idOf = (named: string | { id: string } | null) => (typeof named === 'string' ? named : (named?.id ?? null))
