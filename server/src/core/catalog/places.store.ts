import { sql } from 'kysely'
import type { Reach } from '../../platform/caller.ts'
import type { Db } from '../../platform/postgres.ts'
import type { VisiblePlace } from './visible-place.ts'

/** Accounts that a user owns, workspaces of others they are a member of, workbooks that are shared with them. */
export async function listPlacesOf(db: Db, userId: string): Promise<VisiblePlace[]> {
  const { rows } = await sql<VisiblePlace>`
    select account_id, null::uuid as workspace_id, null::uuid as workbook_id from account where owner_id = ${userId}
    union all
    select s.account_id, s.workspace_id, null
    from workspace_member m join workspace s using (workspace_id) join account a using (account_id)
    where m.user_id = ${userId} and a.owner_id <> ${userId}
    union all
    select s.account_id, w.workspace_id, w.workbook_id
    from workbook_member m join workbook w using (workbook_id) join workspace s using (workspace_id)
    where m.user_id = ${userId}
  `.execute(db)
  return rows
}

/** Where a pinned credential works, with what is around it. */
export async function findReachedPlace(
  db: Db,
  accountId: string,
  reach: Exclude<Reach, { kind: 'everything' }>,
): Promise<VisiblePlace | undefined> {
  if (reach.kind === 'account') return { accountId, workspaceId: null, workbookId: null }
  const query =
    reach.kind === 'workspace'
      ? sql<VisiblePlace>`select account_id, workspace_id, null as workbook_id from workspace
          where workspace_id = ${reach.workspaceId}`
      : sql<VisiblePlace>`select s.account_id, w.workspace_id, w.workbook_id
          from workbook w join workspace s using (workspace_id) where w.workbook_id = ${reach.workbookId}`
  const { rows } = await query.execute(db)
  return rows[0]
}
