import { type Insertable, sql } from 'kysely'
import type { Account } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Plan } from './plan.ts'

/** One that was closed is not there any more, whatever is still to be taken away of it. */
export function findAccount(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

export function findDefaultAccount(db: Db, ownerId: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'default')
    .executeTakeFirst()
}

export function insertAccount(tx: Tx, account: Insertable<Account>) {
  return tx.insertInto('account').values(account).returningAll().executeTakeFirstOrThrow()
}

export async function updatePlan(tx: Tx, accountId: string, plan: Plan) {
  await tx.updateTable('account').set({ plan }).where('accountId', '=', accountId).execute()
}

/** Callers who close it queue here; undefined: it was closed before. */
export function lockAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateClosed(tx: Tx, accountId: string) {
  await tx.updateTable('account').set({ closedAt: sql<Date>`now()` }).where('accountId', '=', accountId).execute()
}

/** Its credentials and how it paid go with it; while a workspace is left, PostgreSQL refuses. */
export async function deleteClosedAccount(tx: Tx, accountId: string) {
  await tx.deleteFrom('account').where('accountId', '=', accountId).where('closedAt', 'is not', null).execute()
}

export function findAccountWithFigures(db: Db, accountId: string) {
  return withFigures(db).where('account.accountId', '=', accountId).executeTakeFirstOrThrow()
}

/** The default account first, then developer accounts, oldest first. */
export function listAccountsWithFigures(db: Db, ownerId: string) {
  return withFigures(db)
    .where('account.ownerId', '=', ownerId)
    .orderBy('account.kind')
    .orderBy('account.accountId')
    .execute()
}

export type AccountWithFigures = Awaited<ReturnType<typeof findAccountWithFigures>>

/** Accounts with what they hold: workspaces, keys that still work, credits. An account that was never charged has no balance. */
function withFigures(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('ledgerBalance', 'ledgerBalance.accountId', 'account.accountId')
    .leftJoin('accountBilling', 'accountBilling.accountId', 'account.accountId')
    .where('account.closedAt', 'is', null)
    .selectAll('account')
    .select(['ledgerBalance.monthly', 'ledgerBalance.prepaid', 'ledgerBalance.spent', 'ledgerBalance.spentBefore'])
    .select('accountBilling.periodEnd')
    .select((eb) => [
      eb
        .selectFrom('workspace')
        .whereRef('workspace.accountId', '=', 'account.accountId')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('workspaceCount'),
      eb
        .selectFrom('credential')
        .whereRef('credential.accountId', '=', 'account.accountId')
        .where('credential.kind', '=', 'key')
        .where('credential.revokedAt', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('keyCount'),
    ])
}
