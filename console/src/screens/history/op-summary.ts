import type { Language } from '../../words/language.ts'

type Spelled = readonly [RegExp, (...parts: string[]) => string]

/** What the service writes beside an operation, in Japanese. It names things, so that it is read and not looked up. */
const JAPANESE: readonly Spelled[] = [
  [/^(.+); (\d+) of them were set aside$/, (rest, n) => `${japanese(rest ?? '')}（うち ${n} 行は保留）`],
  [/^Before: (.+)$/, (rest) => `${japanese(rest ?? '')}の前`],
  [/^Inserted (\d+), updated (\d+)$/, (inserted, updated) => `追加 ${inserted}、更新 ${updated}`],
  [/^Deleted (\d+)$/, (n) => `削除 ${n}`],
  [/^Changed rows$/, () => '行を変更'],
  [/^Changed the columns$/, () => '列を変更'],
  [/^Created table (.+)$/, (table) => `表「${table}」を作成`],
  [/^Restored table (.+)$/, (table) => `表「${table}」を復元`],
  [/^Deleted table (.+)$/, (table) => `表「${table}」を削除`],
  [/^Added column (.+)$/, (column) => `列「${column}」を追加`],
  [/^Dropped column (.+)$/, (column) => `列「${column}」を削除`],
  [/^Renamed column (.+) to (.+)$/, (before, after) => `列「${before}」の名前を「${after}」に変更`],
  [/^Changed column (.+) to (.+)$/, (column, type) => `列「${column}」の型を ${type} に変更`],
  [/^Renamed (.+) to (.+)$/, (before, after) => `「${before}」の名前を「${after}」に変更`],
  [/^Undid op (\d+)$/, (id) => `操作 ${id} を取り消し`],
  [/^Undid (\d+) ops of a session$/, (n) => `${n} 件の操作をまとめて取り消し`],
  [/^Applied prop_\w+$/, () => '変更申請を反映'],
  [/^Dropped the override of (.+) in row (\d+)$/, (column, row) => `行 ${row} の「${column}」の上書きを解除`],
  [/^Reverted a cell of row (\d+)$/, (row) => `行 ${row} のセルを元の値に変更`],
  [/^Added (\d+) rows of (.+)$/, (n, source) => `「${source}」の ${n} 行を追加`],
  [/^Replaced all by (\d+) rows of (.+)$/, (n, source) => `すべての行を「${source}」の ${n} 行に置き換え`],
  [/^Deleted (\d+) rows of (.+)$/, (n, source) => `「${source}」の ${n} 行を削除`],
  [/^Made table (.+) of (.+)$/, (table, source) => `「${source}」から表「${table}」を作成`],
  [/^Made (\d+) tables of (.+)$/, (n, source) => `「${source}」から ${n} 個の表を作成`],
  [
    /^Merged (.+): inserted (\d+), updated (\d+), deleted (\d+)$/,
    (file, inserted, updated, deleted) => `「${file}」を取り込み：追加 ${inserted}、更新 ${updated}、削除 ${deleted}`,
  ],
  [/^Committed a snapshot$/, () => 'スナップショットを作成'],
  [/^Committed version (.+)$/, (label) => `バージョン「${label}」を作成`],
  [/^Reverted to version (.+)$/, (label) => `バージョン「${label}」への復帰`],
]

function japanese(summary: string): string {
  for (const [pattern, spell] of JAPANESE) {
    const found = pattern.exec(summary)
    if (found) return spell(...found.slice(1))
  }
  return summary
}

/** In the language of the screen; what users wrote stays as it is. */
export const spellSummary = (summary: string, language: Language): string =>
  language === 'ja' ? japanese(summary) : summary
