import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { defaultSetting, NOTIFICATION_KINDS, type NotificationKind, type NotificationSetting } from './notification.ts'
import {
  countUnread,
  listNotifications,
  listSettings,
  type NotificationPage,
  updateRead,
  upsertSetting,
} from './notifications.store.ts'

/** A page of the caller's own notifications, the newest first, and how many are unread. */
export async function readNotifications(ctx: Context, page: NotificationPage) {
  const [found, unread] = await Promise.all([
    listNotifications(ctx.db, ctx.caller, { ...page, limit: page.limit + 1 }),
    countUnread(ctx.db, ctx.caller),
  ])
  const notifications = found.slice(0, page.limit)
  const next = found.length > page.limit ? (notifications.at(-1)?.notificationId ?? null) : null
  return { notifications, unread, next }
}

/** Returns how many are unread then. */
export async function markRead(ctx: Context, ids: readonly string[] | null): Promise<number> {
  await inTransaction(ctx.db, (tx) => updateRead(tx, ctx.caller, ids))
  return countUnread(ctx.db, ctx.caller)
}

/** One for each kind, chosen or by default. */
export async function readSettings(ctx: Context): Promise<NotificationSetting[]> {
  const chosen = new Map((await listSettings(ctx.db, ctx.caller.userId)).map((setting) => [setting.kind, setting]))
  return NOTIFICATION_KINDS.map((kind) => chosen.get(kind) ?? defaultSetting(kind))
}

export type SettingChange = { kind: NotificationKind; inConsole?: boolean | undefined; byMail?: boolean | undefined }

/** What comes from now on; notifications that are there stay. */
export async function changeSettings(ctx: Context, changes: readonly SettingChange[]): Promise<NotificationSetting[]> {
  const { userId } = ctx.caller
  await inTransaction(ctx.db, async (tx) => {
    const now = new Map((await listSettings(tx, userId)).map((setting) => [setting.kind, setting]))
    for (const { kind, inConsole, byMail } of changes) {
      const before = now.get(kind) ?? defaultSetting(kind)
      const changed = { kind, inConsole: inConsole ?? before.inConsole, byMail: byMail ?? before.byMail }
      now.set(kind, changed)
      await upsertSetting(tx, userId, changed)
    }
  })
  return readSettings(ctx)
}
