import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** The ledger is written through functions of the database, which keep its balance; its tables are closed to the service. */

export type LedgerEntry = {
  accountId: string
  entryId: string
  credits: number
  note: string | null
  workbookId?: string | null
  /** What it is made for: there is one entry for each. */
  cause?: string | null
  /** The op in the workbook that is paid for. */
  opId?: number | null
}

/** False: there are not enough, and nothing was spent. */
export function insertCharge(
  tx: Tx,
  { accountId, entryId, credits, note, workbookId = null, cause = null, opId = null }: LedgerEntry,
): Promise<boolean> {
  return answerOf(
    tx,
    sql`charge_credits(${accountId}, ${entryId}, ${credits}, ${note}, ${workbookId}, ${cause}, ${opId})`,
  )
}

export type NewHold = Omit<LedgerEntry, 'entryId'> & { holdId: string; seconds: number }

/** False: there are not enough, and nothing is held. */
export function insertHold(
  tx: Tx,
  { accountId, holdId, credits, note, workbookId = null, seconds }: NewHold,
): Promise<boolean> {
  return answerOf(tx, sql`hold_credits(${accountId}, ${holdId}, ${credits}, ${note}, ${workbookId}, ${seconds})`)
}

/** Whether credits are held still; if so they are until the transaction ends. */
export async function lockHold(tx: Tx, accountId: string, holdId: string): Promise<boolean> {
  await sql`select lock_ledger(${accountId})`.execute(tx)
  const found = await tx
    .selectFrom('ledgerHold')
    .select('holdId')
    .where('accountId', '=', accountId)
    .where('holdId', '=', holdId)
    .executeTakeFirst()
  return found !== undefined
}

/** Spends so many of the credits that are held and gives the others back. False: the hold was ended before. */
export function deleteHold(
  tx: Tx,
  holdId: string,
  { accountId, entryId, credits, note, workbookId = null, cause = null, opId = null }: LedgerEntry,
): Promise<boolean> {
  return answerOf(
    tx,
    sql`end_hold(${accountId}, ${holdId}, ${entryId}, ${credits}, ${note}, ${workbookId}, ${cause}, ${opId})`,
  )
}

/** Ends holds of those who died. How many there were. */
export async function deleteDueHolds(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ released: number }>`select release_due_holds(${most}) as released`.execute(tx)
  return rows[0]?.released ?? 0
}

/** False: they were added for this cause before. */
export function insertGrant(tx: Tx, { accountId, entryId, credits, note, cause = null }: LedgerEntry) {
  return answerOf(tx, sql`add_credits(${accountId}, ${entryId}, ${credits}, ${note}, ${cause})`)
}

/** False: they were taken back for this cause before. */
export function insertRefund(tx: Tx, { accountId, entryId, credits, note, cause = null }: LedgerEntry) {
  return answerOf(tx, sql`take_credits_back(${accountId}, ${entryId}, ${credits}, ${note}, ${cause})`)
}

export type NewMonth = { accountId: string; entryId: string; credits: number; ceiling: number; cause: string }

/** False: this month has begun already. */
export function insertMonth(tx: Tx, { accountId, entryId, credits, ceiling, cause }: NewMonth) {
  return answerOf(tx, sql`turn_month(${accountId}, ${entryId}, ${credits}, ${ceiling}, ${cause})`)
}

/** Everything the account still has; how many credits that were. */
export async function insertForfeit(tx: Tx, accountId: string, entryId: string): Promise<number> {
  const { rows } = await sql<{ forfeited: number }>`
    select forfeit_credits(${accountId}, ${entryId}) as forfeited`.execute(tx)
  return rows[0]?.forfeited ?? 0
}

/** Undefined: the account was never granted anything. */
export function findBalance(db: Db, accountId: string) {
  return db
    .selectFrom('ledgerBalance')
    .leftJoin('accountBilling', 'accountBilling.accountId', 'ledgerBalance.accountId')
    .select(['monthly', 'prepaid', 'held', 'owed', 'spent', 'spentBefore', 'accountBilling.periodEnd'])
    .where('ledgerBalance.accountId', '=', accountId)
    .executeTakeFirst()
}

async function answerOf(tx: Tx, call: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`select ${call} as is_done`.execute(tx)
  return rows[0]?.isDone === true
}
