import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { notificationLetter } from './notification-letter.ts'
import { findProvenAddress, takeMailDue, updateMailDue } from './notifications.store.ts'

/**
 * Mails a user what came since the last mail and is unread. A mail that cannot be sent is due again; one that a dying node
 * held is not, and stands in the console.
 */
export const mailNotifications: TaskHandler = async ({ db, mailer, settings }, payload) => {
  if (!mailer.isConfigured) return
  const userId = String(payload.userId)
  const address = await findProvenAddress(db, userId)
  if (address === undefined) return
  const reader = { userId, accountId: userId, reach: { kind: 'everything' } } as const
  const notifications = await inTransaction(db, (tx) => takeMailDue(tx, reader))
  if (notifications.length === 0) return
  try {
    await mailer.send({ to: address.trim().normalize('NFKC'), ...notificationLetter(notifications, settings.baseUrl) })
  } catch (error) {
    const ids = notifications.map(({ notificationId }) => notificationId)
    await inTransaction(db, (tx) => updateMailDue(tx, userId, ids))
    throw error
  }
}
