import { type Expression, type Insertable, sql, type Updateable } from 'kysely'
import type { FoundCredential } from '../../people/credentials/credentials.store.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Workbook } from '../../platform/database/database-schema.ts'
import { keepJoinedStatement, keepStatement, PART } from '../../platform/database/keep-statement.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Everything that opening a workbook asks, in one look-up by primary keys. */
export async function findWorkbookFor(db: Db, workbookId: string, userId: string) {
  const [found] = await workbooksFor(db, workbookId, userId)
  return found
}

const workbooksFor = keepStatement((db, workbookId: string, userId: string) =>
  visibleBy(db, userId).where('workbook.workbookId', '=', workbookId).where('workbook.deletedAt', 'is', null).compile(),
)

/** The same for several. */
export function listWorkbooksFor(db: Db, workbookIds: readonly string[], userId: string): Promise<WorkbookRow[]> {
  return visibleBy(db, userId)
    .where(sql<boolean>`workbook.workbook_id = any (${workbookIds}::uuid[])`)
    .where('workbook.deletedAt', 'is', null)
    .execute()
}

/**
 * For a statement that asks at once who holds a credential (`held`, `holder`) and what a workbook is to them (`seen`): the tables it
 * is about. Empty where there is no such credential; nothing but NULLs in `seen` where there is no such workbook.
 */
export const heldAndSeen = (db: Db, secretHashes: Buffer[], workbookId: string) => sql`
  (select * from credential where secret_hash = any (${secretHashes}::bytea[])) held
  join account holder on holder.account_id = held.account_id
  left join lateral ${visibleBy(db, sql<string>`coalesce(held.user_id, holder.owner_id)`)
    .where('workbook.workbookId', '=', workbookId)
    .where('workbook.deletedAt', 'is', null)} seen on true`

/** Both, in one statement. */
export const findHeldAndSeen = keepJoinedStatement<[Buffer[], string], [FoundCredential, WorkbookRow]>(
  (db, secretHashes, workbookId) =>
    sql`
      select held.*, holder.owner_id, null as ${sql.ref(PART)}, seen.*
      from ${heldAndSeen(db, secretHashes, workbookId)}
    `.compile(db),
)

/** Workbooks with what this user is in each. */
function visibleBy(db: Db, userId: string | Expression<string>) {
  return db
    .selectFrom('workbook')
    .innerJoin('workspace', 'workspace.workspaceId', 'workbook.workspaceId')
    .innerJoin('account', 'account.accountId', 'workspace.accountId')
    .innerJoin('workbookHead', 'workbookHead.workbookId', 'workbook.workbookId')
    .leftJoin('workbookMember', (join) =>
      join.onRef('workbookMember.workbookId', '=', 'workbook.workbookId').on('workbookMember.userId', '=', userId),
    )
    .leftJoin('workspaceMember', (join) =>
      join.onRef('workspaceMember.workspaceId', '=', 'workbook.workspaceId').on('workspaceMember.userId', '=', userId),
    )
    .leftJoin('workspaceGuest', (join) =>
      join.onRef('workspaceGuest.workspaceId', '=', 'workbook.workspaceId').on('workspaceGuest.userId', '=', userId),
    )
    .selectAll('workbook')
    .select([
      'workspace.accountId',
      'account.ownerId as accountOwnerId',
      'workbookHead.editSeq',
      'workbookHead.policyEpoch',
      'workbookHead.catalogEpoch',
      'workbookMember.role as memberRole',
      'workspaceMember.baseRole as workspaceRole',
      'workspaceGuest.formerRole',
      sql<string[] | null>`coalesce(workspace_member.custom_roles, workspace_guest.custom_roles)`.as('customRoles'),
      sql<Record<string, string[]> | null>`coalesce(workspace_member.attributes, workspace_guest.attributes)`.as(
        'attributes',
      ),
    ])
}

/** What users made in a workspace is no longer theirs once they have left it. */
const isStillThere = (userId: string) =>
  sql<boolean>`(workspace_member.user_id is not null or account.owner_id = ${userId})`

export type WorkbookRow = NonNullable<Awaited<ReturnType<typeof findWorkbookFor>>>

export type Page = { limit: number; after: string | null }

