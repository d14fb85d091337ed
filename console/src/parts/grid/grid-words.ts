import { count, plural, words } from '../../words/words.ts'

export const gridWords = words(
  {
    line: 'Line',
    masked: 'hidden by a policy',
    cell: (column: string, line: number, text: string) => `${column}, line ${count(line)}: ${text || 'empty'}`,
    menuOf: (column: string) => `Menu of ${column}`,
    filtered: 'filtered',
    tooMuch: (rows: number) =>
      `Nothing was done: at most ${plural(rows, 'row')} are copied, pasted or cleared at once. Export the table to copy more.`,
    copied: (rows: number, columns: number) => `Copied ${plural(rows, 'row')} × ${plural(columns, 'column')}`,
    copyFailed: 'Nothing was copied: some of the rows could not be read. Try again.',
    copyRefused: 'The browser did not let the rows onto the clipboard. They are read now: copy again.',
    fillFailed: 'Nothing was filled: some of the rows could not be read. Try again.',
    fillHandle: 'Drag to fill',
    resize: (column: string) => `Width of ${column}`,
  },
  {
    line: '行',
    masked: 'ポリシーにより非表示',
    cell: (column, line, text) => `${column}、${count(line)} 行目：${text || '空'}`,
    menuOf: (column) => `${column} のメニュー`,
    filtered: '絞り込み中',
    tooMuch: (rows) =>
      `一度にコピー・貼り付け・消去できるのは ${count(rows)} 行までのため、何も行いませんでした。それ以上は書き出しをお使いください。`,
    copied: (rows, columns) => `${count(rows)} 行 × ${count(columns)} 列をコピーしました`,
    copyFailed: '一部の行を読み込めなかったため、何もコピーしていません。もう一度お試しください。',
    copyRefused:
      'ブラウザーがクリップボードへの書き込みを許可しませんでした。行の読み込みは済んでいますので、もう一度コピーしてください。',
    fillFailed: '一部の行を読み込めなかったため、何も入力していません。もう一度お試しください。',
    fillHandle: 'ドラッグして入力',
    resize: (column) => `${column} の幅`,
  },
)
