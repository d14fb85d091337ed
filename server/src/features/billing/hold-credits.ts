import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { insertHold } from './ledger.store.ts'
import { turnMonth } from './turn-month.ts'

export type Held = { accountId: string; holdId: string }

export type CreditHold = { accountId: string; workbookId: string; credits: number; note: string; seconds: number }

/** Sets credits aside for work that begins, so that they are there when it is done. Null: there are too few. */
export async function holdCredits(ctx: Context, { accountId, credits, ...what }: CreditHold): Promise<Held | null> {
  assertState(Number.isSafeInteger(credits) && credits > 0, `a hold of ${credits} credits`)
  const holdId = newId()
  return inTransaction(ctx.db, async (tx) => {
    await turnMonth(tx, ctx, accountId)
    return (await insertHold(tx, { accountId, holdId, credits, ...what })) ? { accountId, holdId } : null
  })
}
