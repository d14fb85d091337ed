import type { Stripe } from 'stripe'
import { type Card, lockBilling } from './billing.store.ts'
import { payByUse, type SavedCard } from './pay-by-use.ts'
import { askProvider } from './payments.ts'
import { accountTold, type Told } from './told.ts'

/** A card was left with the provider: the account pays by use from now on. */
export async function saveCard(told: Told, setupRef: string | null) {
  if (!setupRef) return
  const { stripe } = told.payments
  const setup = await askProvider(stripe.setupIntents.retrieve(setupRef, { expand: ['payment_method'] }))
  const accountId = await accountTold(told, setup.metadata?.account_id)
  const saved = setup.status === 'succeeded' ? cardOf(setup) : null
  if (!accountId || !saved) return
  await lockBilling(told.tx, accountId)
  await payByUse(told.tx, told, accountId, saved)
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
