import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { alreadyMember, limitReached } from './accounts.errors.ts'
import { accountInvitationAttempt, networkInvitationAttempt } from './attempt.ts'
import { countAttempt } from './count-attempt.ts'
import { invitationTokenHash, invitationUrl, MOST_PENDING_INVITATIONS, newInvitationToken } from './invitation.ts'
import {
  deleteExpiredInvitations,
  deleteInvitation,
  insertInvitation,
  listPendingInvitations,
} from './invitations.store.ts'
import { findMemberByEmail } from './members.store.ts'
import { openWorkspace } from './open-workspace.ts'
import { emailKey } from './user.ts'
import type { BaseRole } from './workspace.ts'
import { lockWorkspace } from './workspaces.store.ts'

export type NewInvitation = { email: string; baseRole: BaseRole }

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
