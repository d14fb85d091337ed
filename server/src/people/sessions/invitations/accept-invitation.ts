import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { invitationGone, invitedAnother, sessionToAccept, whoAccepts } from '../../accounts/accounts.errors.ts'
import { newcomerAttempt } from '../../accounts/attempts/attempt.ts'
import { countAttempt } from '../../accounts/attempts/count-attempt.ts'
import { createUser } from '../../accounts/create-user.ts'
import { invitationTokenHashes } from '../../accounts/invitations/invitation.ts'
import {
  findLetter,
  findPendingInvitation,
  type InvitationRow,
  lockPendingInvitation,
  updateAccepted,
} from '../../accounts/invitations/invitations.store.ts'
import { addMember } from '../../accounts/members/members.ts'
import { emailKey } from '../../accounts/user.ts'
import { findUser, findUserByEmail, updateAddressProven } from '../../accounts/users.store.ts'
import { findOnlyWorkbook, lockWorkspace } from '../../accounts/workspaces/workspaces.store.ts'
import { identifyCaller } from '../identify-caller.ts'
import { hashPassword } from '../password/password-hash.ts'
import { addressTaken } from '../sessions.errors.ts'
import { beginSession, type KnownUser, type Login } from '../sessions.ts'

/** A user who is logged in; or a name and a password, of a person who is new. */
type Acceptance = {
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

/** What the holder of the link may know: who invites whom to what, and whether the address is a user's already. */
export async function readInvitation(ctx: PublicContext, token: string) {
  const invitation = await findPendingInvitation(ctx.db, invitationTokenHashes(ctx.keyring, token))
  const letter = invitation && (await findLetter(ctx.db, invitation.invitationId))
  if (!letter) throw invitationGone()
  return { ...letter, isUser: (await findUserByEmail(ctx.db, emailKey(letter.email))) !== undefined }
}

/** Who holds this session. A token or key is no person. */
export async function openSessionUser(ctx: PublicContext, accessToken: string): Promise<KnownUser> {
  const caller = await identifyCaller(ctx, accessToken)
  if (caller.kind !== 'session') throw sessionToAccept()
  const user = await findUser(ctx.db, caller.userId)
  assertState(user, 'a session without a user')
  return user
}
