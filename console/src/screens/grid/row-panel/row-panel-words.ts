import { count, words } from '../../../words/words.ts'

type Origin = { cell: string; sheet: string; source: string }

export const rowPanelWords = words(
  {
    title: 'Row details',
    line: (n: number) => `Line ${count(n)}`,
    previous: 'The row before',
    next: 'The row after',
    close: 'Close',
    fields: 'Fields',
    history: 'History',
    comments: 'Comments',
    pick: 'Choose a cell to see its row.',
    masked: 'hidden by a policy',
    origin: ({ cell, sheet, source }: Origin) => `Read from ${cell} of “${sheet}” in ${source}`,
    originEdited: ({ cell, sheet, source }: Origin) =>
      `Edited since it was read from ${cell} of “${sheet}” in ${source}`,
  },
  {
    title: '行の詳細',
    line: (n) => `${count(n)} 行目`,
    previous: '前の行',
    next: '次の行',
    close: '閉じる',
    fields: '項目',
    history: '履歴',
    comments: 'コメント',
    pick: 'セルを選ぶと、その行が表示されます。',
    masked: 'ポリシーにより非表示',
    origin: ({ cell, sheet, source }) => `${source}「${sheet}」の ${cell} から読み取り`,
    originEdited: ({ cell, sheet, source }) => `${source}「${sheet}」の ${cell} から読み取り後に編集`,
  },
)
