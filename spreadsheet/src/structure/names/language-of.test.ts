import { expect, test } from 'vitest'
import { tablesOfSheet } from '../../../test/tables-of-sheet.ts'
import { bytesOf } from '../../byte-source.ts'
import { openFile } from '../../open-file.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import { structureFile } from '../structure-file.ts'
import type { Language } from './name-outputs.ts'

const ENGLISH = [
  'Income statement 2026,,,',
  ',,,',
  'Account,Q1 2026,Q2 2026,Q3 2026',
  'Products,30,40,50',
  'Services,10,20,30',
  'Sales total,40,60,80',
  'Material,5,6,7',
  'Wages,8,9,10',
  'Cost total,13,15,17',
  'Gross profit,27,45,63',
  ',,,',
  'Unaudited.,,,',
]
const JAPANESE = [
  '損益計算書 2026年度,,,',
  ',,,',
  '勘定,4月,5月,6月',
  '製品,30,40,50',
  'サービス,10,20,30',
  '売上合計,40,60,80',
  '材料費,5,6,7',
  '給与,8,9,10',
  '費用合計,13,15,17',
  '売上総利益,27,45,63',
  ',,,',
  '※ 速報値です。,,,',
]

/** Names of the tables and their columns. */
async function namesIn(lines: readonly string[], language: Language | null, sourceName = 'PL.csv') {
  const file = await openFile(bytesOf(Buffer.from(lines.join('\n'))), sourceName)
  const spec = await structureFile(file, { sourceName, sha256: '', language })
  const sheet = await readFileSheet(file, 0, sourceName.replace('.csv', ''))
  if (!sheet) throw new Error('the sheet is empty')
  return Object.fromEntries(
    tablesOfSheet(sheet, spec.regions).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  )
}

const IN_ENGLISH = { columns: ['item', 'value'], computed: 'PL_computed', notes: ['kind', 'cell', 'content'] }
const IN_JAPANESE = { columns: ['項目', '値'], computed: 'PL_計算項目', notes: ['種別', 'セル', '内容'] }

test.each([
  { words: 'English', language: null, lines: ENGLISH, first: ['Account', 'year_quarter'], made: IN_ENGLISH },
  { words: 'English', language: 'ja', lines: ENGLISH, first: ['Account', '年四半期'], made: IN_JAPANESE },
  { words: 'English', language: 'en', lines: ENGLISH, first: ['Account', 'year_quarter'], made: IN_ENGLISH },
  { words: 'Japanese', language: null, lines: JAPANESE, first: ['勘定', '年月'], made: IN_JAPANESE },
  { words: 'Japanese', language: 'ja', lines: JAPANESE, first: ['勘定', '年月'], made: IN_JAPANESE },
  { words: 'Japanese', language: 'en', lines: JAPANESE, first: ['勘定', 'year_month'], made: IN_ENGLISH },
] as const)('names made for a sheet of $words words, language $language', async ({ lines, language, first, made }) => {
  const tables = await namesIn(lines, language)

  const notes = made === IN_ENGLISH ? 'PL_notes' : 'PL_補足情報'
  expect(Object.keys(tables)).toEqual(['PL', made.computed, notes])
  expect(tables).toMatchObject({ PL: [...first, ...made.columns], [notes]: made.notes })
})

test('a table without any words is named as its file is, and in English where that says nothing either', async () => {
  const lines = ['1,2,3', '4,5,6', '7,8,9']

  const names = [await namesIn(lines, null, '売上.csv'), await namesIn(lines, null, '2026.csv')]

  expect(names).toEqual([{ 売上: ['項目', '値'] }, { '2026': ['item', 'value'] }])
})

test('a column without a name is counted in the language of its table', async () => {
  const english = ['Item,Amount,', 'Pen,1,x', 'Ink,2,y', 'Cap,3,z']
  const japanese = ['品名,金額,', 'ペン,1,x', 'インク,2,y', '帽子,3,z']

  const names = [await namesIn(english, null), await namesIn(english, 'ja'), await namesIn(japanese, null)]

  expect(names.map(({ PL }) => PL?.[2])).toEqual(['column_3', '列3', '列3'])
})