/** Newest first: an id holds its time of birth. One more than a page is read to know whether there is a next. */
export function listOwnWorkbooks(db: Db, caller: Caller, { limit, after }: Page, workspaceId: string | null) {
  let query = visibleBy(db, caller.userId)
    .where('workbook.ownerId', '=', caller.userId)
    .where(isStillThere(caller.userId))
    .where('workbook.deletedAt', 'is', null)
    .orderBy('workbook.workbookId', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('workbook.workbookId', '<', after)
  if (workspaceId) query = query.where('workbook.workspaceId', '=', workspaceId)
  const { reach } = caller
  if (reach.kind === 'account') query = query.where('workspace.accountId', '=', caller.accountId)
  if (reach.kind === 'workspace') query = query.where('workbook.workspaceId', '=', reach.workspaceId)
  if (reach.kind === 'workbook') query = query.where('workbook.workbookId', '=', reach.workbookId)
  return query.execute()
}

/** All that lie in one workspace; the caller's role in each says which they may see. */
export function listWorkbooksOfWorkspace(db: Db, userId: string, workspaceId: string) {
  return visibleBy(db, userId)
    .where('workbook.workspaceId', '=', workspaceId)
    .where('workbook.deletedAt', 'is', null)
    .orderBy('workbook.workbookId', 'desc')
    .execute()
}

export function insertWorkbook(tx: Tx, workbook: Insertable<Workbook>) {
  return tx.insertInto('workbook').values(workbook).returningAll().executeTakeFirstOrThrow()
}

export async function updateWorkbook(tx: Tx, workbookId: string, changes: Updateable<Workbook>) {
  await tx
    .updateTable('workbook')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .execute()
}

export async function updateSourceCount(tx: Tx, workbookId: string, more: number) {
  await tx
    .updateTable('workbook')
    .set((eb) => ({ sourceCount: eb('sourceCount', '+', more) }))
    .where('workbookId', '=', workbookId)
    .execute()
}

/** Those in the trash count too: they may come back. */
export async function countWorkbooks(tx: Tx, workspaceId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('workbook')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return n
}

export async function updateTrashed(tx: Tx, workbookId: string) {
  await tx.updateTable('workbook').set({ deletedAt: sql<Date>`now()` }).where('workbookId', '=', workbookId).execute()
}

/** False: it is not in the trash any more, or its days there are over. */
export async function updateUntrashed(tx: Tx, workbookId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workbook')
    .set({ deletedAt: null })
    .where('workbookId', '=', workbookId)
    .where('deletedAt', 'is not', null)
    .where(isNotBuried)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What rests in the trash of a workspace, no matter who deleted it. */
export function listTrashOfWorkspace(tx: Tx, workspaceId: string) {
  return tx
    .selectFrom('workbook')
    .select(['workbookId', 'title', sql<boolean>`not ${isNotBuried}`.as('isBuried')])
    .where('workspaceId', '=', workspaceId)
    .where('deletedAt', 'is not', null)
    .orderBy('workbookId')
    .execute()
}

/** A buried workbook holds no workspace back. */
export async function updateDetached(tx: Tx, workbookId: string) {
  // Safe: the type says what holds for every workbook that can be seen; a buried one is seen by no query.
  const workspaceId = null as unknown as string
  await tx.updateTable('workbook').set({ workspaceId }).where('workbookId', '=', workbookId).execute()
}

export function findTrashedFor(db: Db, workbookId: string, userId: string) {
  return trashSeenBy(db, userId).where('workbook.workbookId', '=', workbookId).executeTakeFirst()
}

export function listTrash(db: Db, userId: string) {
  return trashSeenBy(db, userId)
    .where('workbook.ownerId', '=', userId)
    .where(isStillThere(userId))
    .orderBy('workbook.deletedAt', 'desc')
    .limit(500)
    .execute()
}

const trashSeenBy = (db: Db, userId: string) =>
  visibleBy(db, userId).where('workbook.deletedAt', 'is not', null).where(isNotBuried)

/** Once it is, its parts go one after the other: it must not be seen again. */
const isNotBuried = sql<boolean>`not exists (select from workbook_tombstone t where t.workbook_id = workbook.workbook_id)`

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
