import type { Db } from '../../platform/postgres.ts'

export async function findPersonalWorkspace(db: Db, userId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('workspace')
    .innerJoin('account', 'account.accountId', 'workspace.accountId')
    .select('workspaceId')
    .where('account.ownerId', '=', userId)
    .where('account.kind', '=', 'default')
    .where('workspace.kind', '=', 'personal')
    .executeTakeFirst()
  return found?.workspaceId
}
