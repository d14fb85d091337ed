/** What the columns of a report's tables are called. */
export type ReportWords = {
  account: string
  parent: string
  level: string
  order: string
  kind: string
  item: string
  computedItem: string
  cell: string
  content: string
}

const JAPANESE: ReportWords = {
  account: '科目',
  parent: '親科目',
  level: '階層',
  order: '順序',
  kind: '種別',
  item: '項目',
  computedItem: '計算項目',
  cell: 'セル',
  content: '内容',
}

const ENGLISH: ReportWords = {
  account: 'account',
  parent: 'parent_account',
  level: 'level',
  order: 'order',
  kind: 'kind',
  item: 'item',
  computedItem: 'computed',
  cell: 'cell',
  content: 'content',
}

const ENGLISH_NAME = /_(?:level_\d+|level_\d+_computed|computed|accounts|notes)$/

/** In the language the table itself is named in. */
export const wordsFor = (tableName: string): ReportWords => (ENGLISH_NAME.test(tableName) ? ENGLISH : JAPANESE)
