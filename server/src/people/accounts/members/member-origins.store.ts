import type { Insertable } from 'kysely'
import type { MemberOrigin } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { BaseRole } from '../workspaces/workspace.ts'

/** Of a member whose roles come from groups, what was given by hand. Undefined: everything was. */
export function findOrigin(db: Db, workspaceId: string, userId: string) {
  return db
    .selectFrom('memberOrigin')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function upsertOrigin(tx: Tx, origin: Insertable<MemberOrigin> & { givenRole: BaseRole | null }) {
  const { givenRole, givenCustomRoles } = origin
  await tx
    .insertInto('memberOrigin')
    .values(origin)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'userId']).doUpdateSet({ givenRole, givenCustomRoles }))
    .execute()
}

/** Everything the member is was given by hand again. */
export async function deleteOrigin(tx: Tx, workspaceId: string, userId: string) {
  await tx.deleteFrom('memberOrigin').where('workspaceId', '=', workspaceId).where('userId', '=', userId).execute()
}
