import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { openAccount } from '../accounts/open-account.ts'
import { findUser } from '../accounts/users.store.ts'
import { findBilling, lockBilling, updateBilling } from './billing.store.ts'
import { askProvider, type Payments } from './payments.ts'

export type PayingAccount = Awaited<ReturnType<typeof openAccount>>

/** Who the account is at the payment provider; it is introduced there at its first wish to pay. */
export async function customerOf(ctx: Context, { stripe }: Payments, account: PayingAccount): Promise<string> {
  const { accountId, ownerId, name } = account
  const known = (await findBilling(ctx.db, accountId))?.customerRef
  if (known) return known
  const owner = await findUser(ctx.db, ownerId)
  assertState(owner, 'an account that nobody owns')
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
