import { words } from '../../words/words.ts'

export const linkWords = words(
  {
    share: 'Share',
    title: (name: string) => `Share “${name}” by link`,
    about:
      'Everyone who has the link can read this without an account. They see what rules for the role “link” allow, and never more than you and those who last changed what is shown.',
    aboutMembers:
      'Members who are logged in and may open this workbook can read this. They see what rules for the role “link” allow, and never more than you and those who last changed what is shown.',
    off: 'Links are turned off here: none can be made, and those that exist show nothing.',
    offHint:
      'An administrator allows them again in the settings: Members for this workspace, Company for the whole account.',
    name: 'For whom',
    nameHint: 'Optional. Only shown here.',
    days: 'Expires',
    inDays: (n: number) => (n === 365 ? 'in a year' : `in ${n} days`),
    make: 'Make a link',
    made: 'Copy the link now: it is not shown again.',
    url: 'Link',
    seeAsLink: 'See it as the link shows it',
    links: 'Links',
    unnamed: 'No name',
    until: (day: string) => `until ${day}`,
    used: (ago: string) => `last read ${ago}`,
    unused: 'not read yet',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    revoked: 'The link shows nothing any more',
  },
  {
    share: '共有',
    title: (name: string) => `「${name}」をリンクで共有`,
    about:
      'リンクを知っている人は、アカウントなしで閲覧できます。見えるのは、リンク用の閲覧制限が許す範囲だけで、あなたや、内容を最後に変更した人に見えないものは見えません。',
    aboutMembers:
      'ログインしていて、このワークブックを開けるメンバーだけが閲覧できます。見えるのは、リンク用の閲覧制限が許す範囲だけで、あなたや、内容を最後に変更した人に見えないものは見えません。',
    off: 'ここではリンクが停止されています。新しく作成することはできず、既存のリンクでも何も表示されません。',
    offHint: '管理者は、設定の「メンバー」でこのワークスペースの、「会社」でアカウント全体のリンクを許可できます。',
    name: '共有する相手',
    nameHint: '任意。ここにだけ表示します。',
    days: '期限',
    inDays: (n: number) => (n === 365 ? '1年' : `${n}日`),
    make: 'リンクを作成',
    made: 'リンクをコピーしてください。再び表示することはできません。',
    url: 'リンク',
    seeAsLink: 'リンクでの見え方を確認',
    links: '作成したリンク',
    unnamed: '名前なし',
    until: (day: string) => `${day}まで`,
    used: (ago: string) => `最終閲覧：${ago}`,
    unused: 'まだ閲覧なし',
    revoke: '無効にする',
    revokeNamed: (name: string) => `${name}を無効にする`,
    revoked: 'リンクを無効にしました',
  },
)
