import { count, plural, words } from '../../words/words.ts'

export const quarantineWords = words(
  {
    label: 'Rows that were set aside',
    about: (table: string) =>
      `These rows came out of files and break rules of ${table}. Correct them here, then send them in.`,
    send: 'Send corrected rows in',
    sent: (n: number, kept: number) =>
      `${plural(n, 'row')} sent in, ${kept === 0 ? 'none stays' : plural(kept, 'row stays', 'rows stay')}`,
    open: 'Open the table',
  },
  {
    label: '取り分けた行',
    about: (table: string) =>
      `ファイルから来て、${table} のルールに反している行です。ここで直してから送り込んでください。`,
    send: '直した行を送り込む',
    sent: (n: number, kept: number) => `${count(n)}行を送り込みました。残りは${count(kept)}行です`,
    open: '表を開く',
  },
)
