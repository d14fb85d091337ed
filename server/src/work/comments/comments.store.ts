import { sql } from 'kysely'
import type { Actor } from '../../core/audit/actor.ts'
import type { WorkbookMembership } from '../../core/workbooks/workbook.ts'
import { newId } from '../../platform/ids.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Anchor, Comment, Thread } from './comment.ts'

export type CommentedTable = { workbookId: string; tableId: string }

export type ThreadsQuery = {
  state: 'open' | 'resolved' | 'all'
  rowId: number | null
  origin: number | null
  limit: number
  before: string | null
}

const COMMENT = ['commentId', 'threadId', 'text', 'mentions', 'actor', 'createdAt', 'editedAt'] as const
const HEAD = ['threadId', 'rowId', 'origin', 'resolvedAt', 'resolvedBy'] as const

type Head = Omit<Thread, 'comments'>

/** The newest threads first, each with all its comments. */
export async function listThreads(db: Db, table: CommentedTable, asked: ThreadsQuery): Promise<Thread[]> {
  const { state, rowId, origin, limit, before } = asked
  let query = headsOf(db, table).orderBy('commentId', 'desc').limit(limit)
  if (state !== 'all') query = query.where('resolvedAt', state === 'open' ? 'is' : 'is not', null)
  if (rowId !== null) query = query.where('rowId', '=', rowId)
  if (origin !== null) query = query.where('origin', '=', origin)
  if (before !== null) query = query.where('commentId', '<', before)
  return withComments(db, table, await query.execute())
}

/** The thread that a comment is in. */
export async function findThread(db: Db, table: CommentedTable, commentId: string): Promise<Thread | undefined> {
  const { workbookId, tableId } = table
  const within = db
    .selectFrom('comment as own')
    .select('own.threadId')
    .where('own.workbookId', '=', workbookId)
    .where('own.tableId', '=', tableId)
    .where('own.commentId', '=', commentId)
  const heads = await headsOf(db, table).where('commentId', 'in', within).execute()
  return (await withComments(db, table, heads))[0]
}

const headsOf = (db: Db, { workbookId, tableId }: CommentedTable) =>
  db
    .selectFrom('comment')
    .select(HEAD)
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .whereRef('commentId', '=', 'threadId')

async function withComments(db: Db, { workbookId, tableId }: CommentedTable, rows: readonly unknown[]) {
  // Safe: both actors are written here alone.
  const heads = rows as readonly Head[]
  if (heads.length === 0) return []
  const ids = heads.map(({ threadId }) => threadId)
  const found = await db
    .selectFrom('comment')
    .select(COMMENT)
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where(sql<boolean>`thread_id = any (${ids}::uuid[])`)
    .orderBy('commentId')
    .execute()
  const byThread = Map.groupBy(found as unknown as Comment[], ({ threadId }) => threadId) // Safe: as above.
  return heads.map((head) => ({ ...head, comments: byThread.get(head.threadId) ?? [] }))
}

export type NewComment = Anchor & {
  /** Null: it begins a thread. */
  threadId: string | null
  text: string
  mentions: readonly string[]
  actor: Actor
}

export async function insertComment(tx: Tx, table: CommentedTable, comment: NewComment): Promise<string> {
  const commentId = newId()
  const { rowId, origin, threadId, text, mentions, actor } = comment
  await tx
    .insertInto('comment')
    .values({
      ...table,
      commentId,
      threadId: threadId ?? commentId,
      rowId,
      origin,
      text,
      mentions: [...mentions],
      actor: JSON.stringify(actor),
    })
    .execute()
  return commentId
}

export async function updateComment(
  tx: Tx,
  { workbookId, tableId }: CommentedTable,
  commentId: string,
  change: { text: string; mentions: readonly string[] },
) {
  await tx
    .updateTable('comment')
    .set({ text: change.text, mentions: [...change.mentions], editedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('commentId', '=', commentId)
    .execute()
}

export async function updateResolved(
  tx: Tx,
  { workbookId, tableId }: CommentedTable,
  threadId: string,
  by: Actor | null,
) {
  await tx
    .updateTable('comment')
    .set({ resolvedAt: by && sql<Date>`now()`, resolvedBy: by && JSON.stringify(by) })
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('commentId', '=', threadId)
    .execute()
}

/** One that others have answered stays without its text. */
export async function deleteComment(tx: Tx, { workbookId, tableId }: CommentedTable, commentId: string) {
  await sql`
    update comment set text = null, mentions = '{}' where workbook_id = ${workbookId} and table_id = ${tableId}
      and comment_id = ${commentId} and exists (select from comment other where other.workbook_id = ${workbookId}
        and other.table_id = ${tableId} and other.thread_id = ${commentId} and other.comment_id <> ${commentId})
  `.execute(tx)
  await sql`
    delete from comment where workbook_id = ${workbookId} and table_id = ${tableId} and comment_id = ${commentId}
      and not exists (select from comment other where other.workbook_id = ${workbookId} and other.table_id = ${tableId}
        and other.thread_id = ${commentId} and other.comment_id <> ${commentId})
  `.execute(tx)
}

export type Someone = { userId: string; name: string }
export type SeeingUser = Someone & WorkbookMembership

/** Who sees a workbook: its owner and its account's, those it is shared with, and the members of its workspace. */
export async function listPeople(db: Db, workbookId: string): Promise<SeeingUser[]> {
  const { rows } = await sql<SeeingUser>`
    select u.user_id as "userId", coalesce(nullif(u.name, ''), split_part(u.email, '@', 1)) as name,
      w.owner_id as "ownerId", a.account_id as "accountId", a.owner_id as "accountOwnerId",
      shared.role as "memberRole", inside.base_role as "workspaceRole"
    from workbook w join workspace s using (workspace_id) join account a using (account_id)
    join app_user u on u.user_id in (
      select m.user_id from workbook_member m where m.workbook_id = w.workbook_id
      union select i.user_id from workspace_member i where i.workspace_id = w.workspace_id
      union select a.owner_id)
    left join workbook_member shared on shared.workbook_id = w.workbook_id and shared.user_id = u.user_id
    left join workspace_member inside on inside.workspace_id = w.workspace_id and inside.user_id = u.user_id
    where w.workbook_id = ${workbookId}
    order by name, u.user_id
  `.execute(db)
  return rows
}
