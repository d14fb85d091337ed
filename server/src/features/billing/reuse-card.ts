import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findDefaultAccount } from '../accounts/accounts.store.ts'
import { openAccount } from '../accounts/open-account.ts'
import { noCardOnFile } from './billing.errors.ts'
import { findBilling, lockBilling } from './billing.store.ts'
import { payByUse } from './pay-by-use.ts'
import { openPayments } from './payments.ts'
import { readBilling } from './read-billing.ts'

/** A developer account pays as the customer that its owner's default account is, with the card that is saved there. */
export async function reuseCard(ctx: Context, named: string) {
  await openPayments(ctx.settings)
  const { accountId, ownerId } = await openAccount(ctx, named)
  await inTransaction(ctx.db, async (tx) => {
    const wallet = await findDefaultAccount(tx, ownerId)
    const saved = wallet && (await findBilling(tx, wallet.accountId))
    if (!saved?.customerRef || !saved.paymentMethodRef || !saved.card) throw noCardOnFile()
    const { customerRef, paymentMethodRef, card } = saved
    await lockBilling(tx, accountId)
    await payByUse(tx, ctx, accountId, { customerRef, paymentMethodRef, card })
  })
  return readBilling(ctx, accountId)
}
