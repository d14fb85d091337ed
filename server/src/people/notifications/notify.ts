import type { Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue/queue.store.ts'
import { mailSlotEnd, type News } from './notification.ts'
import { insertNotifications, listEditors } from './notifications.store.ts'

/** Notifies users, in the transaction of the change. What is unread about the same thing is summed up in one. */
export async function notify(tx: Tx, userIds: readonly string[], news: News) {
  const others = [...new Set(userIds)].filter((userId) => userId !== news.actorId)
  if (others.length === 0) return
  for (const userId of await insertNotifications(tx, others, news)) await askForMail(tx, userId)
}

/** Notifies everyone who can edit a workbook, except the user who caused it. */
export async function notifyEditors(tx: Tx, workbookId: string, news: Omit<News, 'place'>) {
  await notify(tx, await listEditors(tx, workbookId), { ...news, place: { workbookId } })
}

function askForMail(tx: Tx, userId: string) {
  const runAt = mailSlotEnd(Date.now())
  const key = `mail-notifications:${userId}:${runAt.getTime()}`
  return enqueue(tx, { name: 'mail-notifications', payload: { userId }, key, runAt })
}
