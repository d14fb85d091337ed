import { type Insertable, sql } from 'kysely'
import type { WorkbookMember } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

export function listMembers(db: Db, workbookId: string) {
  return db
    .selectFrom('workbookMember')
    .innerJoin('appUser', 'appUser.userId', 'workbookMember.userId')
    .select(['appUser.userId', 'appUser.email', 'appUser.name', 'workbookMember.role', 'workbookMember.addedAt'])
    .where('workbookMember.workbookId', '=', workbookId)
    .orderBy('workbookMember.addedAt')
    .execute()
}

/** True: they were none before. */
export async function upsertMember(tx: Tx, member: Insertable<WorkbookMember>): Promise<boolean> {
  const { isNew } = await tx
    .insertInto('workbookMember')
    .values(member)
    .onConflict((conflict) => conflict.columns(['workbookId', 'userId']).doUpdateSet({ role: member.role }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}

export async function deleteMember(tx: Tx, workbookId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('workbookMember')
    .where('workbookId', '=', workbookId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
