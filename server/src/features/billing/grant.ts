import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { insertGrant } from './ledger.store.ts'

export type Grant = { accountId: string; credits: number; note: string | null; cause?: string }

/** Gives prepaid credits, which do not lapse; what is owed is settled first. False: given for this cause before. */
export function grant(tx: Tx, { accountId, credits, note, cause }: Grant): Promise<boolean> {
  assertState(Number.isSafeInteger(credits) && credits > 0, `a grant of ${credits} credits`)
  return insertGrant(tx, { accountId, entryId: newId(), credits, note, cause: cause ?? null })
}
