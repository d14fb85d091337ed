import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import { defaultSetting, type News, type Notification, type NotificationSetting } from './notification.ts'

/** In the place of what is unread about the same thing. Returns who is to get mail. */
export async function insertNotifications(tx: Tx, userIds: readonly string[], news: News): Promise<string[]> {
  const { kind, place, subjectId, tableId = null, actorId, count = 1, isMailed = false } = news
  const workbookId = 'workbookId' in place ? place.workbookId : null
  const workspaceId = 'workspaceId' in place ? place.workspaceId : null
  const { inConsole, byMail } = defaultSetting(kind)
  const { rows } = await sql<{ userId: string; isMailDue: boolean }>`
    with wanted as (
      select u.user_id, coalesce(s.in_console, ${inConsole}) as in_console,
        coalesce(s.by_mail, ${byMail}) and not ${isMailed}::boolean as by_mail
      from app_user u left join notification_setting s on s.user_id = u.user_id and s.kind = ${kind}
      where u.user_id = any (${[...userIds]}::uuid[])),
    replaced as (
      delete from notification n using wanted w
      where n.user_id = w.user_id and n.kind = ${kind} and n.subject_id = ${subjectId} and n.read_at is null
      returning n.user_id, n.count)
    insert into notification (user_id, notification_id, kind, workbook_id, workspace_id, subject_id, table_id, actor_id, count,
      is_listed, is_mail_due)
    select w.user_id, new_id(), ${kind}, ${workbookId}::uuid, ${workspaceId}::uuid, ${subjectId}, ${tableId}::uuid, ${actorId}::uuid,
      least(${count}::integer + coalesce(r.count, 0), 1000000), w.in_console, w.by_mail
    from wanted w left join replaced r using (user_id) where w.in_console or w.by_mail
    returning user_id, is_mail_due
  `.execute(tx)
  return rows.filter(({ isMailDue }) => isMailDue).map(({ userId }) => userId)
}

/** More would be a way to fill the mailboxes of a large workspace. */
const MOST_EDITORS = 200

