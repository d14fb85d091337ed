import { type Insertable, sql, type Updateable } from 'kysely'
import type { ScimGroup } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export function insertScimGroup(tx: Tx, group: Insertable<ScimGroup>) {
  return tx.insertInto('scimGroup').values(group).returningAll().executeTakeFirstOrThrow()
}

export type ScimGroupRow = Awaited<ReturnType<typeof insertScimGroup>>

type RecordId = { accountId: string; groupId: string }

export function updateScimGroup(tx: Tx, { accountId, groupId }: RecordId, changes: Updateable<ScimGroup>) {
  return tx
    .updateTable('scimGroup')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('groupId', '=', groupId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteScimGroup(tx: Tx, { accountId, groupId }: RecordId) {
  await tx.deleteFrom('scimGroup').where('accountId', '=', accountId).where('groupId', '=', groupId).execute()
}

export function findScimGroup(db: Db, { accountId, groupId }: RecordId) {
  return groups(db, accountId).where('groupId', '=', groupId).executeTakeFirst()
}

export function lockScimGroup(tx: Tx, { accountId, groupId }: RecordId) {
  return groups(tx, accountId).where('groupId', '=', groupId).forUpdate().executeTakeFirst()
}

export function findScimGroupByName(db: Db, accountId: string, nameKey: string) {
  return groups(db, accountId).where('nameKey', '=', nameKey).executeTakeFirst()
}

export function listScimGroups(db: Db, accountId: string) {
  return groups(db, accountId).orderBy('groupId').execute()
}

export type GroupMember = { groupId: string; scimUserId: string; userId: string | null }

/** Of these groups. */
export function listGroupMembers(db: Db, accountId: string, groupIds: readonly string[]): Promise<GroupMember[]> {
  if (groupIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('scimGroupMember')
    .innerJoin('scimUser', (join) =>
      join
        .onRef('scimUser.accountId', '=', 'scimGroupMember.accountId')
        .onRef('scimUser.scimUserId', '=', 'scimGroupMember.scimUserId'),
    )
    .select(['scimGroupMember.groupId', 'scimUser.scimUserId', 'scimUser.userId'])
    .where('scimGroupMember.accountId', '=', accountId)
    .where('scimGroupMember.groupId', 'in', [...groupIds])
    .orderBy('scimUser.scimUserId')
    .execute()
}

/** The groups of these records. */
export function listGroupsOfRecords(db: Db, accountId: string, scimUserIds: readonly string[]) {
  if (scimUserIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('scimGroupMember')
    .innerJoin('scimGroup', (join) =>
      join
        .onRef('scimGroup.accountId', '=', 'scimGroupMember.accountId')
        .onRef('scimGroup.groupId', '=', 'scimGroupMember.groupId'),
    )
    .select(['scimGroupMember.scimUserId', 'scimGroup.groupId', 'scimGroup.displayName'])
    .where('scimGroupMember.accountId', '=', accountId)
    .where('scimGroupMember.scimUserId', 'in', [...scimUserIds])
    .orderBy('scimGroup.displayName')
    .execute()
}

/** In the place of those that were in it. */
export async function replaceGroupMembers(tx: Tx, { accountId, groupId }: RecordId, scimUserIds: readonly string[]) {
  await tx.deleteFrom('scimGroupMember').where('accountId', '=', accountId).where('groupId', '=', groupId).execute()
  if (scimUserIds.length === 0) return
  await sql`
    insert into scim_group_member (account_id, group_id, scim_user_id)
    select ${accountId}, ${groupId}, id from unnest(${[...scimUserIds]}::uuid[]) as sent (id)
  `.execute(tx)
}

function groups(db: Db, accountId: string) {
  return db.selectFrom('scimGroup').selectAll().where('accountId', '=', accountId)
}
