import type { Stripe } from 'stripe'
import type { PublicContext } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { badSignature } from '../billing.errors.ts'
import { grant } from '../credits/credits.ts'
import { insertRefund } from '../credits/ledger.store.ts'
import { syncSubscription } from '../plans/sync-subscription.ts'
import { saveCard } from './cards.ts'
import { accountNamed, type PaymentContext } from './payment-context.ts'
import { insertPaymentEvent } from './payment-events.store.ts'
import { askProvider, openPayments } from './payments.ts'

type SignedEvent = { raw: Buffer | undefined; signature: string | undefined }

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
    // Reported in our own words.
    throw badSignature()
  }
}

async function obey(paymentCtx: PaymentContext, event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return obeyCheckout(paymentCtx, event.data.object)
    case 'setup_intent.succeeded':
      return saveCard(paymentCtx, event.data.object.id)
    case 'payment_intent.succeeded':
      return creditPayment(paymentCtx, event.data.object.id)
    case 'charge.refunded':
      return creditPayment(paymentCtx, idOf(event.data.object.payment_intent))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return syncSubscription(paymentCtx, event.data.object.metadata.account_id, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return obeyInvoice(paymentCtx, event.data.object)
  }
}

async function obeyCheckout(paymentCtx: PaymentContext, { mode, metadata, ...session }: Stripe.Checkout.Session) {
  switch (mode) {
    case 'setup':
      return saveCard(paymentCtx, idOf(session.setup_intent))
    case 'payment':
      return creditPayment(paymentCtx, idOf(session.payment_intent))
    case 'subscription':
      return syncSubscription(paymentCtx, metadata?.account_id, idOf(session.subscription))
  }
}

async function obeyInvoice(paymentCtx: PaymentContext, { parent }: Stripe.Invoice) {
  const about = parent?.subscription_details
  if (about) await syncSubscription(paymentCtx, about.metadata?.account_id, idOf(about.subscription))
}

const idOf = (named: string | { id: string } | null) => (typeof named === 'string' ? named : (named?.id ?? null))

const MOST_REFUNDS = 100

/** Credits what a payment has bought, once, and takes back what of it was returned, each refund once. */
async function creditPayment(paymentCtx: PaymentContext, paymentRef: string | null) {
  if (!paymentRef) return
  const { stripe } = paymentCtx.payments
  const payment = await askProvider(stripe.paymentIntents.retrieve(paymentRef))
  const accountId = await accountNamed(paymentCtx, payment.metadata.account_id)
  const credits = Number(payment.metadata.credits)
  if (!accountId || payment.status !== 'succeeded' || !Number.isSafeInteger(credits) || credits < 1) return
  await grant(paymentCtx.tx, { accountId, credits, note: 'top-up', cause: `payment:${payment.id}` })
  const refunds = await askProvider(stripe.refunds.list({ payment_intent: payment.id, limit: MOST_REFUNDS }))
  for (const { id, amount, status } of refunds.data) {
    const returned = Math.round((credits * amount) / payment.amount)
    const entry = { accountId, entryId: newId(), credits: returned, note: 'payment returned', cause: `refund:${id}` }
    if (status === 'succeeded' && returned > 0) await insertRefund(paymentCtx.tx, entry)
  }
}
