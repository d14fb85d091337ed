import { findUser } from '../../people/accounts/users.store.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { deleteMember, listMembers, upsertMember } from './members.store.ts'
import { openWorkbook } from './open-workbook.ts'

/** The owner first, then those the workbook is shared with. */
export async function listWorkbookMembers(ctx: Context, workbookId: string) {
  const workbook = await openWorkbook(ctx, workbookId, 'owner')
  const [owner, shared] = await Promise.all([findUser(ctx.db, workbook.ownerId), listMembers(ctx.db, workbookId)])
  if (!owner) throw new Error('impossible: a workbook without its owner')
  return [{ userId: owner.userId, email: owner.email, name: owner.name, role: 'owner' as const }, ...shared]
}

export async function shareWorkbook(ctx: Context, workbookId: string, userId: string, role: 'viewer' | 'editor') {
  const workbook = await openWorkbook(ctx, workbookId, 'owner')
  const user = await findUser(ctx.db, userId)
  if (!user || userId === workbook.ownerId) throw notFound('user to share with', toWireId('usr', userId))
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const isNew = await upsertMember(tx, { workbookId, userId, role, addedBy: ctx.caller.userId })
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'member.set',
      target: { user_id: toWireId('usr', userId) },
      detail: { role },
    })
    const news = { place: { workbookId }, subjectId: workbookId, actorId: ctx.caller.userId }
    if (isNew) await notify(tx, [userId], { kind: 'invitation', ...news })
  })
  return { userId, email: user.email, name: user.name, role }
}

export async function unshareWorkbook(ctx: Context, workbookId: string, userId: string) {
  await openWorkbook(ctx, workbookId, 'owner')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (!(await deleteMember(tx, workbookId, userId))) throw notFound('member', toWireId('usr', userId))
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'member.remove',
      target: { user_id: toWireId('usr', userId) },
    })
  })
}
