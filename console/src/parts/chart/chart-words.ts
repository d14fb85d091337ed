import { count, plural, words } from '../../words/words.ts'

export const chartWords = words(
  {
    kinds: { table: 'Table', number: 'Number', line: 'Line', bar: 'Bars', stacked: 'Stacked bars', pie: 'Ring' },
    said: (kind: string, y: string, x: string) => (x === '' ? `${kind}: ${y}` : `${kind}: ${y} by ${x}`),
    empty: '(empty)',
    others: 'Others',
    noRows: 'There are no rows to show.',
    answer: 'Answer',
    truncated: (n: number) => `The first ${plural(n, 'row')}`,
    needsNumber: 'A chart needs a column of numbers. It is shown as a table.',
  },
  {
    kinds: { table: '表', number: '数値', line: '折れ線', bar: '棒', stacked: '積み上げ棒', pie: 'ドーナツ' },
    said: (kind: string, y: string, x: string) => (x === '' ? `${kind}：${y}` : `${kind}：${x}ごとの${y}`),
    empty: '（空）',
    others: 'その他',
    noRows: '表示する行がありません。',
    answer: '答え',
    truncated: (n: number) => `先頭の ${count(n)} 行`,
    needsNumber: 'グラフには数値の列が必要です。表で表示しています。',
  },
)
