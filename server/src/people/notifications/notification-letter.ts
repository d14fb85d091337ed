import { toWireId } from '../../platform/ids.ts'
import type { Notification } from './notification.ts'

const MOST_LISTED = 20

/** One mail for all that came together, in both languages: it is not known which one its reader reads. */
export function notificationLetter(notifications: readonly Notification[], baseUrl: string) {
  const listed = notifications.slice(0, MOST_LISTED)
  const [first] = listed
  const more = notifications.length - listed.length
  return {
    subject:
      notifications.length === 1 && first
        ? `${inEnglish(first)} (Bindery)`
        : `${notifications.length} notifications (Bindery)`,
    text: [
      ...listed.map((each) => `${inEnglish(each)}\n${inJapanese(each)}\n${baseUrl}${placeOf(each)}`),
      ...(more > 0 ? [`${more} more / 他 ${more} 件: ${baseUrl}/account/notifications`] : []),
      `Choose what comes by mail / メール通知の設定: ${baseUrl}/account/settings?part=notifications\n`,
    ].join('\n\n'),
  }
}

/** Where its reader goes on. */
function placeOf({ kind, workbookId, tableName, commentId, dashboardId, proposalId }: Notification): string {
  if (workbookId === null) return '/account/notifications'
  const workbook = `/w/${toWireId('wb', workbookId)}`
  switch (kind) {
    case 'mention':
      return `${workbook}/tables/${encodeURIComponent(tableName ?? '')}?comment=${commentId ? toWireId('cmt', commentId) : ''}`
    case 'conflict':
      return `${workbook}/conflicts`
    case 'dashboard_stale':
      return `${workbook}/dashboards/${dashboardId ? toWireId('dash', dashboardId) : ''}`
    case 'proposal':
      return `${workbook}/proposals/${proposalId ? toWireId('prop', proposalId) : ''}`
    case 'job_failed':
      return '/account/jobs'
    case 'invitation':
      return workbook
  }
}

function inEnglish({ kind, count, ...named }: Notification): string {
  const actor = named.actorName ?? 'A user'
  const workbook = named.workbookTitle ?? ''
  switch (kind) {
    case 'mention':
      return `${actor} mentioned you in "${named.tableName}" of "${workbook}"`
    case 'invitation':
      return named.workbookId === null
        ? `${actor} invites you to the workspace "${named.workspaceName}"`
        : `${actor} shared "${workbook}" with you`
    case 'job_failed':
      return `A job failed in "${workbook}": ${named.jobKind} (${named.jobErrorCode})`
    case 'conflict':
      return `${count === 1 ? 'A conflict' : `${count} conflicts`} in "${named.tableName}" of "${workbook}"`
    case 'dashboard_stale':
      return `The dashboard "${named.dashboardName}" of "${workbook}" shows stale tables`
    case 'proposal':
      return `${actor} proposes changes in "${workbook}" and asks for a review`
  }
}

function inJapanese({ kind, count, ...named }: Notification): string {
  const actor = named.actorName === null ? '他の利用者' : `${named.actorName} さん`
  const workbook = named.workbookTitle ?? ''
  switch (kind) {
    case 'mention':
      return `${actor}が「${workbook}」の表「${named.tableName}」であなた宛てにコメントしました`
    case 'invitation':
      return named.workbookId === null
        ? `${actor}がワークスペース「${named.workspaceName}」に招待しました`
        : `${actor}が「${workbook}」を共有しました`
    case 'job_failed':
      return `「${workbook}」でジョブが失敗しました：${named.jobKind}（${named.jobErrorCode}）`
    case 'conflict':
      return `「${workbook}」の表「${named.tableName}」に競合が ${count} 件あります`
    case 'dashboard_stale':
      return `「${workbook}」のダッシュボード「${named.dashboardName}」に古い表があります`
    case 'proposal':
      return `${actor}が「${workbook}」の変更を申請し、確認を求めています`
  }
}
