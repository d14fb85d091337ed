import type { TaskHandler } from '../../../platform/queue/task.ts'
import { mailbox } from '../user.ts'
import { invitationLetter, invitationUrl } from './invitation.ts'
import { findLetter } from './invitations.store.ts'

/** Mails the link of an invitation that is still open. A second run mails the same link. */
export const mailInvitation: TaskHandler = async ({ db, keyring, mailer, settings }, payload) => {
  const invitationId = String(payload.invitationId)
  const invitation = await findLetter(db, invitationId)
  if (!invitation) return
  const token = keyring.open('link', Buffer.from(String(payload.sealedToken), 'base64'), invitationId).toString()
  const { email, ...letter } = invitation
  const url = invitationUrl(settings.baseUrl, token)
  await mailer.send({ to: mailbox(email), ...invitationLetter({ ...letter, url }) })
}
