import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { GroupRole } from './group-role.ts'

export function listGroupRoles(db: Db, workspaceId: string): Promise<GroupRole[]> {
  return db.selectFrom('groupRole').selectAll().where('workspaceId', '=', workspaceId).orderBy('nameKey').execute()
}

/** In the place of those that were there. */
export async function replaceGroupRoles(tx: Tx, workspaceId: string, roles: readonly GroupRole[]) {
  await tx.deleteFrom('groupRole').where('workspaceId', '=', workspaceId).execute()
  if (roles.length > 0)
    await tx
      .insertInto('groupRole')
      .values([...roles])
      .execute()
}

/** Names of the groups a user is in: of the provider's records as long as they are active, and of the last login. */
export async function listGroupsOf(db: Db, accountId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ nameKey: string }>`
    select g.name_key from scim_user u
    join scim_group_member m using (account_id, scim_user_id) join scim_group g using (account_id, group_id)
    where u.account_id = ${accountId} and u.user_id = ${userId} and u.is_active
    union
    select l.name_key from login_group l where l.account_id = ${accountId} and l.user_id = ${userId}
    order by 1`.execute(db)
  return rows.map(({ nameKey }) => nameKey)
}

/** Where groups say, or said, what this user is. In the order in which they are locked. */
export async function listWorkspacesWithGroups(db: Db, accountId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string }>`
    select w.workspace_id from workspace w
    where w.account_id = ${accountId} and (
      exists (select from group_role r where r.workspace_id = w.workspace_id)
      or exists (select from member_origin o where o.workspace_id = w.workspace_id and o.user_id = ${userId}))
    order by 1`.execute(db)
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Users whom groups concern: linked ones, those who named groups at their login, and members by groups. */
export async function listUsersWithGroups(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select u.user_id from scim_user u where u.account_id = ${accountId} and u.user_id is not null
    union select l.user_id from login_group l where l.account_id = ${accountId}
    union select o.user_id from member_origin o join workspace w using (workspace_id) where w.account_id = ${accountId}
    order by 1`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** The groups of a login take the place of those of the one before. */
export async function replaceLoginGroups(tx: Tx, accountId: string, userId: string, nameKeys: readonly string[]) {
  await tx.deleteFrom('loginGroup').where('accountId', '=', accountId).where('userId', '=', userId).execute()
  if (nameKeys.length === 0) return
  const rows = nameKeys.map((nameKey) => ({ accountId, userId, nameKey }))
  await tx.insertInto('loginGroup').values(rows).execute()
}

/** What a group is, in all workspaces of an account. */
export function listRolesOfGroup(db: Db, accountId: string, nameKey: string) {
  return db
    .selectFrom('groupRole')
    .innerJoin('workspace', 'workspace.workspaceId', 'groupRole.workspaceId')
    .selectAll('groupRole')
    .where('workspace.accountId', '=', accountId)
    .where('groupRole.nameKey', '=', nameKey)
    .orderBy('groupRole.workspaceId')
    .execute()
}
