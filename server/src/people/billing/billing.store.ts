import { sql, type Updateable } from 'kysely'
import type { AccountBilling } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

export type Card = { brand: string; last4: string; exp: string }

export type BillingRow = Awaited<ReturnType<typeof lockBilling>>

/** How the account pays, for changes, which queue here. An account that never paid begins now. */
export async function lockBilling(tx: Tx, accountId: string) {
  await tx
    .insertInto('accountBilling')
    .values({ accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('accountBilling')
    .selectAll()
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return withCard(row)
}

export async function findBilling(db: Db, accountId: string) {
  const row = await db.selectFrom('accountBilling').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  return row && withCard(row)
}

// Safe: updateBilling alone writes it.
const withCard = <R extends { card: unknown }>(row: R) => ({ ...row, card: row.card as Card | null })

export type BillingChange = Omit<Updateable<AccountBilling>, 'card'> & { card?: Card | null }

export async function updateBilling(tx: Tx, accountId: string, { card, ...change }: BillingChange) {
  const written = card === undefined ? change : { ...change, card: card && JSON.stringify(card) }
  await tx.updateTable('accountBilling').set(written).where('accountId', '=', accountId).execute()
}

/** Accounts that share a customer share its card. */
export function listAccountsOfCustomer(db: Db, customerRef: string) {
  return db.selectFrom('accountBilling').select('accountId').where('customerRef', '=', customerRef).execute()
}

/** Accounts whose month is over, or has never begun. */
export function listDueAccounts(db: Db, most: number) {
  return db
    .selectFrom('account')
    .leftJoin('accountBilling', 'accountBilling.accountId', 'account.accountId')
    .select('account.accountId')
    .where('account.closedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('accountBilling.periodEnd', 'is', null), eb('accountBilling.periodEnd', '<=', sql<Date>`now()`)]),
    )
    .limit(most)
    .execute()
}
