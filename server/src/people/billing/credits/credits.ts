import type { Context, Platform } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { fromWireId, newId } from '../../../platform/ids.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/postgres.ts'
import { findAccount } from '../../accounts/accounts.store.ts'
import { presentCredits } from '../../accounts/credits.ts'
import { outOfCredits } from '../billing.errors.ts'
import { turnMonth } from '../plans/turn-month.ts'
import { deleteHold, findBalance, insertCharge, insertGrant, insertHold } from './ledger.store.ts'

const NOTHING = { monthly: 0, prepaid: 0, spent: 0, spentBefore: 0, periodEnd: null }

/** What an account has and has used, in wire form. */
export async function creditsOf(db: Db, accountId: string) {
  return presentCredits((await findBalance(db, accountId)) ?? NOTHING)
}

type Charge = {
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

export type Held = { accountId: string; holdId: string }

type CreditHold = { accountId: string; workbookId: string; credits: number; note: string; seconds: number }

/** Sets credits aside for work that begins, so that they are there when it is done. Null: there are too few. */
export async function holdCredits(ctx: Context, { accountId, credits, ...what }: CreditHold): Promise<Held | null> {
  assertState(Number.isSafeInteger(credits) && credits > 0, `a hold of ${credits} credits`)
  const holdId = newId()
  return inTransaction(ctx.db, async (tx) => {
    await turnMonth(tx, ctx, accountId)
    return (await insertHold(tx, { accountId, holdId, credits, ...what })) ? { accountId, holdId } : null
  })
}

/** Pays with what was held, in the transaction of what it pays for. A hold that ran out is no reason to pay less: it is charged. */
export async function settleHold(tx: Tx, { holdId }: Held, paid: Charge) {
  if (!(await deleteHold(tx, holdId, { entryId: newId(), ...paid }))) await charge(tx, paid)
}

/** Nothing came of the work: what was held for it goes back. */
export async function releaseHold(tx: Tx, { accountId, holdId }: Held) {
  await deleteHold(tx, holdId, { accountId, entryId: newId(), credits: 0, note: 'nothing came of the work' })
}

type Grant = { accountId: string; credits: number; note: string | null; cause?: string }

/** Gives prepaid credits, which do not lapse; what is owed is settled first. False: given for this cause before. */
export function grant(tx: Tx, { accountId, credits, note, cause }: Grant): Promise<boolean> {
  assertState(Number.isSafeInteger(credits) && credits > 0, `a grant of ${credits} credits`)
  return insertGrant(tx, { accountId, entryId: newId(), credits, note, cause: cause ?? null })
}

type CreditGrant = { account: string; credits: number; note?: string }

/** The operator gives an account (`acc_…`) credits. Returns what it has then. */
export function grantCredits({ db }: Pick<Platform, 'db'>, { account, credits, note }: CreditGrant) {
  return inTransaction(db, async (tx) => {
    const found = await findAccount(tx, fromWireId('acc', account))
    if (!found) throw notFound('account', account)
    await grant(tx, { accountId: found.accountId, credits, note: note ?? null })
    return creditsOf(tx, found.accountId)
  })
}
