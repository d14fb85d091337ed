import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { insertGrant } from './ledger.store.ts'

export type Grant = { accountId: string; credits: number; note: string | null }

/** Gives prepaid credits, which do not lapse. */
export async function grant(tx: Tx, { accountId, credits, note }: Grant) {
  assertState(Number.isSafeInteger(credits) && credits > 0, `a grant of ${credits} credits`)
  await insertGrant(tx, { accountId, entryId: newId(), credits, note, workbookId: null })
}