/** Who can edit a workbook: the owner of its account, editors of its workspace, and those it is shared with to edit. */
export async function listEditors(db: Db, workbookId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    ${editorsOf(sql`${workbookId}`)} order by 1 limit ${MOST_EDITORS}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

const editorsOf = (workbookId: RawBuilder<unknown>) => sql`
    select ea.owner_id as user_id from workbook ew join workspace es using (workspace_id) join account ea using (account_id)
      where ew.workbook_id = ${workbookId}
    union select em.user_id from workbook ew join workspace_member em using (workspace_id)
      where ew.workbook_id = ${workbookId} and em.base_role in ('admin', 'editor')
    union select em.user_id from workbook_member em where em.workbook_id = ${workbookId} and em.role = 'editor'`

export type Reader = Pick<Caller, 'userId' | 'accountId' | 'reach'>

/**
 * Only what its reader still sees and the credential reaches; a comment that was deleted or erased takes its mention along, and a
 * proposal is listed while it waits, to those who can edit.
 */
const visibleBy = ({ userId, accountId, reach }: Reader): RawBuilder<unknown> => {
  const isReached = {
    everything: sql`true`,
    account: sql`s.account_id = ${accountId}`,
    workspace: sql`s.workspace_id = ${reach.kind === 'workspace' ? reach.workspaceId : null}`,
    workbook: sql`n.workbook_id = ${reach.kind === 'workbook' ? reach.workbookId : null}`,
  }[reach.kind]
  return sql`
    from notification n
    left join workbook w on w.workbook_id = n.workbook_id
    left join workspace s on s.workspace_id = coalesce(n.workspace_id, w.workspace_id)
    left join app_user actor on actor.user_id = n.actor_id
    left join artifact a on a.workbook_id = n.workbook_id and a.artifact_id = n.table_id and a.deleted_at is null
    left join job j on n.kind = 'job_failed' and j.workbook_id = n.workbook_id and j.job_id = n.subject_id
    left join dashboard d on n.kind = 'dashboard_stale' and d.workbook_id = n.workbook_id and d.dashboard_id = n.subject_id
    left join proposal p on n.kind = 'proposal' and p.workbook_id = n.workbook_id and p.proposal_id = n.subject_id
      and p.state = 'open' and p.expires_at > now()
    where n.user_id = ${userId} and ${isReached}
      and (n.workbook_id is null or w.deleted_at is null and is_reader(n.user_id, n.workbook_id))
      and case n.kind
        when 'mention' then a.artifact_id is not null and exists (select from comment c
          where c.workbook_id = n.workbook_id and c.table_id = n.table_id and c.comment_id = n.subject_id
            and c.text is not null and n.user_id = any (c.mentions))
        when 'conflict' then a.artifact_id is not null
        when 'job_failed' then j.job_id is not null
        when 'dashboard_stale' then d.dashboard_id is not null
        when 'proposal' then p.proposal_id is not null and n.user_id in (${editorsOf(sql`n.workbook_id`)})
        else n.workbook_id is not null or exists (select from invitation i join app_user u on u.user_id = n.user_id
          where i.invitation_id = n.subject_id and i.accepted_at is null and i.expires_at > now()
            and lower(normalize(trim(i.email), NFKC)) = u.email_key and is_address_proven(u.user_id)) end`
}

/** A title may say something about rows: where some see not all of them, it is read where the proposal is. */
const NOTIFICATION = sql`
  select n.notification_id, n.kind, n.created_at, n.read_at, n.count, n.actor_id, actor.name as actor_name,
    n.workspace_id, case when n.workspace_id is not null then s.name end as workspace_name,
    n.workbook_id, w.title as workbook_title, a.name as table_name,
    case when n.kind = 'mention' then n.subject_id end as comment_id,
    j.job_id, j.kind as job_kind, j.error_code as job_error_code, d.dashboard_id, d.name as dashboard_name,
    p.proposal_id, case when not exists (select from row_policy r where r.workbook_id = n.workbook_id) then p.title end as proposal_title`

export type NotificationPage = { isUnreadOnly: boolean; limit: number; before: string | null }

/** The newest first. */
export async function listNotifications(db: Db, reader: Reader, { isUnreadOnly, limit, before }: NotificationPage) {
  const { rows } = await sql<Notification>`
    ${NOTIFICATION} ${visibleBy(reader)} and n.is_listed
      ${isUnreadOnly ? sql`and n.read_at is null` : sql``} ${before ? sql`and n.notification_id < ${before}` : sql``}
    order by n.notification_id desc limit ${limit}
  `.execute(db)
  return rows
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n ${visibleBy(reader)} and n.is_listed and n.read_at is null
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Null: all that the reader sees. */
export async function updateRead(tx: Tx, reader: Reader, ids: readonly string[] | null) {
  await sql`
    update notification set read_at = now(), is_mail_due = false
    where user_id = ${reader.userId} and read_at is null
      and notification_id in (select n.notification_id ${visibleBy(reader)}
        ${ids ? sql`and n.notification_id = any (${[...ids]}::uuid[])` : sql``})
  `.execute(tx)
}

/** What waits to be mailed to a user waits no longer; of that, what they still see and have not read. */
export async function takeMailDue(tx: Tx, reader: Reader): Promise<Notification[]> {
  const { rows: taken } = await sql<{ notificationId: string }>`
    update notification set is_mail_due = false where user_id = ${reader.userId} and is_mail_due returning notification_id
  `.execute(tx)
  if (taken.length === 0) return []
  const ids = taken.map(({ notificationId }) => notificationId)
  const { rows } = await sql<Notification>`
    ${NOTIFICATION} ${visibleBy(reader)} and n.read_at is null and n.notification_id = any (${ids}::uuid[])
    order by n.notification_id
  `.execute(tx)
  return rows
}

/** Their mail could not be sent. */
export async function updateMailDue(tx: Tx, userId: string, ids: readonly string[]) {
  await sql`
    update notification set is_mail_due = true
    where user_id = ${userId} and notification_id = any (${[...ids]}::uuid[]) and read_at is null
  `.execute(tx)
}

/** Undefined where mail to the address was never seen to arrive: it may be another person's. */
export async function findProvenAddress(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where user_id = ${userId} and is_address_proven(user_id)
  `.execute(db)
  return rows[0]?.email
}

export async function listSettings(db: Db, userId: string): Promise<NotificationSetting[]> {
  return db
    .selectFrom('notificationSetting')
    .select(['kind', 'inConsole', 'byMail'])
    .where('userId', '=', userId)
    .orderBy('kind')
    .execute()
}

export async function upsertSetting(tx: Tx, userId: string, { kind, inConsole, byMail }: NotificationSetting) {
  await tx
    .insertInto('notificationSetting')
    .values({ userId, kind, inConsole, byMail })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet({ inConsole, byMail }))
    .execute()
}

export type StaleDashboard = { dashboardId: string; ownerId: string }

/** Dashboards with a tile of a saved view or a summary whose table is stale now. */
export async function listStaleDashboards(db: Db, workbookId: string): Promise<StaleDashboard[]> {
  const { rows } = await sql<StaleDashboard>`
    select d.dashboard_id, d.created_by as owner_id from dashboard d
    where d.workbook_id = ${workbookId} and exists (
      select from json_array_elements(d.document -> 'tiles') as tile
      left join question q on q.workbook_id = d.workbook_id and q.question_id::text = tile ->> 'questionId'
      left join saved_view v on v.workbook_id = d.workbook_id and v.view_id::text = tile ->> 'viewId'
      join table_head h on h.workbook_id = d.workbook_id and h.table_id = coalesce(q.table_id, v.table_id)
      where h.stale_since is not null)
    order by d.dashboard_id
  `.execute(db)
  return rows
}

export async function deleteOldNotifications(tx: Tx, days: number, most: number) {
  await sql`delete from notification where created_at < now() - make_interval(days => ${days})`.execute(tx)
  await sql`
    delete from notification n using (
      select user_id, (array_agg(notification_id order by notification_id desc))[${most}::integer] as oldest from notification
      group by user_id having count(*) > ${most}) as kept
    where n.user_id = kept.user_id and n.notification_id < kept.oldest
  `.execute(tx)
}
