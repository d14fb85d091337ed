import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** The ledger is written through functions of the database, which keep its balance; its tables are closed to the service. */

export type LedgerEntry = {
  accountId: string
  entryId: string
  credits: number
  note: string | null
  workbookId: string | null
}

/** False: there are not enough, and nothing was spent. */
export async function insertCharge(
  tx: Tx,
  { accountId, entryId, credits, note, workbookId }: LedgerEntry,
): Promise<boolean> {
  const { rows } = await sql<{ charged: boolean }>`
    select charge_credits(${accountId}, ${entryId}, ${credits}, ${note}, ${workbookId}) as charged
  `.execute(tx)
  return rows[0]?.charged ?? false
}

export async function insertGrant(tx: Tx, { accountId, entryId, credits, note, workbookId }: LedgerEntry) {
  const postings = JSON.stringify({ issued: -credits, prepaid: credits })
  await sql`
    select post_ledger_entry(${accountId}, ${entryId}, 'grant', ${note}, ${workbookId}, ${postings}::jsonb)
  `.execute(tx)
}

/** Undefined: the account was never granted anything. */
export function findBalance(db: Db, accountId: string) {
  return db
    .selectFrom('ledgerBalance')
    .select(['monthly', 'prepaid', 'spent'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}
