import { sql } from 'kysely'
import type { Reach } from '../../platform/caller.ts'
import type { Db } from '../../platform/postgres.ts'

export type ReachPlace = {
  accountId: string
  workspaceId: string | null
  workbookId: string | null
  /** Whose account it is. */
  ownerId: string
  /** Can this user see it at all? */
  isVisible: boolean
}

/**
 * Where a reach lies, and whether the user could ever see it. Undefined: there is no such place. Who made a workbook and left
 * its workspace sees it no more.
 */
export async function findReachPlace(
  db: Db,
  reach: Exclude<Reach, { kind: 'everything' | 'account' }>,
  userId: string,
): Promise<ReachPlace | undefined> {
  const query =
    reach.kind === 'workspace'
      ? sql<ReachPlace>`
          select ws.account_id, ws.workspace_id, null::uuid as workbook_id, a.owner_id,
                 a.owner_id = ${userId} or exists (
                   select from workspace_member m where m.workspace_id = ws.workspace_id and m.user_id = ${userId}) as is_visible
          from workspace ws join account a using (account_id)
          where ws.workspace_id = ${reach.workspaceId} and a.closed_at is null`
      : sql<ReachPlace>`
          select ws.account_id, ws.workspace_id, wb.workbook_id, a.owner_id,
                 a.owner_id = ${userId}
                 or exists (select from workspace_member m where m.workspace_id = ws.workspace_id and m.user_id = ${userId})
                 or exists (select from workbook_member m where m.workbook_id = wb.workbook_id and m.user_id = ${userId}) as is_visible
          from workbook wb join workspace ws using (workspace_id) join account a using (account_id)
          where wb.workbook_id = ${reach.workbookId} and wb.deleted_at is null and a.closed_at is null`
  const { rows } = await query.execute(db)
  return rows[0]
}
