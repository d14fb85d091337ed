/** What a user is notified of. */
export const NOTIFICATION_KINDS = [
  'mention',
  'invitation',
  'job_failed',
  'conflict',
  'dashboard_stale',
  'proposal',
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Where a user wants notifications of a kind. */
export type NotificationSetting = { kind: NotificationKind; inConsole: boolean; byMail: boolean }

/** By mail comes by default what another user waits for; a failed job and a stale dashboard wait in the console. */
const MAILED: ReadonlySet<NotificationKind> = new Set(['mention', 'invitation', 'conflict', 'proposal'])

export const defaultSetting = (kind: NotificationKind): NotificationSetting => ({
  kind,
  inConsole: true,
  byMail: MAILED.has(kind),
})

/** Something to notify users of. */
export type News = {
  kind: NotificationKind
  /** Of an invitation to a workspace: that; of all else: the workbook. */
  place: { workbookId: string } | { workspaceId: string }
  subjectId: string
  tableId?: string | null
  /** Who caused it, and so is not notified. */
  actorId: string | null
  count?: number
  /** A letter of its own goes out already. */
  isMailed?: boolean
}

/** It names things by their ids and quotes no value; names are those that they have when it is read. */
export type Notification = {
  notificationId: string
  kind: NotificationKind
  createdAt: Date
  readAt: Date | null
  count: number
  actorId: string | null
  actorName: string | null
  workspaceId: string | null
  workspaceName: string | null
  workbookId: string | null
  workbookTitle: string | null
  tableName: string | null
  commentId: string | null
  jobId: string | null
  jobKind: string | null
  jobErrorCode: string | null
  dashboardId: string | null
  dashboardName: string | null
  proposalId: string | null
  proposalTitle: string | null
}

/** Kept no longer, read or not. */
export const KEPT_DAYS = 90
/** Of each user the newest. */
export const MOST_KEPT = 500

/** Notifications of this long go out in one mail. */
const MAIL_EVERY_MS = 5 * 60_000

/** The end of the slot that a moment lies in: a user gets one mail for each at most. */
export const mailSlotEnd = (now: number) => new Date((Math.floor(now / MAIL_EVERY_MS) + 1) * MAIL_EVERY_MS)
