import { count, plural, words } from '../../../words/words.ts'

export const pasteWords = words(
  {
    title: (n: number) => `Where should these ${plural(n, 'column')} go?`,
    passed: (names: string) => `Hidden here: ${names}. Pasted into what is shown, values would land in other columns.`,
    dropped: (n: number) => `The block is wider than what is shown: ${plural(n, 'column')} of it would be left out.`,
    masked: (names: string) => `Hidden by a policy: ${names}. Nothing can be written there.`,
    comma: ', ',
    showFirst: 'Show them and paste',
    intoShown: 'Paste as shown',
    leaveOut: 'Paste, leave out the rest',
  },
  {
    title: (n) => `${count(n)} 列を、どこに貼り付けますか？`,
    passed: (names) => `非表示の列があります：${names}。表示中の列だけに貼り付けると、値が別の列に入ります。`,
    dropped: (n) => `表示中の列より幅が広いため、${count(n)} 列分は貼り付けられません。`,
    masked: (names) => `ポリシーにより非表示の列です：${names}。この列には書き込めません。`,
    comma: '、',
    showFirst: '列を表示して貼り付け',
    intoShown: 'このまま貼り付け',
    leaveOut: '入る分だけ貼り付け',
  },
)
