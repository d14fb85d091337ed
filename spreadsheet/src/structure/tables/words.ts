import type { Language } from '../names/name-outputs.ts'

/** What the columns are called that no header names. */
export type TableWords = {
  account: string
  parent: string
  level: string
  /** What an account of this level is called beside those below it. */
  ofLevel: (level: number) => string
  order: string
  kind: string
  item: string
  period: string
  day: string
  /** Of a period by its year, for each length it may have. */
  dated: Readonly<Record<'day' | 'week' | 'month' | 'quarter' | 'half', string>>
  scenario: string
  category: string
  value: string
  computedItem: string
  cell: string
  content: string
}

const JAPANESE: TableWords = {
  account: '科目',
  parent: '親科目',
  level: '階層',
  ofLevel: (level) => `階層${level}`,
  order: '順序',
  kind: '種別',
  item: '項目',
  period: '期間',
  day: '日',
  dated: { day: '日付', week: '年週', month: '年月', quarter: '年四半期', half: '年半期' },
  scenario: '区分',
  category: '区分',
  value: '値',
  computedItem: '計算項目',
  cell: 'セル',
  content: '内容',
}

const ENGLISH: TableWords = {
  account: 'account',
  parent: 'parent_account',
  level: 'level',
  ofLevel: (level) => `level_${level}`,
  order: 'order',
  kind: 'kind',
  item: 'item',
  period: 'period',
  day: 'day',
  dated: { day: 'date', week: 'year_week', month: 'year_month', quarter: 'year_quarter', half: 'year_half' },
  scenario: 'scenario',
  category: 'category',
  value: 'value',
  computedItem: 'computed',
  cell: 'cell',
  content: 'content',
}

const ENGLISH_NAME = /_(?:level_\d+|level_\d+_computed|computed|accounts|notes)$/
const JAPANESE_NOTES = /_補足情報$/

/** The language a table is named in, where its name says so. */
export function languageNamed(tableName: string): Language | null {
  if (ENGLISH_NAME.test(tableName)) return 'en'
  return JAPANESE_NOTES.test(tableName) ? 'ja' : null
}

const JAPANESE_WORDS: ReadonlySet<string> = new Set(Object.values(JAPANESE).filter((word) => typeof word === 'string'))

/** A reading whose columns were called by our Japanese words makes Japanese tables, whatever the words of the sheet are. */
export const isCalledInJapanese = (columnNames: readonly string[]) =>
  columnNames.some((name) => JAPANESE_WORDS.has(name))

export const wordsIn = (language: Language): TableWords => (language === 'en' ? ENGLISH : JAPANESE)
