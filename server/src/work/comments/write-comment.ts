import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { actorOf } from '../../core/audit/actor.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../core/events/events.ts'
import { maskedColumn } from '../../core/policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../../core/reading/open-readable-table.ts'
import { refuseIfRowsMissing } from '../../core/tables/annotations/resolve-targets.ts'
import { openColumn } from '../../core/tables/columns/columns.ts'
import type { EditPlace } from '../../core/tables/open-editable-table.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import type { Anchor, Target, VisibleThread } from './comment.ts'
import { insertComment, listPeople } from './comments.store.ts'
import { openThread, tableOf } from './read-comments.ts'

export type WrittenComment = {
  target: Target | null
  /** A comment of the thread that it answers. */
  threadId: string | null
  text: string
  mentions: readonly string[]
  actor: string | null
}

/** Says something about a table, a row or a cell, or answers in a thread. */
export async function writeComment(ctx: Context, place: EditPlace, sent: WrittenComment): Promise<VisibleThread> {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor', rows: 'filtered' })
  if ((sent.target === null) === (sent.threadId === null))
    throw invalidField(['body', 'target'], 'required', 'a target or a thread_id must be there, and not both')
  const mentions = await refuseIfStrangers(ctx, opened.workbookId, sent.mentions)
  const thread = sent.threadId === null ? null : await openThread(ctx, opened, sent.threadId)
  refuseIfHidden(thread)
  const anchor: Anchor = thread ?? (await resolve(ctx, opened, sent.target))
  const commentId = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, opened.workbookId)
    const id = await insertComment(tx, tableOf(opened), {
      rowId: anchor.rowId,
      origin: anchor.origin,
      threadId: thread?.threadId ?? null,
      text: sent.text,
      mentions,
      actor: actorOf(ctx, sent.actor),
    })
    await recordComment(tx, ctx, opened, { action: 'comment.write', commentId: id, actor: sent.actor })
    await notifyMentioned(tx, ctx, opened, { commentId: id, userIds: mentions })
    return id
  })
  return openThread(ctx, opened, commentId)
}

/** What was said stays out of the log and the event: both are read under other rules than the table. */
export async function recordComment(
  tx: Tx,
  ctx: Context,
  { workbookId, name, artifactId }: OpenedTable,
  { action, commentId, actor = null }: { action: string; commentId: string; actor?: string | null },
) {
  const target = { table: name, comment_id: toWireId('cmt', commentId) }
  await appendAuditEntry(tx, ctx, { workbookId, action, target, actor })
  const data = { table: name, table_id: toWireId('art', artifactId) }
  await emitEvent(tx, ctx, { workbookId, kind: 'comment.changed', data, actor })
}

/** Says who mentioned them and in which table; what was said is read where the policies of the table hold. */
export function notifyMentioned(
  tx: Tx,
  { caller }: Context,
  { workbookId, artifactId: tableId }: OpenedTable,
  { commentId, userIds }: { commentId: string; userIds: readonly string[] },
) {
  const news = { place: { workbookId }, subjectId: commentId, tableId, actorId: caller.userId }
  return notify(tx, userIds, { kind: 'mention', ...news })
}

/** Who cannot read a thread cannot answer in it. */
export function refuseIfHidden(thread: VisibleThread | null) {
  if (thread?.isHidden) throw maskedColumn([thread.column ?? ''])
}

async function resolve(ctx: Context, opened: OpenedTable, target: Target | null): Promise<Anchor> {
  const { kind, rowId, column } = target ?? { kind: 'table', rowId: null, column: null }
  if (kind === 'table') return { rowId: null, origin: null }
  if (rowId === null) throw invalidField(['body', 'target', 'row_id'], 'required', `is required for a ${kind}`)
  if (kind === 'cell' && column === null)
    throw invalidField(['body', 'target', 'column'], 'required', 'is required for a cell')
  const origin = kind === 'cell' && column !== null ? openColumn(opened, column).origin : null
  await refuseIfRowsMissing(ctx, opened, [rowId])
  return { rowId, origin }
}

/** Only those who see the workbook can be mentioned in it. */
export async function refuseIfStrangers(ctx: Context, workbookId: string, mentions: readonly string[]) {
  if (mentions.length === 0) return []
  const known = new Set((await listPeople(ctx.db, workbookId)).map(({ userId }) => userId))
  const stranger = mentions.findIndex((userId) => !known.has(userId))
  if (stranger >= 0)
    throw invalidField(['body', 'mentions', stranger], 'unknown', 'must be a user who sees this workbook')
  return [...new Set(mentions)]
}
