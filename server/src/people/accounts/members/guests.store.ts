import { type Insertable, sql } from 'kysely'
import type { WorkspaceGuest } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { UserAttributes } from '../user.ts'
import type { BaseRole } from '../workspaces/workspace.ts'

/** Someone policies know in a workspace without being a member of it. */
export type Guest = {
  userId: string
  email: string
  name: string
  /** The base role of a member who left, until an admin sets the roles. */
  formerRole: BaseRole | null
  customRoles: string[]
  attributes: UserAttributes
  /** How many workbooks of the workspace are shared with this user directly. */
  sharedWorkbooks: number
}

/** Users with a direct share of a workbook, and those whose custom roles wait for one. */
export async function listGuests(db: Db, workspaceId: string): Promise<Guest[]> {
  return (await guests(db, workspaceId, null)).filter(
    ({ sharedWorkbooks, customRoles, attributes }) =>
      sharedWorkbooks > 0 || customRoles.length > 0 || Object.keys(attributes).length > 0,
  )
}

export async function findGuest(db: Db, workspaceId: string, userId: string): Promise<Guest | undefined> {
  const [found] = await guests(db, workspaceId, userId)
  return found
}

async function guests(db: Db, workspaceId: string, userId: string | null): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    select u.user_id, u.email, u.name, g.former_role, coalesce(g.custom_roles, '{}') as custom_roles,
           coalesce(g.attributes, '{}') as attributes,
           coalesce(s.n, 0)::integer as shared_workbooks
    from workspace_guest g
    full join (
      select m.user_id, count(*) as n from workbook w join workbook_member m using (workbook_id)
      where w.workspace_id = ${workspaceId} and w.deleted_at is null group by m.user_id) s
      on s.user_id = g.user_id and g.workspace_id = ${workspaceId}
    join app_user u on u.user_id = coalesce(g.user_id, s.user_id)
    where (g.workspace_id = ${workspaceId} or g.workspace_id is null) and (u.user_id = ${userId} or ${userId}::uuid is null)
      and not exists (select from workspace_member m where m.workspace_id = ${workspaceId} and m.user_id = u.user_id)
    order by u.user_id`.execute(db)
  return rows
}

export async function upsertGuest(
  tx: Tx,
  guest: Insertable<WorkspaceGuest> & { formerRole: BaseRole | null; attributes: string },
) {
  const { formerRole, customRoles, attributes } = guest
  await tx
    .insertInto('workspaceGuest')
    .values(guest)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'userId']).doUpdateSet({ formerRole, customRoles, attributes }),
    )
    .execute()
}

/** The custom roles and attributes that were kept. */
export async function deleteGuest(tx: Tx, workspaceId: string, userId: string) {
  const gone = await tx
    .deleteFrom('workspaceGuest')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .returning(['customRoles', 'attributes'])
    .executeTakeFirst()
  return { customRoles: gone?.customRoles ?? [], attributes: JSON.stringify(gone?.attributes ?? {}) }
}
