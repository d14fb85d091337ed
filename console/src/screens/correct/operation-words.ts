import { useTypeName } from '../../parts/values/type-names.ts'
import { useWords, words } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import type { Operation } from './operation.ts'

export const operationWords = words(
  {
    notKept: 'Not kept:',
    givenUp: 'Decided before, and no longer possible:',
    said: {
      set_kind: (kind: string) => `the region is ${kind}`,
      set_box: (range: string) => `the region is ${range}`,
      set_header_rows: (rows: string) => (rows === '' ? 'no row is a header' : `the header is row ${rows}`),
      roleOfRows: (rows: string, role: string) => `row ${rows} is ${role}`,
      roleOfColumns: (columns: string) => `what column ${columns} is for`,
      rename: (column: string, name: string) => `column ${column} is called “${name}”`,
      set_type: (column: string, type: string) => `column ${column} is ${type}`,
      include: (column: string, isOn: boolean) => (isOn ? `column ${column} is taken` : `column ${column} is left out`),
      choose_reading: 'another reading',
      fill_down: (column: string, isOn: boolean) =>
        isOn ? `column ${column} is filled down` : `column ${column} is not filled down`,
      explode: (column: string, isOn: boolean) =>
        isOn ? `column ${column} is split into rows` : `column ${column} is not split`,
      keep_totals: (isOn: boolean) => (isOn ? 'totals stay among the rows' : 'totals are kept apart'),
      leave_out: (ranges: string) => `${ranges} is left out`,
      read_as: (cells: string) => `how ${cells} is read`,
      name_table: (name: string) => `the table is called “${name}”`,
      merge_regions: 'regions are joined',
      split_region: (at: string) => `the region is split at ${at}`,
      add_region: (range: string) => `${range} is a region`,
      unite_tables: 'tables are one',
      separate_tables: 'each has a table of its own',
      refuse_template: 'the template is not used',
      answer: 'the answer to a question',
      keep_links: (column: string) => `links of column ${column}`,
      unite_files: 'files are one table',
      undo: 'undoing the last correction',
    },
  },
  {
    notKept: '保存されていません：',
    givenUp: '以前の修正のうち、取り消されたもの：',
    said: {
      set_kind: (kind) => `範囲の種類を「${kind}」にする`,
      set_box: (range) => `範囲を${range}に変える`,
      set_header_rows: (rows) => (rows === '' ? '見出し行をなしにする' : `${rows}行目を見出しにする`),
      roleOfRows: (rows, role) => `${rows}行目を「${role}」にする`,
      roleOfColumns: (columns) => `${columns}列の役割`,
      rename: (column, name) => `${column}列の名前を「${name}」にする`,
      set_type: (column, type) => `${column}列の型を${type}にする`,
      include: (column, isOn) => (isOn ? `${column}列を使用する` : `${column}列を使用しない`),
      choose_reading: '別の読み方にする',
      fill_down: (column, isOn) => (isOn ? `${column}列を上の値で補う` : `${column}列を上の値で補わない`),
      explode: (column, isOn) => (isOn ? `${column}列を行に分ける` : `${column}列を行に分けない`),
      keep_totals: (isOn) => (isOn ? '合計を行に残す' : '合計を分ける'),
      leave_out: (ranges) => `${ranges}を対象外にする`,
      read_as: (cells) => `${cells}の読み替え`,
      name_table: (name) => `テーブル名を「${name}」にする`,
      merge_regions: '範囲をつなげる',
      split_region: (at) => `範囲を${at}で分ける`,
      add_region: (range) => `${range}を一つの範囲にする`,
      unite_tables: 'テーブルを一つにする',
      separate_tables: 'テーブルを分ける',
      refuse_template: 'テンプレートを使わない',
      answer: '質問への回答',
      keep_links: (column) => `${column}列のリンク`,
      unite_files: 'ファイルを一つの表にする',
      undo: '直前の修正を元に戻す',
    },
  },
)

type Said = Omit<Operation, 'op'> & { op: string }

/** What an operation or a correction decides, in words. */
export function useOperationText(): (operation: Said) => string {
  const { said: w } = useWords(operationWords)
  const { kinds, rowRoles } = useWords(correctWords)
  const typeName = useTypeName()
  const kindNames: Record<string, string> = {
    table: kinds.data,
    form: kinds.keyvalue,
    note: kinds.note,
    ignore: kinds.ignore,
  }
  const roles: Record<string, string> = rowRoles
  return (operation) => {
    const { op, rows, columns = [], column = '', name = '', type = '', range = '', role = '', on = true } = operation
    // Safe: an operation that is newer than this console is shown by its own name.
    switch (op as Operation['op']) {
      case 'set_kind':
        return w.set_kind(kindNames[operation.kind ?? ''] ?? '')
      case 'set_box':
        return w.set_box(range)
      case 'set_header_rows':
        return w.set_header_rows((rows ?? []).join(', '))
      case 'set_role':
        return rows ? w.roleOfRows(rows.join(', '), roles[role] ?? role) : w.roleOfColumns(columns.join(', '))
      case 'rename':
        return w.rename(column, name)
      case 'set_type':
        return w.set_type(column, typeName(type))
      case 'include':
        return w.include(column, on)
      case 'fill_down':
        return w.fill_down(column, on)
      case 'explode':
        return w.explode(column, on)
      case 'keep_totals':
        return w.keep_totals(on)
      case 'leave_out':
        return w.leave_out((operation.ranges ?? []).join(', '))
      case 'read_as':
        return w.read_as((operation.cells ?? []).map(({ cell }) => cell).join(', '))
      case 'name_table':
        return w.name_table(name)
      case 'split_region':
        return w.split_region(String(operation.at_row ?? operation.at_column ?? ''))
      case 'add_region':
        return w.add_region(range)
      case 'keep_links':
        return w.keep_links(column)
      case 'choose_reading':
      case 'merge_regions':
      case 'unite_tables':
      case 'separate_tables':
      case 'refuse_template':
      case 'unite_files':
      case 'answer':
      case 'undo':
        return w[op as 'choose_reading']
      default:
        return op
    }
  }
}
