import { Type } from 'typebox'
import { fitItems } from '../small-answer.ts'
import { READS, RENEWS, tool } from '../tool.ts'
import { Cursor, Id, NextCursor, Page } from './fields.ts'

const Text = Type.Union([Type.String(), Type.Null()])

export const listNotifications = tool({
  name: 'list_notifications',
  title: 'List notifications',
  description:
    'What waits for the user whose credential you have: mentions in comments, shares, failed jobs, conflicts, stale dashboards and proposals to review, the newest first. It names things and quotes no value.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    state: Type.Optional(Type.Union([Type.Literal('unread'), Type.Literal('all')], { default: 'unread' })),
    limit: Page(20, 100),
    cursor: Cursor,
  }),
  output: Type.Object({
    unread_count: Type.Integer(),
    notifications: Type.Array(
      Type.Object({
        notification_id: Type.String(),
        kind: Type.String({ description: 'mention, invitation, job_failed, conflict, dashboard_stale or proposal' }),
        by: Text,
        workbook_id: Text,
        workbook: Text,
        table: Text,
        about: Type.Union([Type.String(), Type.Null()], {
          description: 'The id of the comment, job, dashboard or proposal',
        }),
        count: Type.Integer(),
        created_at: Type.String(),
        unread: Type.Boolean(),
      }),
    ),
    next_cursor: NextCursor,
  }),
  run: async (agent, { state = 'unread', limit, cursor }) => {
    const page = await agent.api.listMyNotifications({ state, limit, cursor })
    const { kept, isCut } = fitItems(page.notifications)
    // The cursor of a page stands at its end: of a page that was cut, it has to be asked for again.
    const shown = isCut ? await agent.api.listMyNotifications({ state, limit: kept.length, cursor }) : page
    return {
      unread_count: shown.unread_count,
      notifications: shown.notifications.map((each) => ({
        notification_id: each.notification_id,
        kind: each.kind,
        by: each.actor?.name ?? null,
        workbook_id: each.workbook?.workbook_id ?? null,
        workbook: each.workbook?.title ?? each.workspace?.name ?? null,
        table: each.table,
        about:
          each.comment_id ?? each.job?.job_id ?? each.dashboard?.dashboard_id ?? each.proposal?.proposal_id ?? null,
        count: each.count,
        created_at: each.created_at,
        unread: each.read_at === null,
      })),
      next_cursor: shown.next_cursor,
    }
  },
})

export const markNotificationsRead = tool({
  name: 'mark_notifications_read',
  title: 'Mark notifications as read',
  description:
    'Marks notifications of list_notifications as read, so that no mail is sent about them any more. Only those that you have dealt with or reported to the user.',
  scope: 'workbooks:read',
  annotations: RENEWS,
  input: Type.Object({
    notification_ids: Type.Array(Id('ntf', 'From list_notifications'), { minItems: 1, maxItems: 500 }),
  }),
  output: Type.Object({ unread_count: Type.Integer() }),
  run: async (agent, { notification_ids }) => agent.api.markNotificationsRead({ body: { notification_ids } }),
})
