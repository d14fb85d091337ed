import { sql, type Updateable } from 'kysely'
import type { AccountPolicy as AccountPolicyRow } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { PublicLinks } from '../../accounts/workspaces/workspace.ts'

export function findAccountPolicy(db: Db, accountId: string) {
  return db
    .selectFrom('accountPolicy')
    .select(['maxSessionMinutes', 'maxTokenDays', 'tokensAllowed'])
    .select(sql<PublicLinks>`public_links`.as('publicLinks'))
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

export async function upsertAccountPolicy(
  tx: Tx,
  accountId: string,
  policy: Omit<Updateable<AccountPolicyRow>, 'accountId'>,
) {
  const values = { ...policy, updatedAt: sql<Date>`now()` }
  await tx
    .insertInto('accountPolicy')
    .values({ accountId, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute()
}

/** Holds the sessions and tokens that exist to it: those of one user, or of all it is about. */
export async function applyAccountPolicy(tx: Tx, accountId: string, userId: string | null) {
  await sql`select apply_account_policy(${accountId}, ${userId}::uuid)`.execute(tx)
}
