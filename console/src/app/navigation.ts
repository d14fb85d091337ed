import type { IconName } from '../parts/icon.tsx'
import { words } from '../words/words.ts'

export const navigationWords = words(
  {
    home: 'Home',
    overview: 'Overview',
    sheets: 'Sheets',
    files: 'Files',
    dashboards: 'Dashboards',
    questions: 'Questions',
    sql: 'SQL',
    lineage: 'Lineage',
    proposals: 'Proposals',
    conflicts: 'Conflicts',
    history: 'History',
    governance: 'Access rules',
    connect: 'Connect',
    notifications: 'Notifications',
    jobs: 'Jobs',
    settings: 'Settings',
  },
  {
    home: 'ホーム',
    overview: '概要',
    sheets: 'シート',
    files: 'ファイル',
    dashboards: 'ダッシュボード',
    questions: '集計・レポート',
    sql: 'SQL',
    lineage: '表のつながり',
    proposals: '変更申請',
    conflicts: '食い違い',
    history: '履歴',
    governance: '閲覧制限',
    connect: '接続',
    notifications: '通知',
    jobs: 'ジョブ',
    settings: '設定',
  },
)

export type Destination = { to: string; icon: IconName; name: keyof typeof navigationWords.en }

/** What a workbook has, in the order people come across it. The command palette lists the same. */
export const WORKBOOK_PLACES: readonly Destination[] = [
  { to: '/w/$workbookId', icon: 'book', name: 'overview' },
  { to: '/w/$workbookId/dashboards', icon: 'dashboard', name: 'dashboards' },
  { to: '/w/$workbookId/questions', icon: 'chart', name: 'questions' },
  { to: '/w/$workbookId/sql', icon: 'sql', name: 'sql' },
  { to: '/w/$workbookId/files', icon: 'file', name: 'files' },
  { to: '/w/$workbookId/sheets', icon: 'sheet', name: 'sheets' },
  { to: '/w/$workbookId/lineage', icon: 'lineage', name: 'lineage' },
  { to: '/w/$workbookId/proposals', icon: 'review', name: 'proposals' },
  { to: '/w/$workbookId/conflicts', icon: 'conflict', name: 'conflicts' },
  { to: '/w/$workbookId/history', icon: 'history', name: 'history' },
  { to: '/w/$workbookId/governance', icon: 'shield', name: 'governance' },
  { to: '/w/$workbookId/connect', icon: 'plug', name: 'connect' },
]

/** What belongs to the person and the account. */
export const ACCOUNT_PLACES: readonly Destination[] = [
  { to: '/account/notifications', icon: 'bell', name: 'notifications' },
  { to: '/account/jobs', icon: 'play', name: 'jobs' },
  { to: '/account/settings', icon: 'gear', name: 'settings' },
]
