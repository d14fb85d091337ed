import { words } from '../../../words/words.ts'

export const notificationSettingsWords = words(
  {
    title: 'Notifications',
    lead: 'Where each kind of notification goes from now on.',
    kind: 'Kind',
    inConsole: 'In the console',
    byMail: 'By mail',
    noMail: 'This service sends no mail: an administrator has to name a mail server.',
    kinds: {
      mention: 'A comment mentions me',
      invitation: 'I am invited, or a workbook is shared with me',
      job_failed: 'A job that I started failed',
      conflict: 'Conflicts wait in a workbook that I can edit',
      dashboard_stale: 'A dashboard of mine shows stale tables',
      proposal: 'A proposal waits for my review',
    },
    choice: (kind: string, where: string) => `${kind}: ${where}`,
  },
  {
    title: '通知',
    lead: '今後の通知の届け先を、種類ごとに選びます。',
    kind: '種類',
    inConsole: 'コンソール',
    byMail: 'メール',
    noMail: 'このサービスはメールを送れません。管理者がメールサーバーを設定する必要があります。',
    kinds: {
      mention: 'コメントで名前を挙げられた',
      invitation: '招待された、またはワークブックを共有された',
      job_failed: '自分が始めたジョブが失敗した',
      conflict: '編集できるワークブックに食い違いがある',
      dashboard_stale: '自分のダッシュボードに古い表がある',
      proposal: '変更申請が自分の確認を待っている',
    },
    choice: (kind, where) => `${kind}：${where}`,
  },
)
