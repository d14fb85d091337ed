import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { enqueue } from '../../../platform/queue/queue.store.ts'
import { notify } from '../../notifications/notify.ts'
import { alreadyMember, limitReached } from '../accounts.errors.ts'
import { accountInvitationAttempt, networkInvitationAttempt } from '../attempts/attempt.ts'
import { countAttempt } from '../attempts/count-attempt.ts'
import { findMemberByEmail } from '../members/members.store.ts'
import { emailKey } from '../user.ts'
import { findUserByEmail } from '../users.store.ts'
import { openWorkspace } from '../workspaces/open-workspace.ts'
import type { BaseRole } from '../workspaces/workspace.ts'
import { lockWorkspace } from '../workspaces/workspaces.store.ts'
import { invitationTokenHash, invitationUrl, MOST_PENDING_INVITATIONS, newInvitationToken } from './invitation.ts'
import {
  deleteExpiredInvitations,
  deleteInvitation,
  insertInvitation,
  listPendingInvitations,
} from './invitations.store.ts'

type NewInvitation = { email: string; baseRole: BaseRole }

/**
 * Invites an address to a workspace. The link goes by mail; where no mail can be sent it is in the answer, for the
 * admin to hand over.
 */
export async function inviteMember(ctx: Context, workspaceId: string, { email, baseRole }: NewInvitation) {
  const { accountId } = await openWorkspace(ctx, workspaceId, 'admin')
  await countAttempt(ctx.db, accountInvitationAttempt(ctx, accountId))
  await countAttempt(ctx.db, networkInvitationAttempt(ctx))
  const token = newInvitationToken()
  const tokenHash = invitationTokenHash(ctx.keyring, token)
  const invitationId = newId()

  const invitation = await inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    if (await findMemberByEmail(tx, workspaceId, emailKey(email))) throw alreadyMember(email)
    await makeRoom(tx, workspaceId, email)
    if (ctx.mailer.isConfigured) await enqueueMail(ctx, tx, invitationId, token)
    const known = await findUserByEmail(tx, emailKey(email))
    const news = { place: { workspaceId }, subjectId: invitationId, actorId: ctx.caller.userId, isMailed: true }
    if (known) await notify(tx, [known.userId], { kind: 'invitation', ...news })
    return insertInvitation(tx, {
      invitationId,
      workspaceId,
      email,
      baseRole,
      tokenHash,
      invitedBy: ctx.caller.userId,
      isMailed: ctx.mailer.isConfigured,
    })
  })

  return { ...invitation, url: ctx.mailer.isConfigured ? null : invitationUrl(ctx.settings.baseUrl, token) }
}

/** An address has one open invitation: a new one takes the place of the old, whose link is dead then. */
async function makeRoom(tx: Tx, workspaceId: string, email: string) {
  await deleteExpiredInvitations(tx, workspaceId)
  const pending = await listPendingInvitations(tx, workspaceId)
  const earlier = pending.find((invitation) => emailKey(invitation.email) === emailKey(email))
  if (earlier) await deleteInvitation(tx, workspaceId, earlier.invitationId)
  else if (pending.length >= MOST_PENDING_INVITATIONS) throw limitReached('invitations', MOST_PENDING_INVITATIONS)
}

/** The queue is no place for a secret in the clear. */
function enqueueMail({ keyring }: Context, tx: Tx, invitationId: string, token: string) {
  const sealedToken = keyring.seal('link', Buffer.from(token), invitationId).toString('base64')
  return enqueue(tx, { name: 'mail-invitation', payload: { invitationId, sealedToken } })
}

/** Those still open; their links are shown once, to the user who made them. */
export async function readInvitations(ctx: Context, workspaceId: string) {
  await openWorkspace(ctx, workspaceId, 'admin')
  return listPendingInvitations(ctx.db, workspaceId)
}

/** Its link opens nothing any more. */
export async function withdrawInvitation(ctx: Context, workspaceId: string, invitationId: string) {
  await openWorkspace(ctx, workspaceId, 'admin')

  await inTransaction(ctx.db, async (tx) => {
    const isWithdrawn = await deleteInvitation(tx, workspaceId, invitationId)
    if (!isWithdrawn) throw notFound('invitation', toWireId('inv', invitationId))
  })
}
