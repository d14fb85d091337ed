import type { Insertable } from 'kysely'
import type { Account } from '../../platform/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

export function findAccount(db: Db, accountId: string) {
  return db.selectFrom('account').selectAll().where('accountId', '=', accountId).executeTakeFirst()
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

/** Accounts with what they hold: workspaces, keys that still work, credits. An account nobody charged has no balance. */
function withFigures(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('ledgerBalance', 'ledgerBalance.accountId', 'account.accountId')
    .selectAll('account')
    .select(['ledgerBalance.monthly', 'ledgerBalance.prepaid', 'ledgerBalance.spent'])
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
