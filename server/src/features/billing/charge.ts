import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { outOfCredits } from './billing.errors.ts'
import { creditsOf } from './credits-of.ts'
import { insertCharge } from './ledger.store.ts'

export type Charge = {
  accountId: string
  credits: number
  note: string
  workbookId: string | null
  /** Charged once for each; left out, every call charges. */
  cause?: string
  opId?: number | null
}

/** Spends credits in the transaction of what they pay for, those of the month first; refused when there are too few. */
export async function charge(tx: Tx, { accountId, credits, ...what }: Charge) {
  assertState(Number.isSafeInteger(credits) && credits >= 0, `a charge of ${credits} credits`)
  if (credits === 0) return
  if (await insertCharge(tx, { accountId, entryId: newId(), credits, ...what })) return
  throw outOfCredits(credits, (await creditsOf(tx, accountId)).remaining)
}
