import { plural, words } from '../../words/words.ts'

export const notificationsWords = words(
  {
    title: 'Notifications',
    lead: 'What others wait for, and what went wrong. The newest 500 are kept for 90 days.',
    settings: 'Settings',
    readAll: 'Mark all as read',
    none: 'Nothing to look at',
    noneText:
      'When a comment mentions you, a workbook is shared with you, a job fails, or conflicts or proposals wait, it stands here.',
    unread: 'unread',
    someone: 'A user',
    mention: (who: string, table: string) => `${who} mentioned you in “${table}”`,
    workspace: (who: string, name: string) => `${who} invites you to the workspace “${name}”`,
    workspaceHint: 'Open the link in the mail to accept.',
    shared: (who: string, title: string) => `${who} shared “${title}” with you`,
    jobFailed: (job: string) => `A job failed: ${job}`,
    conflicts: (n: number, table: string) => `${plural(n, 'conflict')} in “${table}”`,
    stale: (name: string) => `The dashboard “${name}” shows stale tables`,
    proposal: (who: string, title: string) => `${who} asks for your review: ${title}`,
    aJob: 'a job',
  },
  {
    title: '通知',
    lead: '他の人からの連絡と、うまくいかなかったことです。新しい順に500件、90日間残ります。',
    settings: '設定',
    readAll: 'すべて既読にする',
    none: '確認することはありません',
    noneText:
      'コメントで名前を挙げられたとき、ワークブックを共有されたとき、ジョブの失敗、食い違い、確認待ちの変更申請があるときに表示されます。',
    unread: '未読',
    someone: '他の利用者',
    mention: (who, table) => `${who}さんが「${table}」であなた宛てにコメントしました`,
    workspace: (who, name) => `${who}さんがワークスペース「${name}」に招待しました`,
    workspaceHint: 'メールのリンクを開くと参加できます。',
    shared: (who, title) => `${who}さんが「${title}」を共有しました`,
    jobFailed: (job) => `ジョブが失敗しました：${job}`,
    conflicts: (n, table) => `「${table}」に食い違いが${n}件あります`,
    stale: (name) => `ダッシュボード「${name}」に古い表があります`,
    proposal: (who, title) => `${who}さんが変更申請の確認を求めています：${title}`,
    aJob: 'ジョブ',
  },
)
