import { Type } from 'typebox'
import {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationSetting,
} from '../../../people/notifications/notification.ts'
import {
  changeSettings,
  markRead,
  readNotifications,
  readSettings,
} from '../../../people/notifications/read-notifications.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const AT = '/api/v1/me/notifications'
const AT_SETTINGS = '/api/v1/me/notification-settings'

const Name = Nullable(Type.String())

const NotificationInfo = NamedObject('Notification', {
  notification_id: WireId('ntf'),
  kind: OneOf(NOTIFICATION_KINDS),
  created_at: Time,
  read_at: Nullable(Time),
  count: Type.Integer({ description: 'How many of the kind are summed up in it' }),
  actor: Nullable(Type.Object({ user_id: WireId('usr'), name: Name })),
  workspace: Nullable(Type.Object({ workspace_id: WireId('ws'), name: Name })),
  workbook: Nullable(Type.Object({ workbook_id: WireId('wb'), title: Name })),
  table: Nullable(Type.String()),
  comment_id: Nullable(WireId('cmt')),
  job: Nullable(Type.Object({ job_id: WireId('job'), kind: Name, error: Name })),
  dashboard: Nullable(Type.Object({ dashboard_id: WireId('dash'), name: Name })),
  proposal: Nullable(Type.Object({ proposal_id: WireId('prop'), title: Name })),
})

const presentNotification = (notification: Notification) => {
  const { actorId, workspaceId, workbookId, commentId, jobId, jobKind, dashboardId } = notification
  const { actorName, workspaceName, workbookTitle, jobErrorCode, dashboardName, proposalId, proposalTitle } =
    notification
  return {
    notification_id: toWireId('ntf', notification.notificationId),
    kind: notification.kind,
    created_at: notification.createdAt.toISOString(),
    read_at: notification.readAt?.toISOString() ?? null,
    count: notification.count,
    actor: actorId && { user_id: toWireId('usr', actorId), name: actorName },
    workspace: workspaceId && { workspace_id: toWireId('ws', workspaceId), name: workspaceName },
    workbook: workbookId && { workbook_id: toWireId('wb', workbookId), title: workbookTitle },
    table: notification.tableName,
    comment_id: commentId && toWireId('cmt', commentId),
    job: jobId && { job_id: toWireId('job', jobId), kind: jobKind, error: jobErrorCode },
    dashboard: dashboardId && { dashboard_id: toWireId('dash', dashboardId), name: dashboardName },
    proposal: proposalId && { proposal_id: toWireId('prop', proposalId), title: proposalTitle },
  }
}

const Settings = NamedObject('NotificationSettings', {
  settings: Type.Array(
    Type.Object({ kind: OneOf(NOTIFICATION_KINDS), in_console: Type.Boolean(), by_mail: Type.Boolean() }),
  ),
  is_mail_sent: Type.Boolean({ description: 'Whether this service can send mail at all' }),
})

const presentSettings = (settings: readonly NotificationSetting[], isMailSent: boolean) => ({
  settings: settings.map(({ kind, inConsole, byMail }) => ({ kind, in_console: inConsole, by_mail: byMail })),
  is_mail_sent: isMailSent,
})

export const notificationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listMyNotifications',
    summary:
      'What you should look at: mentions, invitations, failed jobs, conflicts, stale dashboards and proposals, the newest first',
    description:
      'A notification quotes no value. One about something that you no longer see is not listed. Kept for 90 days, the newest 500.',
    scope: 'workbooks:read',
    query: Type.Object({
      state: Type.Optional(OneOf(['unread', 'all'])),
      limit: Limit(50, 200),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({
      notifications: Type.Array(NotificationInfo),
      unread_count: Type.Integer(),
      next_cursor: Nullable(Type.String()),
    }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, query: { state = 'all', limit, cursor } }) => {
      const list = `notifications ${ctx.caller.userId}`
      const before = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const page = await readNotifications(ctx, { isUnreadOnly: state === 'unread', limit, before })
      return {
        notifications: page.notifications.map(presentNotification),
        unread_count: page.unread,
        next_cursor: page.next && writeCursor(ctx.keyring, list, page.next),
      }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${AT}/read`,
    operation: 'markNotificationsRead',
    summary: 'Mark notifications as read: those that are named, or all',
    description: 'Of one that is read no mail is sent any more.',
    scope: 'workbooks:read',
    body: Type.Object({ notification_ids: Nullish(Type.Array(Id('ntf'), { maxItems: 500 })) }),
    status: 200,
    response: Type.Object({ unread_count: Type.Integer() }),
    handle: async ({ ctx, body }) => ({ unread_count: await markRead(ctx, body.notification_ids ?? null) }),
  }),
  endpoint({
    method: 'GET',
    path: AT_SETTINGS,
    operation: 'getNotificationSettings',
    summary: 'Where notifications of each kind go: into the console, by mail, both or neither',
    scope: 'workbooks:read',
    status: 200,
    response: Settings,
    handle: async ({ ctx }) => presentSettings(await readSettings(ctx), ctx.mailer.isConfigured),
  }),
  endpoint({
    method: 'PATCH',
    path: AT_SETTINGS,
    operation: 'changeNotificationSettings',
    summary: 'Choose where notifications of a kind go from now on',
    scope: 'workbooks:write',
    body: Type.Object({
      settings: Type.Array(
        Type.Object({
          kind: OneOf(NOTIFICATION_KINDS),
          in_console: Type.Optional(Type.Boolean()),
          by_mail: Type.Optional(Type.Boolean()),
        }),
        { minItems: 1, maxItems: 20 },
      ),
    }),
    status: 200,
    response: Settings,
    handle: async ({ ctx, body }) => {
      const changes = body.settings.map((each) => ({
        kind: each.kind,
        inConsole: each.in_console,
        byMail: each.by_mail,
      }))
      return presentSettings(await changeSettings(ctx, changes), ctx.mailer.isConfigured)
    },
  }),
]
