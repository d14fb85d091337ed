import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { queries } from './queries.ts'

const KEY = ['notifications']
/** Events of the open workbook ask at once; those of others are found this often. */
const LOOK_AGAIN_MS = 60_000
const SHOWN = 100

export const notificationsQuery = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: ({ signal }) => client.api.listMyNotifications({ limit: SHOWN, signal }),
  refetchInterval: LOOK_AGAIN_MS,
})

export const unreadQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: async ({ signal }) =>
    (await client.api.listMyNotifications({ state: 'unread', limit: 1, signal })).unread_count,
  staleTime: LOOK_AGAIN_MS / 2,
  refetchInterval: LOOK_AGAIN_MS,
})

export const notificationSettingsQuery = queryOptions({
  queryKey: [...KEY, 'settings'],
  queryFn: ({ signal }) => client.api.getNotificationSettings({ signal }),
})

/** Something happened that a user may be notified of. */
export const renewNotifications = () => queries.invalidateQueries({ queryKey: KEY })

export async function markRead(notificationIds: readonly string[] | null) {
  await client.markNotificationsRead(notificationIds)
  await renewNotifications()
}
