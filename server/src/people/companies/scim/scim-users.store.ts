import { type Insertable, sql, type Updateable } from 'kysely'
import type { ScimUser } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export function insertScimUser(tx: Tx, user: Insertable<ScimUser>) {
  return tx.insertInto('scimUser').values(user).returningAll().executeTakeFirstOrThrow()
}

export type ScimUserRow = Awaited<ReturnType<typeof insertScimUser>>

export function updateScimUser(tx: Tx, { accountId, scimUserId }: RecordId, changes: Updateable<ScimUser>) {
  return tx
    .updateTable('scimUser')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('scimUserId', '=', scimUserId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteScimUser(tx: Tx, { accountId, scimUserId }: RecordId) {
  await tx.deleteFrom('scimUser').where('accountId', '=', accountId).where('scimUserId', '=', scimUserId).execute()
}

type RecordId = { accountId: string; scimUserId: string }

export function findScimUser(db: Db, { accountId, scimUserId }: RecordId) {
  return records(db, accountId).where('scimUserId', '=', scimUserId).executeTakeFirst()
}

/** Of two who change one record at once the second sees what the first did. */
export function lockScimUser(tx: Tx, { accountId, scimUserId }: RecordId) {
  return records(tx, accountId).where('scimUserId', '=', scimUserId).forUpdate().executeTakeFirst()
}

export type Found = { userNameKey: string } | { externalId: string }

/** By the two names that providers look records up by. */
export function listScimUsersBy(db: Db, accountId: string, found: Found) {
  const query = records(db, accountId)
  return 'userNameKey' in found
    ? query.where('userNameKey', '=', found.userNameKey).execute()
    : query.where('externalId', '=', found.externalId).orderBy('scimUserId').execute()
}

export function listScimUsers(db: Db, accountId: string, page: { limit: number; offset: number } | null) {
  const query = records(db, accountId).orderBy('scimUserId')
  return page ? query.limit(page.limit).offset(page.offset).execute() : query.execute()
}

export function listScimUsersByIds(db: Db, accountId: string, ids: readonly string[]) {
  return records(db, accountId)
    .where('scimUserId', 'in', [...ids])
    .orderBy('scimUserId')
    .execute()
}

export async function countScimUsers(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('scimUser')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The record of an address; of several that name it, one that is active. */
export function findScimUserByEmail(db: Db, accountId: string, emailKey: string) {
  return records(db, accountId)
    .where('emailKey', '=', emailKey)
    .orderBy('isActive', 'desc')
    .orderBy('scimUserId')
    .limit(1)
    .executeTakeFirst()
}

/** Is anything of the account open to the user with this address, by whatever way they came in? */
export async function findInsider(db: Db, accountId: string, emailKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select u.user_id from app_user u
    where u.email_key = ${emailKey} and (
      exists (select from workspace_member m join workspace w using (workspace_id)
              where w.account_id = ${accountId} and m.user_id = u.user_id)
      or exists (select from workbook_member m join workbook b using (workbook_id) join workspace w using (workspace_id)
                 where w.account_id = ${accountId} and m.user_id = u.user_id))`.execute(db)
  return rows[0]?.userId
}

/** The user who has proven to hold an address. */
export async function findProvenUser(db: Db, emailKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from app_user where email_key = ${emailKey} and is_address_proven(user_id)`.execute(db)
  return rows[0]?.userId
}

/** See the function itself: everything that lets a user into anything of the account. */
export async function endMembership(tx: Tx, accountId: string, userId: string) {
  await sql`select end_membership(${accountId}, ${userId})`.execute(tx)
}

function records(db: Db, accountId: string) {
  return db.selectFrom('scimUser').selectAll().where('accountId', '=', accountId)
}
