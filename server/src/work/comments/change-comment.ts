import { actorOf } from '../../core/audit/actor.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { openReadableTable } from '../../core/reading/open-readable-table.ts'
import type { EditPlace } from '../../core/tables/open-editable-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { isAdminIn } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { Comment, VisibleThread } from './comment.ts'
import { notYourComment } from './comments.errors.ts'
import { deleteComment, updateComment, updateResolved } from './comments.store.ts'
import { openThread, tableOf } from './read-comments.ts'
import { notifyMentioned, recordComment, refuseIfHidden, refuseIfStrangers } from './write-comment.ts'

type AtComment = EditPlace & { commentId: string }

/** Only its author changes its text. */
export async function editComment(
  ctx: Context,
  at: AtComment,
  change: { text: string; mentions: readonly string[] },
): Promise<VisibleThread> {
  const { opened, thread, comment } = await openComment(ctx, at)
  if (!isBy(ctx, comment)) throw notYourComment()
  refuseIfHidden(thread)
  const mentions = await refuseIfStrangers(ctx, at.workbookId, change.mentions)
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, at.workbookId)
    await updateComment(tx, tableOf(opened), at.commentId, { text: change.text, mentions })
    await recordComment(tx, ctx, opened, { action: 'comment.edit', commentId: at.commentId })
    const userIds = mentions.filter((userId) => !comment.mentions.includes(userId))
    await notifyMentioned(tx, ctx, opened, { commentId: at.commentId, userIds })
  })
  return openThread(ctx, opened, at.commentId)
}

/** Its author takes it back, or an admin of the workbook does. */
export async function removeComment(ctx: Context, at: AtComment) {
  const { opened, comment } = await openComment(ctx, at)
  const workbook = await openWorkbook(ctx, at.workbookId, 'editor')
  if (!isBy(ctx, comment) && !isAdminIn(ctx.caller, workbook)) throw notYourComment()
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, at.workbookId)
    await deleteComment(tx, tableOf(opened), at.commentId)
    await recordComment(tx, ctx, opened, { action: 'comment.delete', commentId: at.commentId })
  })
}

/** Says that a thread is done with, or that it is not. */
export async function resolveThread(ctx: Context, at: AtComment, isResolved: boolean): Promise<VisibleThread> {
  const { opened, thread } = await openComment(ctx, at)
  refuseIfHidden(thread)
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, at.workbookId)
    await updateResolved(tx, tableOf(opened), thread.threadId, isResolved ? actorOf(ctx) : null)
    const action = isResolved ? 'comment.resolve' : 'comment.reopen'
    await recordComment(tx, ctx, opened, { action, commentId: thread.threadId })
  })
  return openThread(ctx, opened, thread.threadId)
}

async function openComment(ctx: Context, { workbookId, name, commentId }: AtComment) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'editor', rows: 'filtered' })
  const thread = await openThread(ctx, opened, commentId)
  const comment = thread.comments.find((each) => each.commentId === commentId)
  if (!comment) throw notFound('comment', toWireId('cmt', commentId))
  return { opened, thread, comment }
}

const isBy = ({ caller }: Context, { actor }: Comment) => actor.user_id === toWireId('usr', caller.userId)
