import { type Insertable, sql } from 'kysely'
import type { AccountDomain } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export function listDomains(db: Db, accountId: string) {
  return db.selectFrom('accountDomain').selectAll().where('accountId', '=', accountId).orderBy('domain').execute()
}

export function findDomain(db: Db, accountId: string, domain: string) {
  return db
    .selectFrom('accountDomain')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

/** The account that has proven to hold it. */
export function findHolder(db: Db, domain: string) {
  return db
    .selectFrom('accountDomain')
    .innerJoin('account', 'account.accountId', 'accountDomain.accountId')
    .select(['accountDomain.accountId', 'account.ownerId'])
    .where('accountDomain.domain', '=', domain)
    .where('accountDomain.verifiedAt', 'is not', null)
    .where('account.closedAt', 'is', null)
    .executeTakeFirst()
}

/** A domain that is claimed again keeps its challenge: the record may be on its way. */
export async function insertDomain(tx: Tx, domain: Insertable<AccountDomain>) {
  await tx
    .insertInto('accountDomain')
    .values(domain)
    .onConflict((conflict) => conflict.columns(['accountId', 'domain']).doNothing())
    .execute()
}

/** False: another account was first. */
export async function updateVerified(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accountDomain')
    .set({ verifiedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('domain', '=', domain)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accountDomain as other')
            .select('other.accountId')
            .where('other.domain', '=', domain)
            .where('other.accountId', '<>', accountId)
            .where('other.verifiedAt', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteDomain(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accountDomain')
    .where('accountId', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of two who verify one domain at once the second waits here. */
export async function lockDomain(tx: Tx, domain: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('domain ' || ${domain}, 0))`.execute(tx)
}

/** A closed account holds nothing, before it is taken away too. */
export async function deleteDomainsOfAccount(tx: Tx, accountId: string) {
  await tx.deleteFrom('accountDomain').where('accountId', '=', accountId).execute()
}
