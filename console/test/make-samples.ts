import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type { CellToWrite, SheetToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'

/** node console/test/make-samples.ts: writes the workbooks that the console offers to try. All names and numbers in them are made up. */
const FOLDER = fileURLToPath(new URL('../public/samples/', import.meta.url))
const MADE_AT = new Date('2026-04-01T00:00:00Z')

const styled = (value: string | number | null, style: StyleToWrite, formula?: string): CellToWrite => ({
  cell: cellOf(value),
  style,
  ...(formula ? { formula } : {}),
})

function cellOf(value: string | number | null) {
  if (value === null) return null
  return typeof value === 'number' ? ({ kind: 'number', value } as const) : ({ kind: 'text', value } as const)
}

const HEAD: StyleToWrite = {
  isBold: true,
  fill: 'D9E2F3',
  horizontal: 'center',
  border: { top: 'thin', bottom: 'thin' },
}
const TITLE: StyleToWrite = { isBold: true, fontSize: 14 }
const AMOUNT: StyleToWrite = { numberFormat: '#,##0;△#,##0' }
const SUM: StyleToWrite = { ...AMOUNT, isBold: true, fill: 'FFF2CC', border: { top: 'thin' } }
const SMALL: StyleToWrite = { fontSize: 9, fontColor: '595959' }

const letters = (column: number) => String.fromCharCode(65 + column)

type Line = { name: string; indent: number } & (
  | { values: readonly number[] }
  | { sum: readonly [number, number] }
  | { minus: readonly [number, number] }
)

const MONTHS = [4, 5, 6, 7, 8, 9].map((month) => `${month}月`)

/** Rows of the sheet count from 1, as formulas name them; the first line stands in row 6. */
const LINES: readonly Line[] = [
  { name: '売上高', indent: 0, sum: [7, 9] },
  { name: '製品売上', indent: 1, values: [18_420, 19_105, 20_330, 19_870, 17_650, 21_940] },
  { name: '保守サービス', indent: 1, values: [6_200, 6_200, 6_350, 6_350, 6_400, 6_400] },
  { name: 'その他売上', indent: 1, values: [310, 280, 455, 390, 205, 610] },
  { name: '売上原価', indent: 0, sum: [11, 12] },
  { name: '材料費', indent: 1, values: [7_910, 8_240, 8_705, 8_530, 7_620, 9_380] },
  { name: '外注費', indent: 1, values: [2_150, 2_310, 2_280, 2_405, 2_190, 2_560] },
  { name: '売上総利益', indent: 0, minus: [6, 10] },
  { name: '販売費及び一般管理費', indent: 0, sum: [15, 18] },
  { name: '人件費', indent: 1, values: [7_800, 7_800, 9_950, 7_900, 7_900, 7_950] },
  { name: '地代家賃', indent: 1, values: [1_200, 1_200, 1_200, 1_200, 1_200, 1_200] },
  { name: '広告宣伝費', indent: 1, values: [640, 820, 1_150, 980, 430, 1_310] },
  { name: '通信費', indent: 1, values: [210, 205, 214, 220, 208, 216] },
  { name: '営業利益', indent: 0, minus: [13, 14] },
]

const FIRST_ROW = 6

function profitAndLoss(): SheetToWrite {
  const amounts = LINES.map((_, n) => MONTHS.map((_, month) => amountOf(n, month)))
  const lines = LINES.map((line, n): CellToWrite[] => {
    const row = FIRST_ROW + n
    const style = 'values' in line ? AMOUNT : SUM
    const months = MONTHS.map((_, month) =>
      styled(amounts[n]?.[month] ?? 0, style, formulaOf(line, letters(month + 1))),
    )
    const half = (amounts[n] ?? []).reduce((sum, amount) => sum + amount, 0)
    const name = styled(line.name, { indent: line.indent, ...('values' in line ? {} : { ...SUM }) })
    return [name, ...months, styled(half, { ...style, isBold: true }, `SUM(B${row}:G${row})`)]
  })
  return {
    name: '損益計算書',
    columns: [{ width: 26 }, ...MONTHS.map(() => ({ width: 11 })), { width: 12 }],
    frozen: { rows: 5, columns: 1 },
    merges: [{ top: 0, left: 0, bottom: 0, right: 7 }],
    rows: [
      [
        [styled('月次損益計算書', { ...TITLE, horizontal: 'center' })],
        [styled('株式会社さくら製作所　2026年度上半期', SMALL)],
        [null, null, null, null, null, null, null, styled('（単位：千円）', { ...SMALL, horizontal: 'right' })],
        [],
        [...['科目', ...MONTHS, '上半期計'].map((name) => styled(name, HEAD))],
        ...lines,
        [],
        [styled('※ 速報値。棚卸の確定により変わることがあります。', SMALL)],
      ],
    ],
  }
}

function amountOf(n: number, month: number): number {
  const line = LINES[n]
  if (!line) return 0
  if ('values' in line) return line.values[month] ?? 0
  if ('minus' in line) return amountOf(line.minus[0] - FIRST_ROW, month) - amountOf(line.minus[1] - FIRST_ROW, month)
  const [from, to] = line.sum
  let sum = 0
  for (let row = from; row <= to; row++) sum += amountOf(row - FIRST_ROW, month)
  return sum
}

function formulaOf(line: Line, column: string): string | undefined {
  if ('values' in line) return undefined
  if ('minus' in line) return `${column}${line.minus[0]}-${column}${line.minus[1]}`
  return `SUM(${column}${line.sum[0]}:${column}${line.sum[1]})`
}

const REGIONS = ['North', 'South', 'East', 'West'] as const
const SALES = [
  ['Desk lamp', 412, 16_480, 398, 15_920],
  ['Floor lamp', 96, 11_520, 121, 14_520],
  ['Shelf, narrow', 230, 13_800, 251, 15_060],
  ['Shelf, wide', 188, 16_920, 176, 15_840],
  ['Office chair', 74, 18_130, 88, 21_560],
  ['Side table', 155, 10_075, 149, 9_685],
] as const
const TARGETS = [
  ['North', 52_000, 'J. Moreno'],
  ['South', 38_000, 'A. Okafor'],
  ['East', 41_000, 'L. Brandt'],
  ['West', 47_000, 'S. Iyer'],
] as const
const MONEY: StyleToWrite = { numberFormat: '#,##0' }
const MONEY_SUM: StyleToWrite = { ...MONEY, isBold: true, fill: 'FFF2CC', border: { top: 'thin' } }

/** A table of sales with a header of two rows, a smaller one at its right, a second one below, and a note. */
function salesReport(): SheetToWrite {
  const sums = [1, 2, 3, 4].map((n) => SALES.reduce((sum, sale) => sum + Number(sale[n]), 0))
  const total = ['B', 'C', 'D', 'E'].map((column, n) => styled(sums[n] ?? 0, MONEY_SUM, `SUM(${column}5:${column}10)`))
  const side = (n: number): CellToWrite[] => {
    const target = TARGETS[n]
    return target ? [null, target[0], styled(target[1], MONEY), target[2]] : []
  }
  const heads = (...names: (string | null)[]) => names.map((name) => (name === null ? null : styled(name, HEAD)))
  const sales = SALES.map(([name, ...figures], n): CellToWrite[] => [
    name,
    ...figures.map((figure) => styled(figure, MONEY)),
    ...side(n),
  ])
  return {
    name: 'Q1 sales',
    columns: [
      { width: 18 },
      ...Array.from({ length: 4 }, () => ({ width: 11 })),
      { width: 4 },
      { width: 12 },
      { width: 12 },
      { width: 14 },
    ],
    merges: [
      { top: 2, left: 1, bottom: 2, right: 2 },
      { top: 2, left: 3, bottom: 2, right: 4 },
      { top: 2, left: 0, bottom: 3, right: 0 },
    ],
    rows: [
      [
        [styled('Sales by product, first quarter 2026', TITLE)],
        [],
        [...heads('Product', '2025', '2025', '2026', '2026')],
        [...heads('Product', 'Units', 'Revenue', 'Units', 'Revenue', null, 'Region', 'Target', 'Manager')],
        ...sales,
        [styled('Total', MONEY_SUM), ...total],
        [],
        [...heads('Date', 'Region', 'Complaint', 'Refund')],
        ...REGIONS.map((region, n): CellToWrite[] => [
          styled(46_030 + n * 9, { numberFormat: 'yyyy-mm-dd' }),
          region,
          ['late delivery', 'scratched', 'wrong colour', 'late delivery'][n] ?? '',
          styled([40, 25.5, 0, 12][n] ?? 0, { numberFormat: '#,##0.00' }),
        ]),
        [],
        [styled('Note: revenue in euros, without tax. Targets are for the whole year.', SMALL)],
      ],
    ],
  }
}

async function write(filename: string, title: string, sheet: SheetToWrite) {
  const properties = { title, createdAt: MADE_AT, modifiedAt: MADE_AT }
  await pipeline(
    Readable.from(writeXlsx({ sheets: [sheet], properties }, { level: 9 })),
    createWriteStream(FOLDER + filename),
  )
}

await write('monthly-profit-and-loss.xlsx', '月次損益計算書', profitAndLoss())
await write('sales-report.xlsx', 'Sales report', salesReport())
