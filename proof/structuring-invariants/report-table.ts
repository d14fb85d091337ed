import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { SheetDraft } from '../structuring/sheet-draft.ts'
import type { Random } from './random.ts'

const LABELS = ['東京', '大阪', '名古屋', 'Berlin', 'Lyon', '製品A', '製品B', '人件費', '旅費', 'Rent', '0012', '1-2-3']
const GROUPS = ['国内', '海外', '固定費', '変動費', 'North', 'South']
const TOTALS = ['合計', '小計', '計', 'Total', 'Subtotal', '総計']
const MONTHS = ['4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月', '1月', '2月', '3月']
const MEASURES = ['数量', '単価', '金額', 'Budget', 'Actual', '前年', '当年', '備考']
const ABSENT = ['-', '－', 'n/a', '…', '該当なし']

type Layout = { labels: number; columns: number; depth: number; isByPeriod: boolean; hasTotalColumn: boolean }

/** A table with its corner here; where it ends. */
export function addTable(
  draft: SheetDraft,
  random: Random,
  top: number,
  left: number,
): { bottom: number; right: number } {
  const layout: Layout = {
    labels: random.one([1, 1, 1, 2, 3]),
    columns: random.whole(1, 7),
    depth: random.one([0, 1, 1, 1, 1, 2, 3]),
    isByPeriod: random.chance(0.4),
    hasTotalColumn: random.chance(0.25),
  }
  addHeader(draft, random, top, left, layout)
  const bottom = addBody(draft, random, top + layout.depth, left, layout)
  return { bottom, right: left + layout.labels + layout.columns }
}

function addHeader(draft: SheetDraft, random: Random, top: number, left: number, layout: Layout) {
  const { labels, columns, depth, isByPeriod, hasTotalColumn } = layout
  if (depth === 0) return
  const style = random.chance(0.5) ? { isBold: true, fill: 'DDDDDD' } : {}
  const last = top + depth - 1
  for (let n = 0; n < labels; n++)
    if (random.chance(0.8)) draft.put(last, left + n, random.one(['部門', '科目', '区分', 'Name']), style)
  for (let n = 0; n < columns; n++) {
    const name = isByPeriod ? MONTHS[n % MONTHS.length] : random.one(MEASURES)
    draft.put(last, left + labels + n, hasTotalColumn && n === columns - 1 ? '合計' : (name ?? ''), style)
  }
  for (let level = 0; level < depth - 1; level++)
    for (let n = 0; n < columns; n += 2) {
      draft.put(top + level, left + labels + n, random.one(['2025年度', '2026年度', '上期', 'Plan', '国内']), style)
      const right = left + labels + Math.min(columns - 1, n + 1)
      if (random.chance(0.6)) draft.merge({ top: top + level, left: left + labels + n, bottom: top + level, right })
    }
}

type Body = { draft: SheetDraft; random: Random; left: number; layout: Layout; sums: number[] }

function addBody(draft: SheetDraft, random: Random, top: number, left: number, layout: Layout): number {
  const body: Body = { draft, random, left, layout, sums: [] }
  let row = top
  const blocks = random.one([1, 1, 2, 3])
  for (let block = 0; block < blocks; block++) {
    if (random.chance(0.3)) draft.put(row++, left, random.one(GROUPS), random.chance(0.5) ? { isBold: true } : {})
    const rows = random.whole(1, 8)
    const first = row
    body.sums = []
    for (let n = 0; n < rows; n++) addRow(body, row++)
    if (layout.labels > 1 && rows > 1 && random.chance(0.5))
      draft.merge({ top: first, left, bottom: first + rows - 1, right: left })
    if (random.chance(0.4)) addTotals(body, row++)
    if (random.chance(0.15)) row++
  }
  return Math.max(top, row - 1)
}

function addRow({ draft, random, left, layout, sums }: Body, row: number) {
  const indent = random.chance(0.2) ? 1 : 0
  for (let n = 0; n < layout.labels; n++)
    if (random.chance(0.9)) draft.put(row, left + n, random.one(LABELS), { indent })
  for (let n = 0; n < layout.columns; n++) {
    const value = random.whole(-50, 2000)
    const spelled = spell(random, value)
    if (spelled === null) continue
    draft.put(row, left + layout.labels + n, spelled)
    if (spelled === value) sums[n] = (sums[n] ?? 0) + value
  }
}

/** Sums of what stands above them, some of them wrong. */
function addTotals({ draft, random, left, layout, sums }: Body, row: number) {
  draft.put(row, left, random.one(TOTALS), { isBold: random.chance(0.5) })
  for (let n = 0; n < layout.columns; n++)
    draft.put(row, left + layout.labels + n, (sums[n] ?? 0) + (random.chance(0.1) ? 1 : 0))
}

/** A number as people put it into a cell, mostly as a number. */
function spell(random: Random, value: number): string | number | Cell | null {
  if (random.chance(0.75)) return value
  return random.one<() => string | number | Cell | null>([
    () => null,
    () => `▲${Math.abs(value).toLocaleString('en')}`,
    () => value.toLocaleString('en'),
    () => `(${Math.abs(value)})`,
    () => `${value / 10}%`,
    () => random.one(ABSENT),
    () => ({ kind: 'error', value: '#DIV/0!' }),
    () => `2026/${random.whole(1, 12)}/${random.whole(1, 28)}`,
    () => random.one(['調整中', 'TBD', '○']),
    () => value / 8,
    () => ({ kind: 'boolean', value: value > 0 }),
  ])()
}
