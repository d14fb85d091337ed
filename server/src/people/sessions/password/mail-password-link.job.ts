import { inTransaction } from '../../../platform/postgres.ts'
import type { TaskHandler } from '../../../platform/queue/task.ts'
import { emailKey, mailbox } from '../../accounts/user.ts'
import { findUserByEmail, lockUser } from '../../accounts/users.store.ts'
import { textsIn } from '../pages/page-texts.ts'
import { linkHash, linkToken } from './password-links.ts'
import { countOtherLinks, insertPasswordReset } from './password-resets.store.ts'

/** More mails than this an hour only annoy the person. */
const LINKS_PER_HOUR = 3

/** Mails the link to a new password. A second run mails the same link. */
export const mailPasswordLink: TaskHandler = async (platform, { requestId, email, language }) => {
  const user = await findUserByEmail(platform.db, emailKey(String(email)))
  if (!user) return
  const token = linkToken(platform.keyring, String(requestId))
  const tokenHash = linkHash(platform.keyring, token)
  const isWanted = await inTransaction(platform.db, async (tx) => {
    // Several workers may have a request of the same person each.
    await lockUser(tx, user.userId)
    if ((await countOtherLinks(tx, user.userId, tokenHash)) >= LINKS_PER_HOUR) return false
    await insertPasswordReset(tx, { tokenHash, userId: user.userId })
    return true
  })
  if (!isWanted) return
  const { mail } = textsIn(language === 'ja' ? 'ja' : 'en')
  const link = `${platform.settings.baseUrl}/reset-password?token=${token}`
  await platform.mailer.send({ to: mailbox(user.email), subject: mail.subject, text: mail.text(user.name, link) })
}
