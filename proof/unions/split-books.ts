import { createRandom, type Random } from '../structuring-invariants/random.ts'
import type { Book, BookSheet, Rows, UnionSheet, Value } from './book.ts'
import { type Language, SUBJECTS, type Subject, type SubjectColumn } from './subjects.ts'

type Split = { kind: 'month' | 'branch' | 'name'; language: Language; names: readonly string[] }

const from = (list: string) => list.split(' ')

/** How people split a table over sheets. */
export const SPLITS: readonly Split[] = [
  { kind: 'month', language: 'ja', names: from('4月 5月 6月 7月 8月 9月') },
  { kind: 'month', language: 'ja', names: from('2025年4月 2025年5月 2025年6月 2025年7月') },
  { kind: 'month', language: 'ja', names: from('202504 202505 202506') },
  { kind: 'month', language: 'ja', names: from('2023年度 2024年度 2025年度') },
  { kind: 'month', language: 'en', names: from('Jan Feb Mar Apr May Jun') },
  { kind: 'month', language: 'en', names: from('2025-01 2025-02 2025-03 2025-04') },
  { kind: 'month', language: 'en', names: ['Jan 2025', 'Feb 2025', 'Mar 2025'] },
  { kind: 'month', language: 'en', names: from('Q1 Q2 Q3 Q4') },
  { kind: 'branch', language: 'ja', names: from('東京支店 大阪支店 福岡支店 札幌支店') },
  { kind: 'branch', language: 'ja', names: from('本店 駅前店 南口店') },
  { kind: 'branch', language: 'ja', names: from('実績_東京 実績_大阪 実績_名古屋') },
  { kind: 'branch', language: 'ja', names: from('札幌 仙台 横浜 広島') },
  { kind: 'branch', language: 'en', names: from('East West North South') },
  { kind: 'branch', language: 'en', names: ['Leeds branch', 'York branch', 'Hull branch'] },
  { kind: 'branch', language: 'en', names: ['Store 1', 'Store 2', 'Store 3'] },
  { kind: 'branch', language: 'en', names: ['Log - Berlin', 'Log - Madrid', 'Log - Rome'] },
  { kind: 'name', language: 'ja', names: from('佐藤 鈴木 高橋 田中') },
  { kind: 'name', language: 'ja', names: from('上田学 石川明 矢野豊') },
  { kind: 'name', language: 'en', names: from('Ann Bob Carol Dave') },
  { kind: 'name', language: 'en', names: ['J. Smith', 'M. Jones', 'K. Brown'] },
]

/** A workbook that is one table, split over sheets. */
export function splitBook(seed: number, splits: readonly Split[] = SPLITS): Book {
  const random = createRandom(seed * 7919 + 13)
  const split = splits[seed % splits.length]
  if (!split) throw new Error('impossible: there is no way to split')
  const subject = random.one(SUBJECTS[split.language])
  const fewest = split.kind === 'name' ? 3 : 2
  const names = split.names.slice(0, random.whole(fewest, split.names.length))
  const parts = names.map((name) => partOf(random, name, subject, split.language))
  const others = othersBeside(random, parts, subject, split.language)
  return {
    kind: split.kind,
    filename: split.language === 'ja' ? '報告.xlsx' : 'report.xlsx',
    sheets: [...parts.map(({ sheet }) => sheet), ...others],
    union: parts.map(({ union }) => union),
  }
}

type Part = { sheet: BookSheet; union: UnionSheet; columns: readonly SubjectColumn[]; data: Rows }

/** A sheet of a split table: its columns in some order, some missing, one more, some spelled otherwise, with texts around. */
function partOf(random: Random, name: string, subject: Subject, language: Language): Part {
  const columns = columnsOf(random, subject)
  const count = random.whole(5, 14)
  const data = Array.from({ length: count }, (_, n) => columns.map(({ value }) => value(random, n)))
  const header = columns.map((column) => (random.chance(0.12) ? respelled(random, column.name) : column.name))
  const title = random.chance(0.4) ? [[`${subject.title} ${name}`], []] : []
  const note = random.chance(0.2) ? [[], [language === 'ja' ? '※速報値です。' : 'Note: preliminary figures.']] : []
  const total = random.chance(0.15) ? [totalOf(columns, data, language)] : []
  const records = data.map((row) => Object.fromEntries(columns.map((column, n) => [column.name, row[n] ?? null])))
  return {
    sheet: { name, rows: [...title, header, ...data, ...total, ...note] },
    union: { sheet: name, records },
    columns,
    data,
  }
}

function columnsOf(random: Random, { columns, extra }: Subject): SubjectColumn[] {
  const kept = random.chance(0.2) && columns.length > 4 ? columns.filter((_, n) => n !== 2) : [...columns]
  const all = random.chance(0.25) ? [...kept, extra] : kept
  return random.chance(0.3) ? [...all].sort(() => random.next() - 0.5) : all
}

const respelled = (random: Random, name: string) =>
  random.one([`${name} `, name.toUpperCase(), [...name].join(name.length < 4 ? ' ' : ''), ` ${name}`])

function totalOf(columns: readonly SubjectColumn[], data: Rows, language: Language): Value[] {
  return columns.map((_, n) => {
    if (n === 0) return language === 'ja' ? '合計' : 'Total'
    return data.every((row) => typeof row[n] === 'number') ? data.reduce((sum, row) => sum + Number(row[n]), 0) : null
  })
}

/** What stands beside the parts of a table and is none of them. */
function othersBeside(random: Random, parts: readonly Part[], subject: Subject, language: Language): BookSheet[] {
  const isJa = language === 'ja'
  const [first] = parts
  const figures = subject.columns.at(-1)?.name ?? ''
  const sumOf = ({ columns, data }: Part) => {
    const place = columns.findIndex(({ name }) => name === figures)
    return data.reduce((sum, row) => sum + Number(row[place] ?? 0), 0)
  }
  switch (random.whole(0, 9)) {
    case 0: {
      const header = isJa ? ['区分', `${figures}計`] : ['Part', `${figures} total`]
      return [
        { name: isJa ? '集計' : 'Summary', rows: [header, ...parts.map((part) => [part.union.sheet, sumOf(part)])] },
      ]
    }
    case 1:
      return [{ name: isJa ? '説明' : 'Read me', rows: [[isJa ? 'このファイルの使い方' : 'How to use this file']] }]
    case 2:
      return first ? [{ name: `${first.sheet.name} (2)`, rows: first.sheet.rows }] : []
    case 3:
      return first
        ? [
            {
              name: isJa ? '全件' : 'Everything',
              rows: [first.columns.map(({ name }) => name), ...parts.flatMap((part) => inOrderOf(first, part))],
            },
          ]
        : []
    default:
      return []
  }
}

const inOrderOf = ({ columns }: Part, { union }: Part): Rows =>
  union.records.map((record) => columns.map(({ name }) => record[name] ?? null))
