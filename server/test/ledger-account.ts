import {
  charge,
  creditsOf,
  grant,
  grantCredits,
  type Held,
  holdCredits,
  releaseHold,
  settleHold,
} from '../src/people/billing/credits/credits.ts'
import { findBalance, insertMonth, insertRefund } from '../src/people/billing/credits/ledger.store.ts'
import { NO_ID, newId, toWireId } from '../src/platform/ids.ts'
import { inTransaction } from '../src/platform/postgres.ts'
import { newOwner } from './context.ts'
import type { RunningService } from './start-service.ts'

const NO_HOLD = { accountId: NO_ID, holdId: NO_ID }

/** An account whose books a test looks into, and what can be done to them. */
export async function newLedgerAccount(running: RunningService) {
  const { ctx, accountId, workbookId } = await newOwner(running)
  return {
    accountId,
    grant: (credits: number) => grantCredits(ctx, { account: toWireId('acc', accountId), credits, note: 'welcome' }),
    charge: (credits: number) =>
      inTransaction(ctx.db, (tx) => charge(tx, { accountId, credits, note: 'structuring', workbookId })),
    credits: () => creditsOf(ctx.db, accountId),
    /** Beside what is left of the last one. */
    grantMonth: (credits: number) =>
      running.admin.query(`select post_ledger_entry($1, $2, 'grant', null, null, $3)`, [
        accountId,
        newId(),
        { issued: -credits, monthly: credits },
      ]),
    turn: (cause: string, credits: number, ceiling = 0) =>
      inTransaction(ctx.db, (tx) => insertMonth(tx, { accountId, entryId: newId(), credits, ceiling, cause })),
    hold: (credits: number, seconds = 60) =>
      holdCredits(ctx, { accountId, workbookId, credits, note: 'structuring', seconds }),
    settle: (held: Held | null, credits: number, cause = newId()) =>
      inTransaction(ctx.db, (tx) =>
        settleHold(tx, held ?? NO_HOLD, { accountId, workbookId, credits, note: 'structuring', cause, opId: 7 }),
      ),
    release: (held: Held | null) => inTransaction(ctx.db, (tx) => releaseHold(tx, held ?? NO_HOLD)),
    pay: (cause: string, credits: number) =>
      inTransaction(ctx.db, (tx) => grant(tx, { accountId, credits, note: null, cause })),
    refund: (cause: string, credits: number) =>
      inTransaction(ctx.db, (tx) => insertRefund(tx, { accountId, entryId: newId(), credits, note: null, cause })),
    books: () => findBalance(ctx.db, accountId),
    ctx,
    workbookId,
  }
}
