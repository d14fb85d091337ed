import type { PublicContext } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { invitationGone, invitedAnother, whoAccepts } from '../accounts/accounts.errors.ts'
import { addMember } from '../accounts/add-member.ts'
import { createUser } from '../accounts/create-user.ts'
import { invitationTokenHashes } from '../accounts/invitation.ts'
import {
  findPendingInvitation,
  type InvitationRow,
  lockPendingInvitation,
  updateAccepted,
} from '../accounts/invitations.store.ts'
import { emailKey } from '../accounts/user.ts'
import { lockWorkspace } from '../accounts/workspaces.store.ts'
import { beginSession, type KnownUser, type Login } from './begin-session.ts'
import { hashPassword } from './password-hash.ts'
import { addressTaken } from './sessions.errors.ts'

/** Somebody who is logged in; or a name and a password, from somebody new. */
export type Acceptance = {
  user?: KnownUser | undefined
  name?: string | null | undefined
  password?: string | null | undefined
}

/** `login`: somebody new is logged in as well. */
export type Accepted = { workspaceId: string; user: KnownUser; login: Login | null }

/** Lets the invited person into the workspace, once. Whoever was invited may register, even where that is closed. */
export async function acceptInvitation(ctx: PublicContext, token: string, acceptance: Acceptance): Promise<Accepted> {
  const { user, name, password } = acceptance
  const invitation = await findPendingInvitation(ctx.db, invitationTokenHashes(ctx.keyring, token))
  if (!invitation) throw invitationGone()
  if (user) return acceptAsUser(ctx, invitation, user)
  if (!name || !password) throw whoAccepts()
  return acceptAsNewcomer(ctx, invitation, name, password)
}

async function acceptAsUser(ctx: PublicContext, invitation: InvitationRow, user: KnownUser): Promise<Accepted> {
  if (emailKey(user.email) !== emailKey(invitation.email)) throw invitedAnother()

  await inTransaction(ctx.db, (tx) => join(tx, invitation, user.userId))
  return { workspaceId: invitation.workspaceId, user, login: null }
}

async function acceptAsNewcomer(
  ctx: PublicContext,
  invitation: InvitationRow,
  name: string,
  password: string,
): Promise<Accepted> {
  const passwordHash = await hashPassword(password)

  return inTransaction(ctx.db, async (tx) => {
    const user = await createUser(tx, { email: invitation.email, name: name.trim(), passwordHash })
    if (!user) throw addressTaken()
    await join(tx, invitation, user.userId)
    return { workspaceId: invitation.workspaceId, user, login: await beginSession(ctx, tx, user) }
  })
}

async function join(tx: Tx, { invitationId, workspaceId, baseRole }: InvitationRow, userId: string) {
  // The workspace first, as whoever deletes it does: two who lock both in one order never wait for each other.
  await lockWorkspace(tx, workspaceId)
  if (!(await lockPendingInvitation(tx, invitationId))) throw invitationGone()
  await addMember(tx, { workspaceId, userId, baseRole })
  await updateAccepted(tx, invitationId, userId)
}
