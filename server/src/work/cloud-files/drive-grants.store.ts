import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { DriveAccount } from './cloud-file.ts'

export type GrantKey = { userId: string; account: DriveAccount }

export function findGrant(db: Db, { userId, account }: GrantKey) {
  return db
    .selectFrom('driveGrant')
    .select(['tokens', 'revision'])
    .where('userId', '=', userId)
    .where('account', '=', account)
    .executeTakeFirst()
}

/** The newest leave counts. */
export async function insertGrant(tx: Tx, grant: GrantKey & { tokens: Buffer }) {
  await tx
    .insertInto('driveGrant')
    .values(grant)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'account'])
        .doUpdateSet({ tokens: grant.tokens, revision: sql<number>`drive_grant.revision + 1` }),
    )
    .execute()
}

/** False: another request was faster, and what it wrote is newer. */
export async function updateGrant(
  tx: Tx,
  { userId, account }: GrantKey,
  seen: number,
  tokens: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('driveGrant')
    .set({ tokens, revision: seen + 1 })
    .where('userId', '=', userId)
    .where('account', '=', account)
    .where('revision', '=', seen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** `seen`: only if it is still that one. */
export async function deleteGrant(tx: Tx, { userId, account }: GrantKey, seen: number | null) {
  let query = tx.deleteFrom('driveGrant').where('userId', '=', userId).where('account', '=', account)
  if (seen !== null) query = query.where('revision', '=', seen)
  await query.execute()
}
