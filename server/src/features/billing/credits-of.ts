import type { Db } from '../../platform/postgres.ts'
import { presentCredits } from '../accounts/credits.ts'
import { findBalance } from './ledger.store.ts'

const NOTHING = { monthly: 0, prepaid: 0, spent: 0, spentBefore: 0, periodEnd: null }

/** What an account has and has used, in wire form. */
export async function creditsOf(db: Db, accountId: string) {
  return presentCredits((await findBalance(db, accountId)) ?? NOTHING)
}
