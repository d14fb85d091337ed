import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Asked } from '../../parts/answers/asked.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { markRead, notificationsQuery } from '../../service/notifications.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { jobsWords } from '../jobs/jobs-words.ts'
import { notificationsWords } from './notifications-words.ts'
import './notifications.css'

/** What the user should look at, in all workbooks; going to one marks it as read. */
export function NotificationsScreen() {
  const w = useWords(notificationsWords)
  const found = useQuery(notificationsQuery)
  const readAll = useMutation({ mutationFn: () => markRead(null) })
  return (
    <Page
      title={w.title}
      about={w.lead}
      actions={
        <>
          {found.data?.unread_count ? (
            <Button icon="check" isBusy={readAll.isPending} onClick={() => readAll.mutate()}>
              {w.readAll}
            </Button>
          ) : null}
          <Link className="button plain" to="/account/settings" search={{ part: 'notifications' }}>
            <Icon name="gear" />
            {w.settings}
          </Link>
        </>
      }
    >
      {readAll.error ? <ProblemNote error={readAll.error} onRetry={readAll.reset} /> : null}
      <Asked query={found}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <EmptyState icon="bell" title={w.none} text={w.noneText} />
          ) : (
            <ul className="notifications">
              {notifications.map((each) => (
                <Line key={each.notification_id} notification={each} />
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  )
}

const ICONS: Record<Wire.Notification['kind'], IconName> = {
  mention: 'comment',
  invitation: 'people',
  job_failed: 'warning',
  conflict: 'conflict',
  dashboard_stale: 'dashboard',
  proposal: 'review',
}

function Line({ notification }: { notification: Wire.Notification }) {
  const w = useWords(notificationsWords)
  const { moment } = useFormats()
  const text = useText(notification)
  const { notification_id, kind, workbook, read_at, created_at } = notification
  const isUnread = read_at === null
  const place = placeOf(notification)
  return (
    <li className={isUnread ? 'unread' : undefined}>
      <Icon name={ICONS[kind]} />
      <span className="notification-text">
        {place ? (
          <Link {...place} onClick={() => (isUnread ? void markRead([notification_id]) : undefined)}>
            {text}
          </Link>
        ) : (
          <span>{text}</span>
        )}
        <small className="soft">
          {workbook?.title ?? w.workspaceHint} · {moment(created_at)}
        </small>
      </span>
      {isUnread ? <Badge tone="accent">{w.unread}</Badge> : null}
    </li>
  )
}

function useText({
  kind,
  actor,
  table,
  workspace,
  workbook,
  job,
  dashboard,
  proposal,
  count,
}: Wire.Notification): string {
  const w = useWords(notificationsWords)
  const jobs: Record<string, string> = useWords(jobsWords).kinds
  const who = actor?.name ?? w.someone
  switch (kind) {
    case 'mention':
      return w.mention(who, table ?? '')
    case 'invitation':
      return workspace ? w.workspace(who, workspace.name ?? '') : w.shared(who, workbook?.title ?? '')
    case 'job_failed':
      return w.jobFailed(jobs[job?.kind ?? ''] ?? w.aJob)
    case 'conflict':
      return w.conflicts(count, table ?? '')
    case 'dashboard_stale':
      return w.stale(dashboard?.name ?? '')
    case 'proposal':
      return w.proposal(who, proposal?.title ?? '')
  }
}

/** Where it leads; an invitation to a workspace is accepted by its link alone. */
function placeOf({ kind, workbook, table, comment_id, dashboard, proposal }: Wire.Notification) {
  if (!workbook) return null
  const workbookId = workbook.workbook_id
  switch (kind) {
    case 'mention':
      return {
        to: '/w/$workbookId/tables/$tableName',
        params: { workbookId, tableName: table ?? '' },
        search: { comment: comment_id ?? '' },
      } as const
    case 'invitation':
      return { to: '/w/$workbookId', params: { workbookId } } as const
    case 'job_failed':
      return { to: '/account/jobs' } as const
    case 'conflict':
      return { to: '/w/$workbookId/conflicts', params: { workbookId } } as const
    case 'dashboard_stale':
      return {
        to: '/w/$workbookId/dashboards/$dashboardId',
        params: { workbookId, dashboardId: dashboard?.dashboard_id ?? '' },
      } as const
    case 'proposal':
      return {
        to: '/w/$workbookId/proposals/$proposalId',
        params: { workbookId, proposalId: proposal?.proposal_id ?? '' },
      } as const
  }
}
