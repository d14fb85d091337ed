import type { Context } from '../../platform/context.ts'
import { openAccount } from '../accounts/open-account.ts'
import { customerOf } from './customer-of.ts'
import { askProvider, openPayments } from './payments.ts'
import { returnAddress } from './return-address.ts'

export type PortalWish = { accountId?: string | null | undefined; returnUrl?: string | null | undefined }

/** A page of the payment provider where somebody sees what he paid, changes his card, and ends his subscription. */
export async function openPortal(ctx: Context, { accountId, returnUrl }: PortalWish): Promise<string> {
  const payments = await openPayments(ctx.settings)
  const account = await openAccount(ctx, accountId)
  const return_url = returnAddress(ctx.settings, 'return_url', returnUrl)
  const customer = await customerOf(ctx, payments, account)
  const { url } = await askProvider(payments.stripe.billingPortal.sessions.create({ customer, return_url }))
  return url
}
