import type { Advice, AdvisedOperation, Region } from '../../parse-spec/parse-spec.ts'
import type { Language } from '../names/name-outputs.ts'

/** A choice in words: that it is an adviser's, what it does in words of ours, and the adviser's reason. */
export function describeAdvice({ reason, operations }: Advice, language: Language): string {
  const words = WORDS[language]
  const said = operations.map((operation) => describe(operation, words))
  return words.suggested(said.join(words.and), reason)
}

function describe(operation: AdvisedOperation, words: Words): string {
  switch (operation.op) {
    case 'set_kind':
      return operation.kind === 'form' ? words.form : words.table
    case 'set_box':
      return words.box(operation.range)
    case 'set_header_rows':
      return operation.rows.length === 0 ? words.noHeader : words.header(listed(operation.rows))
    case 'set_role':
      return 'rows' in operation
        ? words.rows(listed(operation.rows), operation.role)
        : words.columns(listed(operation.columns), operation.role)
    case 'choose_reading':
      return operation.reshape === null ? words.asItStands : words.steps(stepsIn(operation.reshape).join(', '))
    case 'split_region':
      return 'at_row' in operation ? words.splitAtRow(operation.at_row) : words.splitAtColumn(operation.at_column)
    case 'merge_regions':
      return words.merged(operation.regions.length)
  }
}

const stepsIn = (reshape: Exclude<Region['reshape'], null>): readonly string[] =>
  'kind' in reshape ? [reshape.kind] : reshape.map(({ kind }) => kind)

/** So many rows or columns a choice names. */
const MOST_NAMED = 6

const listed = (items: readonly (number | string)[]) =>
  `${items.slice(0, MOST_NAMED).join(', ')}${items.length > MOST_NAMED ? ', …' : ''}`

type Words = (typeof WORDS)['en']

const EN = {
  suggested: (what: string, reason: string) =>
    `Suggested by the adviser: ${what}${reason === '' ? '' : ` (${reason})`}`,
  and: '; ',
  form: 'it is a form',
  table: 'it is a table',
  box: (range: string) => `the table is ${range}`,
  noHeader: 'no row names columns',
  header: (rows: string) => `the header is in row ${rows}`,
  rows: (rows: string, role: string) => `row ${rows}: ${role}`,
  columns: (columns: string, role: string) => `column ${columns}: ${role}`,
  asItStands: 'the rows as they stand',
  steps: (kinds: string) => `reshaped by ${kinds}`,
  splitAtRow: (row: number) => `a second table begins in row ${row}`,
  splitAtColumn: (column: string) => `a second table begins in column ${column}`,
  merged: (regions: number) => `${regions} regions are one table`,
}

const JA: typeof EN = {
  suggested: (what, reason) => `アドバイザーの案：${what}${reason === '' ? '' : `（${reason}）`}`,
  and: '、',
  form: 'フォームとして読む',
  table: '表として読む',
  box: (range) => `表の範囲は${range}`,
  noHeader: '見出し行なし',
  header: (rows) => `見出しは${rows}行目`,
  rows: (rows, role) => `${rows}行目は${role}`,
  columns: (columns, role) => `${columns}列は${role}`,
  asItStands: '行をそのまま読む',
  steps: (kinds) => `${kinds}で形を変える`,
  splitAtRow: (row) => `${row}行目から別の表`,
  splitAtColumn: (column) => `${column}列から別の表`,
  merged: (regions) => `${regions}つの領域を一つの表にする`,
}

const WORDS = { en: EN, ja: JA } as const
