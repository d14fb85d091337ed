import type { PublicContext } from '../../platform/context.ts'
import { invitationGone } from '../accounts/accounts.errors.ts'
import { invitationTokenHashes } from '../accounts/invitation.ts'
import { findLetter, findPendingInvitation } from '../accounts/invitations.store.ts'
import { emailKey } from '../accounts/user.ts'
import { findUserByEmail } from '../accounts/users.store.ts'

/** What whoever holds the link may know: who invites whom to what, and whether the address is a user's already. */
export async function readInvitation(ctx: PublicContext, token: string) {
  const invitation = await findPendingInvitation(ctx.db, invitationTokenHashes(ctx.keyring, token))
  const letter = invitation && (await findLetter(ctx.db, invitation.invitationId))
  if (!letter) throw invitationGone()
  return { ...letter, isUser: (await findUserByEmail(ctx.db, emailKey(letter.email))) !== undefined }
}
