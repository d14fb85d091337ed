import { type Insertable, sql } from 'kysely'
import type { WorkspaceMember } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { UserAttributes } from '../user.ts'

/** An existing member keeps their role. */
export async function insertMember(tx: Tx, member: Insertable<WorkspaceMember>) {
  await tx
    .insertInto('workspaceMember')
    .values(member)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'userId']).doNothing())
    .execute()
}

export function findMember(db: Db, workspaceId: string, userId: string) {
  return members(db, workspaceId).where('workspaceMember.userId', '=', userId).executeTakeFirst()
}

export function findMemberByEmail(db: Db, workspaceId: string, emailKey: string) {
  return members(db, workspaceId).where('appUser.emailKey', '=', emailKey).executeTakeFirst()
}

export function listMembers(db: Db, workspaceId: string) {
  return members(db, workspaceId).orderBy('workspaceMember.joinedAt').orderBy('workspaceMember.userId').execute()
}

export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>

function members(db: Db, workspaceId: string) {
  return (
    db
      .selectFrom('workspaceMember')
      .innerJoin('appUser', 'appUser.userId', 'workspaceMember.userId')
      .select(['appUser.userId', 'appUser.email', 'appUser.name'])
      .select(['workspaceMember.baseRole', 'workspaceMember.customRoles'])
      // Safe: written by `updateAttributes`, or kept from there.
      .select(sql<UserAttributes>`workspace_member.attributes`.as('attributes'))
      .where('workspaceMember.workspaceId', '=', workspaceId)
  )
}

export async function updateCustomRoles(tx: Tx, workspaceId: string, userId: string, customRoles: string[]) {
  await tx
    .updateTable('workspaceMember')
    .set({ customRoles })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute()
}

export async function updateAttributes(tx: Tx, workspaceId: string, userId: string, attributes: UserAttributes) {
  await tx
    .updateTable('workspaceMember')
    .set({ attributes: JSON.stringify(attributes) })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute()
}

/** For roles that come from groups. */
export async function updateMember(
  tx: Tx,
  {
    workspaceId,
    userId,
    baseRole,
    customRoles,
  }: Pick<Member, 'userId' | 'baseRole' | 'customRoles'> & { workspaceId: string },
) {
  await tx
    .updateTable('workspaceMember')
    .set({ baseRole, customRoles })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute()
}

/** What the user was there; undefined: no member. */
export function deleteMember(tx: Tx, workspaceId: string, userId: string) {
  return tx
    .deleteFrom('workspaceMember')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .returning(['baseRole', 'customRoles', 'attributes'])
    .executeTakeFirst()
}

/** Removes all members of everything the account funds. */
export async function deleteMembersOfAccount(tx: Tx, accountId: string) {
  await tx
    .deleteFrom('workspaceMember')
    .where('workspaceId', 'in', (eb) =>
      eb.selectFrom('workspace').select('workspaceId').where('accountId', '=', accountId),
    )
    .execute()
}
