import { count, plural, words } from '../../words/words.ts'

export const gridWords = words(
  {
    line: 'Line',
    masked: 'hidden by a policy',
    cell: (column: string, line: number, text: string) => `${column}, line ${count(line)}: ${text || 'empty'}`,
    sort: (column: string) => `Order by ${column}`,
    sortedUp: 'ascending',
    sortedDown: 'descending',
    tooMuch: (rows: number) => `At most ${plural(rows, 'row')} go through the clipboard. Export the table for more.`,
    copied: (rows: number, columns: number) => `Copied ${plural(rows, 'row')} × ${plural(columns, 'column')}`,
    resize: (column: string) => `Width of ${column}`,
  },
  {
    line: '行',
    masked: 'ポリシーにより非表示',
    cell: (column, line, text) => `${column}、${count(line)} 行目：${text || '空'}`,
    sort: (column) => `${column} で並べ替え`,
    sortedUp: '昇順',
    sortedDown: '降順',
    tooMuch: (rows) => `クリップボードで扱えるのは ${count(rows)} 行までです。それ以上は書き出しをお使いください。`,
    copied: (rows, columns) => `${count(rows)} 行 × ${count(columns)} 列をコピーしました`,
    resize: (column) => `${column} の幅`,
  },
)
