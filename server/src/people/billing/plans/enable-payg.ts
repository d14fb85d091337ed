import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { subscriptionActive } from '../billing.errors.ts'
import { findBilling } from '../billing.store.ts'
import { customerOf, openCheckout, type Returns, returnsOf } from '../payments/checkout.ts'
import { openPayments } from '../payments/payments.ts'
import { isSubscribed } from './subscription.ts'

/** Begins to pay by use: a card is saved and not charged; the provider tells when it is there. */
export async function enablePayg(
  ctx: Context,
  { accountId, ...returns }: Returns & { accountId?: string | null | undefined },
) {
  const payments = await openPayments(ctx.settings)
  const account = await openAccount(ctx, accountId)
  if (isSubscribed(await findBilling(ctx.db, account.accountId))) throw subscriptionActive()
  const metadata = { account_id: toWireId('acc', account.accountId) }
  return openCheckout(ctx, payments, {
    mode: 'setup',
    customer: await customerOf(ctx, payments, account),
    currency: payments.terms.currency,
    ...returnsOf(ctx.settings, returns),
    metadata,
    setup_intent_data: { metadata },
  })
}
