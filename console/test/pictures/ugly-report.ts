import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type { CellToWrite, SheetToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'

export type Language = 'en' | 'ja'
/** `revenue`: the word for it in this report. */
export type UglyReport = { filename: string; sheet: SheetToWrite; bytes: Buffer; revenue: string }

const HEAD: StyleToWrite = {
  isBold: true,
  fill: 'D9E2F3',
  horizontal: 'center',
  border: { top: 'thin', bottom: 'thin' },
}
const TITLE: StyleToWrite = { isBold: true, fontSize: 14 }
const SMALL: StyleToWrite = { fontSize: 9, fontColor: '595959' }
const MONEY: StyleToWrite = { numberFormat: '#,##0' }
const SUM: StyleToWrite = { ...MONEY, isBold: true, fill: 'FFF2CC', border: { top: 'thin' } }
const DAY: StyleToWrite = { numberFormat: 'yyyy-mm-dd' }
/** The first week of January 2026, as Excel counts days. */
const FIRST_DAY = 46_030

const WORDS = {
  en: {
    filename: 'sales-q1.xlsx',
    sheet: 'Q1 sales',
    title: 'Sales by product, first quarter 2026',
    years: ['FY2025', 'FY2025', 'FY2026', 'FY2026'],
    product: 'Product',
    units: 'Units',
    revenue: 'Revenue',
    total: 'Total',
    targets: ['Region', 'Target', 'Manager'],
    complaints: ['Date', 'Region', 'Complaint', 'Refund'],
    products: ['Desk lamp', 'Floor lamp', 'Shelf, narrow', 'Shelf, wide', 'Office chair', 'Side table'],
    regions: ['North', 'South', 'East', 'West'],
    managers: ['J. Moreno', 'A. Okafor', 'L. Brandt', 'S. Iyer'],
    reasons: ['late delivery', 'scratched', 'wrong colour', 'late delivery'],
    note: 'Note: revenue in euros, without tax. Targets are for the whole year.',
  },
  ja: {
    filename: '売上報告_第1四半期.xlsx',
    sheet: '売上報告',
    title: '製品別売上報告　2026年第1四半期',
    years: ['2025年度', '2025年度', '2026年度', '2026年度'],
    product: '製品',
    units: '数量',
    revenue: '売上高',
    total: '合計',
    targets: ['地域', '目標', '担当者'],
    complaints: ['日付', '地域', '内容', '返金額'],
    products: ['デスクライト', 'フロアライト', '棚（小）', '棚（大）', '事務椅子', 'サイドテーブル'],
    regions: ['北日本', '東日本', '中日本', '西日本'],
    managers: ['佐藤', '鈴木', '高橋', '田中'],
    reasons: ['納期遅れ', '傷あり', '色違い', '納期遅れ'],
    note: '※ 売上高は税抜き、単位は千円。目標は年間の値です。',
  },
} as const

const SALES = [
  [412, 16_480, 398, 15_920],
  [96, 11_520, 121, 14_520],
  [230, 13_800, 251, 15_060],
  [188, 16_920, 176, 15_840],
  [74, 18_130, 88, 21_560],
  [155, 10_075, 149, 9_685],
] as const
const TARGETS = [52_000, 38_000, 41_000, 47_000]
const REFUNDS = [40, 25, 0, 12]

/** A report as people send it: a title, a header of two rows, totals, a table beside it and one below, and a note. All of it is made up. */
export async function uglyReport(language: Language): Promise<UglyReport> {
  const sheet = sheetOf(language)
  const written = writeXlsx({ sheets: [sheet], properties: { title: WORDS[language].title } }, { level: 6 })
  const { filename, revenue } = WORDS[language]
  return { filename, revenue, sheet, bytes: await buffer(Readable.from(written)) }
}

function sheetOf(language: Language): SheetToWrite {
  const words = WORDS[language]
  const heads = (...names: (string | null)[]) => names.map((name) => (name === null ? null : styled(name, HEAD)))
  const sums = [0, 1, 2, 3].map((n) => SALES.reduce((sum, sale) => sum + (sale[n] ?? 0), 0))
  const sales = SALES.map((figures, n): CellToWrite[] => [
    words.products[n] ?? '',
    ...figures.map((figure) => styled(figure, MONEY)),
    ...(n < TARGETS.length
      ? [null, words.regions[n] ?? '', styled(TARGETS[n] ?? 0, MONEY), words.managers[n] ?? '']
      : []),
  ])
  return {
    name: words.sheet,
    columns: [18, 11, 11, 11, 11, 4, 12, 12, 14].map((width) => ({ width })),
    merges: [
      { top: 2, left: 1, bottom: 2, right: 2 },
      { top: 2, left: 3, bottom: 2, right: 4 },
      { top: 2, left: 0, bottom: 3, right: 0 },
    ],
    rows: [
      [
        [styled(words.title, TITLE)],
        [],
        heads(words.product, ...words.years),
        heads(words.product, words.units, words.revenue, words.units, words.revenue, null, ...words.targets),
        ...sales,
        [
          styled(words.total, SUM),
          ...['B', 'C', 'D', 'E'].map((column, n) => styled(sums[n] ?? 0, SUM, `SUM(${column}5:${column}10)`)),
        ],
        [],
        heads(...words.complaints),
        ...words.regions.map((region, n): CellToWrite[] => [
          styled(FIRST_DAY + n * 9, DAY),
          region,
          words.reasons[n] ?? '',
          styled(REFUNDS[n] ?? 0, MONEY),
        ]),
        [],
        [styled(words.note, SMALL)],
      ],
    ],
  }
}

function styled(value: string | number, style: StyleToWrite, formula?: string): CellToWrite {
  const cell = typeof value === 'number' ? ({ kind: 'number', value } as const) : ({ kind: 'text', value } as const)
  return { cell, style, ...(formula ? { formula } : {}) }
}
