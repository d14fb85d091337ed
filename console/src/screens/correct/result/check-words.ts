import { count, plural, words } from '../../../words/words.ts'

export const checkWords = words(
  {
    balanced: 'Checked:',
    unbalanced: 'Does not agree with the sheet:',
    rows: (out: number, from: number) => `${plural(out, 'row')} from ${plural(from, 'row')}`,
    rowsOfColumns: (out: number, from: number, columns: number) =>
      `${plural(out, 'row')} from ${plural(from, 'row')} × ${plural(columns, 'column')}`,
    short: {
      filled: (n: number) => `${count(n)} filled`,
      computed: (n: number) => `${count(n)} computed`,
      dropped: (n: number) => `${count(n)} in no table`,
    },
    sumsEqual: 'sums equal',
    sumsDiffer: (n: number) => (n === 1 ? '1 sum differs' : `${count(n)} sums differ`),
    due: (n: number) => `${plural(n, 'row')} expected from the sheet`,
    empty: (n: number) => `${plural(n, 'empty cell')} made no row`,
    filled: (n: number) => `${plural(n, 'cell')} filled with a value that stands elsewhere`,
    marks: (cells: string) => `the same as above: ${cells}`,
    computed: (n: number) => `${plural(n, 'figure')} recognised as computed from others`,
    dropped: (n: number) => `${plural(n, 'cell')} in no table`,
    column: 'Column',
    onSheet: 'Sum on the sheet',
    inTable: 'Sum in the table',
    reasons: {
      long_sheet: 'A long sheet is checked while its rows are read.',
      corrected: 'Checked when the tables are made.',
      not_followed: 'These steps cannot be checked.',
    },
    doubt: {
      rows: (table: string, due: number, out: number) =>
        `The rows of “${table}” do not agree: ${count(due)} were expected from the sheet, and the table has ${count(out)}.`,
      sum: (table: string, column: string, sheet: string, out: string) =>
        `The sums of “${table}” do not agree: ${column} is ${sheet} on the sheet and ${out} in the table.`,
    },
  },
  {
    balanced: '検算済み：',
    unbalanced: 'シートと一致しません：',
    rows: (out: number, from: number) => `シートの${count(from)}行から${count(out)}行`,
    rowsOfColumns: (out: number, from: number, columns: number) =>
      `シートの${count(from)}行×${count(columns)}列から${count(out)}行`,
    short: {
      filled: (n: number) => `補完${count(n)}`,
      computed: (n: number) => `計算値${count(n)}`,
      dropped: (n: number) => `対象外${count(n)}`,
    },
    sumsEqual: '合計が一致',
    sumsDiffer: (n: number) => `${count(n)}列の合計が不一致`,
    due: (n: number) => `シートから見込まれる行数：${count(n)}行`,
    empty: (n: number) => `${count(n)}個の空のセルは行になりません`,
    filled: (n: number) => `${count(n)}セルを、シート内の別の場所にある値で補完`,
    marks: (cells: string) => `〃・同上を補ったセル：${cells}`,
    computed: (n: number) => `${count(n)}個の数値を、他の値から計算されたものと判定`,
    dropped: (n: number) => `${count(n)}セルはどのテーブルにも入りません`,
    column: '列',
    onSheet: 'シートの合計',
    inTable: 'テーブルの合計',
    reasons: {
      long_sheet: '大きなシートは、行を読み込むときに検算します。',
      corrected: 'テーブルの作成時に検算します。',
      not_followed: 'この手順は検算できません。',
    },
    doubt: {
      rows: (table: string, due: number, out: number) =>
        `「${table}」の行数が一致しません。シートからは${count(due)}行が見込まれますが、テーブルは${count(out)}行です。`,
      sum: (table: string, column: string, sheet: string, out: string) =>
        `「${table}」の合計が一致しません。${column}はシートでは${sheet}、テーブルでは${out}です。`,
    },
  },
)

export type CheckTexts = (typeof checkWords)['en']

/** `1234567.25` as `1,234,567.25`, however many digits it has. */
export function grouped(sum: string): string {
  const [whole = '', decimals] = sum.split('.')
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}
