import type { Platform } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { fromWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { creditsOf } from './credits-of.ts'
import { grant } from './grant.ts'

export type CreditGrant = { account: string; credits: number; note?: string }

/** The operator gives an account (`acc_…`) credits. Returns what it has then. */
export function grantCredits({ db }: Pick<Platform, 'db'>, { account, credits, note }: CreditGrant) {
  return inTransaction(db, async (tx) => {
    const found = await findAccount(tx, fromWireId('acc', account))
    if (!found) throw notFound('account', account)
    await grant(tx, { accountId: found.accountId, credits, note: note ?? null })
    return creditsOf(tx, found.accountId)
  })
}
