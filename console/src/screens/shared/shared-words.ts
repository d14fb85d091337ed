import { plural, words } from '../../words/words.ts'

export const sharedWords = words(
  {
    readOnly: (day: string) => `Shared by link · read only · until ${day}`,
    rows: (n: number) => plural(n, 'row'),
    noLink: 'This address is not whole',
    noLinkText: 'The part behind the # is missing. Open the link as it was sent to you.',
    ended: 'This link has ended',
    endedText: 'It has expired or was taken back, or what it showed is gone. Ask the person who sent it for a new one.',
    gone: 'What stood here is gone',
    firstRows: (n: number) => `The first ${n} rows`,
  },
  {
    readOnly: (day: string) => `リンクで共有 · 閲覧のみ · ${day} まで`,
    rows: (n: number) => `${n}行`,
    noLink: 'アドレスの一部が欠けています',
    noLinkText: '「#」より後ろがありません。届いたリンクをそのまま開いてください。',
    ended: 'このリンクは終了しました',
    endedText:
      '期限が切れたか、無効にされたか、共有していたものが削除されました。送ってくれた人に新しいリンクを頼んでください。',
    gone: 'ここにあったものは削除されました',
    firstRows: (n: number) => `先頭の${n}行`,
  },
)
