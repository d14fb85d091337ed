import { type Insertable, sql, type Updateable } from 'kysely'
import type { Caller } from '../../../platform/caller.ts'
import type { Workspace } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export function insertWorkspace(tx: Tx, workspace: Insertable<Workspace>) {
  return tx.insertInto('workspace').values(workspace).returningAll().executeTakeFirstOrThrow()
}

export async function updateWorkspace(tx: Tx, workspaceId: string, changes: Updateable<Workspace>) {
  await tx.updateTable('workspace').set(changes).where('workspaceId', '=', workspaceId).execute()
}

/** Its members and invitations go with it; while a workbook lies in it, PostgreSQL refuses. */
export async function deleteEmptyWorkspace(tx: Tx, workspaceId: string) {
  await tx.deleteFrom('workspace').where('workspaceId', '=', workspaceId).execute()
}

/** Callers who add to a workspace within a limit, or delete it, queue here. */
export function lockWorkspace(tx: Tx, workspaceId: string) {
  return tx
    .selectFrom('workspace')
    .select('workspaceId')
    .where('workspaceId', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst()
}

/** The workspace, and what this user is in it: the base role of a member, nothing otherwise. */
export function findWorkspaceFor(db: Db, workspaceId: string, userId: string) {
  return db
    .selectFrom('workspace')
    .leftJoin('workspaceMember', (join) =>
      join.onRef('workspaceMember.workspaceId', '=', 'workspace.workspaceId').on('workspaceMember.userId', '=', userId),
    )
    .innerJoin('account', 'account.accountId', 'workspace.accountId')
    .selectAll('workspace')
    .select(['workspaceMember.baseRole', 'account.ownerId'])
    .where('workspace.workspaceId', '=', workspaceId)
    .where('account.closedAt', 'is', null)
    .executeTakeFirst()
}

/** All that an account funds. */
export function listWorkspacesOf(db: Db, accountId: string) {
  return db
    .selectFrom('workspace')
    .select('workspaceId')
    .where('accountId', '=', accountId)
    .orderBy('workspaceId')
    .execute()
}

/** Where a workbook goes that names no workspace. */
export function findOldestWorkspace(db: Db, accountId: string) {
  return db
    .selectFrom('workspace')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('workspaceId')
    .limit(1)
    .executeTakeFirst()
}

/** The workbook that a workspace is about. Undefined: there is none, or more than one. */
export async function findOnlyWorkbook(db: Db, workspaceId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('workbook')
    .select('workbookId')
    .where('workspaceId', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute()
  return found.length === 1 ? found[0]?.workbookId : undefined
}

/** Workbooks in the trash count apart: they may come back. */
export async function countContents(db: Db, workspaceId: string): Promise<{ workbooks: number }> {
  return db
    .selectFrom('workbook')
    .select(({ fn }) => fn.countAll<number>().as('workbooks'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

export function findWorkspaceWithFigures(db: Db, caller: Caller, workspaceId: string) {
  return db
    .selectFrom('workspace')
    .selectAll('workspace')
    .select([...FIGURES, isDefaultOf(caller)])
    .where('workspace.workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

export type WorkspaceWithFigures = Awaited<ReturnType<typeof findWorkspaceWithFigures>>

export type WorkspacePage = { accountId: string | null; limit: number; after: string | null }

/** Oldest first, of one account when it is named. One more than a page is read to know whether there is a next. */
export function listWorkspacesWithFigures(db: Db, caller: Caller, { accountId, limit, after }: WorkspacePage) {
  let query = reachableBy(db, caller)
    .selectAll('workspace')
    .select([...FIGURES, isDefaultOf(caller)])
    .orderBy('workspace.workspaceId')
    .limit(limit + 1)
  if (accountId) query = query.where('workspace.accountId', '=', accountId)
  if (after) query = query.where('workspace.workspaceId', '>', after)
  return query.execute()
}

export function listWorkspaceNames(db: Db, caller: Caller) {
  return reachableBy(db, caller)
    .select(['workspace.workspaceId', 'workspace.name', isDefaultOf(caller)])
    .orderBy('workspace.name')
    .orderBy('workspace.workspaceId')
    .execute()
}

export type WorkspaceName = Awaited<ReturnType<typeof listWorkspaceNames>>[number]

const FIGURES = [
  sql<number>`(select count(*) from workbook b where b.workspace_id = workspace.workspace_id and b.deleted_at is null)`.as(
    'workbookCount',
  ),
  sql<number>`(select count(*) from workspace_member m where m.workspace_id = workspace.workspace_id)`.as(
    'memberCount',
  ),
]

/** Is it where a workbook of this caller's account goes that names no workspace? */
const isDefaultOf = ({ accountId }: Caller) =>
  sql<boolean>`workspace.workspace_id is not distinct from (
    select w.workspace_id from workspace w where w.account_id = ${accountId} order by w.workspace_id limit 1)`.as(
    'isDefault',
  )

/**
 * The workspaces that `openWorkspace` would open for this caller, in one statement. The owner of an account is a member
 * of its workspaces, so a session finds all of its own through membership too.
 */
function reachableBy(db: Db, { userId, accountId, reach }: Caller) {
  const workspaces = db
    .selectFrom('workspace')
    .innerJoin('account', 'account.accountId', 'workspace.accountId')
    .leftJoin('workspaceMember', (join) =>
      join.onRef('workspaceMember.workspaceId', '=', 'workspace.workspaceId').on('workspaceMember.userId', '=', userId),
    )
  switch (reach.kind) {
    case 'everything':
      return workspaces.where('workspaceMember.userId', 'is not', null)
    case 'account':
      return workspaces.where('workspace.accountId', '=', accountId)
    case 'workspace':
      return workspaces
        .where('workspace.workspaceId', '=', reach.workspaceId)
        .where((eb) => eb.or([eb('account.ownerId', '=', userId), eb('workspaceMember.userId', 'is not', null)]))
    case 'workbook':
      return workspaces.where(sql<boolean>`false`)
  }
}
