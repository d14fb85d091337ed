import type { PublicContext } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { invitationGone, invitedAnother, whoAccepts } from '../accounts/accounts.errors.ts'
import { addMember } from '../accounts/add-member.ts'
import { newcomerAttempt } from '../accounts/attempt.ts'
import { countAttempt } from '../accounts/count-attempt.ts'
import { createUser } from '../accounts/create-user.ts'
import { invitationTokenHashes } from '../accounts/invitation.ts'
import {
  findPendingInvitation,
  type InvitationRow,
  lockPendingInvitation,
  updateAccepted,
} from '../accounts/invitations.store.ts'
import { emailKey } from '../accounts/user.ts'
import { updateAddressProven } from '../accounts/users.store.ts'
import { findOnlyWorkbook, lockWorkspace } from '../accounts/workspaces.store.ts'
import { beginSession, type KnownUser, type Login } from './begin-session.ts'
import { hashPassword } from './password-hash.ts'
import { addressTaken } from './sessions.errors.ts'

/** A user who is logged in; or a name and a password, of a person who is new. */
export type Acceptance = {
  user?: KnownUser | undefined
  name?: string | null | undefined
  password?: string | null | undefined
}

/** `path`: where the console shows what was shared. `login`: a person who is new is logged in as well. */
export type Accepted = { workspaceId: string; path: string; user: KnownUser; login: Login | null }

/** Lets the invited person into the workspace, once. An invited person may register, even where that is closed. */
export async function acceptInvitation(ctx: PublicContext, token: string, acceptance: Acceptance): Promise<Accepted> {
  const { user, name, password } = acceptance
  const invitation = await findPendingInvitation(ctx.db, invitationTokenHashes(ctx.keyring, token))
  if (!invitation) throw invitationGone()
  const { workspaceId } = invitation
  if (user) {
    await acceptAsUser(ctx, invitation, user)
    return { workspaceId, path: await pathInto(ctx, workspaceId), user, login: null }
  }
  if (!name || !password) throw whoAccepts()
  const login = await acceptAsNewcomer(ctx, invitation, name, password)
  return { workspaceId, path: await pathInto(ctx, workspaceId), user: login.user, login }
}

/** The one workbook of the workspace, or the list of all workbooks. */
async function pathInto({ db }: PublicContext, workspaceId: string): Promise<string> {
  const workbookId = await findOnlyWorkbook(db, workspaceId)
  return workbookId ? `/w/${toWireId('wb', workbookId)}` : '/'
}

async function acceptAsUser(ctx: PublicContext, invitation: InvitationRow, user: KnownUser) {
  if (emailKey(user.email) !== emailKey(invitation.email)) throw invitedAnother()

  await inTransaction(ctx.db, (tx) => join(tx, invitation, user.userId))
}

async function acceptAsNewcomer(
  ctx: PublicContext,
  invitation: InvitationRow,
  name: string,
  password: string,
): Promise<Login> {
  await countAttempt(ctx.db, newcomerAttempt(ctx))
  const passwordHash = await hashPassword(ctx, password)

  return inTransaction(ctx.db, async (tx) => {
    const user = await createUser(tx, { email: invitation.email, name: name.trim(), passwordHash })
    if (!user) throw addressTaken()
    // A link that was shown to the inviter is no proof: the inviter may have opened it.
    if (invitation.isMailed) await updateAddressProven(tx, user.userId)
    await join(tx, invitation, user.userId)
    return beginSession(ctx, tx, user)
  })
}

async function join(tx: Tx, { invitationId, workspaceId, baseRole }: InvitationRow, userId: string) {
  // The workspace first, as where one is deleted: two that lock both in one order never wait for each other.
  await lockWorkspace(tx, workspaceId)
  if (!(await lockPendingInvitation(tx, invitationId))) throw invitationGone()
  await addMember(tx, { workspaceId, userId, baseRole })
  await updateAccepted(tx, invitationId, userId)
}
