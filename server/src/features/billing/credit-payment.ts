import { newId } from '../../platform/ids.ts'
import { grant } from './grant.ts'
import { insertRefund } from './ledger.store.ts'
import { askProvider } from './payments.ts'
import { accountTold, type Told } from './told.ts'

const MOST_REFUNDS = 100

/** Credits what a payment has bought, once, and takes back what of it was returned, each refund once. */
export async function creditPayment(told: Told, paymentRef: string | null) {
  if (!paymentRef) return
  const { stripe } = told.payments
  const payment = await askProvider(stripe.paymentIntents.retrieve(paymentRef))
  const accountId = await accountTold(told, payment.metadata.account_id)
  const credits = Number(payment.metadata.credits)
  if (!accountId || payment.status !== 'succeeded' || !Number.isSafeInteger(credits) || credits < 1) return
  await grant(told.tx, { accountId, credits, note: 'top-up', cause: `payment:${payment.id}` })
  const refunds = await askProvider(stripe.refunds.list({ payment_intent: payment.id, limit: MOST_REFUNDS }))
  for (const { id, amount, status } of refunds.data) {
    const returned = Math.round((credits * amount) / payment.amount)
    const entry = { accountId, entryId: newId(), credits: returned, note: 'payment returned', cause: `refund:${id}` }
    if (status === 'succeeded' && returned > 0) await insertRefund(told.tx, entry)
  }
}
