import { count, words } from '../../../words/words.ts'

export const cardWords = words(
  {
    earlier: 'Earlier rows',
    more: 'More rows',
    masked: 'hidden by a policy',
    empty: 'empty',
    commented: 'commented',
    line: (n: number) => `Line ${count(n)}`,
  },
  {
    earlier: '前の行',
    more: '続きの行',
    masked: 'ポリシーにより非表示',
    empty: '空',
    commented: 'コメントあり',
    line: (n) => `${count(n)} 行目`,
  },
)
