import { dressed } from '../layout/around.ts'
import { monthAxis, quarterAxis, yearAxis } from '../layout/axes.ts'
import { type Block, beside } from '../layout/block.ts'
import { crossBlock } from '../layout/cross-block.ts'
import { flatColumns, scenarioColumns } from '../layout/cross-columns.ts'
import { computed, type Line, leaf } from '../layout/cross-lines.ts'
import type { Rows } from '../layout/cross-rows.ts'
import { type Maker, some } from '../layout/maker.ts'
import { made } from './crosses.ts'
import { type Shape, shape } from './shape.ts'

/** Statements: accounts under accounts, with results between them. */
export const REPORTS: readonly Shape[] = [
  shape('report-income', (maker) =>
    made(
      maker,
      incomeRows(maker, 'below'),
      flatColumns(maker, monthAxis(maker), { total: maker.random.one(['last', 'none']) }),
    ),
  ),
  shape('report-income-sums-above', (maker) =>
    made(
      maker,
      incomeRows(maker, 'above'),
      flatColumns(maker, quarterAxis(maker), { total: maker.random.one(['last', 'none']) }),
    ),
  ),
  shape('report-income-plan', (maker) =>
    made(
      maker,
      incomeRows(maker, 'below'),
      scenarioColumns(maker, monthAxis(maker, 3).names, maker.words.plan, ['difference']),
      { hasMeasures: true },
    ),
  ),
  shape('report-income-years', (maker) =>
    made(maker, incomeRows(maker, 'below'), flatColumns(maker, yearAxis(maker, 2))),
  ),
  shape('report-balance', (maker) => made(maker, balanceRows(maker, 'assets'), flatColumns(maker, yearAxis(maker, 2)))),
  shape('report-balance-side-by-side', (maker) => balance(maker)),
  shape('report-three-levels', (maker) =>
    made(maker, threeLevels(maker), flatColumns(maker, maker.random.one([monthAxis, yearAxis])(maker))),
  ),
  shape('report-pivot-output', (maker) =>
    made(maker, threeLevels(maker, true), flatColumns(maker, quarterAxis(maker), { total: 'last' })),
  ),
]

const ACCOUNTS = {
  ja: {
    income: ['売上高', '国内売上 海外売上 保守売上'],
    cost: ['売上原価', '材料費 労務費 外注費 減価償却費'],
    gross: '売上総利益',
    expense: ['販売管理費', '人件費 広告費 賃借料 旅費 通信費 雑費'],
    result: '営業利益',
    assets: [
      ['流動資産', '現金預金 売掛金 棚卸資産 前払費用'],
      ['固定資産', '建物 機械装置 土地 ソフトウェア'],
    ],
    debts: [
      ['流動負債', '買掛金 未払金 短期借入金'],
      ['純資産', '資本金 利益剰余金'],
    ],
    total: (name: string) => `${name}合計`,
  },
  en: {
    income: ['Revenue', 'Products Services Licences'],
    cost: ['Cost of sales', 'Materials Labour Freight Subcontractors'],
    gross: 'Gross profit',
    expense: ['Operating expenses', 'Salaries Rent Marketing Travel Insurance Sundry'],
    result: 'Operating profit',
    assets: [
      ['Current assets', 'Cash Receivables Inventory Prepayments'],
      ['Fixed assets', 'Buildings Machinery Land Software'],
    ],
    debts: [
      ['Current liabilities', 'Payables Accruals Overdraft'],
      ['Equity', 'Capital Reserves'],
    ],
    total: (name: string) => `Total ${name.toLowerCase()}`,
  },
} as const

/** A heading with its accounts; its sum stands on the heading or below the accounts. */
function addSection(
  { random, language }: Maker,
  lines: Line[],
  [name = '', members = '']: readonly string[],
  sums: 'above' | 'below',
  indent: number,
): number {
  const accounts = some(random, members.split(' '), random.whole(2, 4))
  const first = lines.length + 1
  const of = accounts.map((_, n) => first + n)
  if (sums === 'above') lines.push({ ...computed('sum', of, name), shown: [name] })
  else lines.push({ path: [name], computed: null, isBanner: true })
  for (const account of accounts) lines.push({ ...leaf(name, account), shown: [account], indent })
  if (sums === 'above') return first - 1
  const total = ACCOUNTS[language].total(name)
  lines.push({ ...computed('sum', of, total), shown: [total] })
  return lines.length - 1
}

function incomeRows(maker: Maker, sums: 'above' | 'below'): Rows {
  const words = ACCOUNTS[maker.language]
  const indent = maker.random.chance(0.7) ? 1 : 0
  const lines: Line[] = []
  const income = addSection(maker, lines, words.income, sums, indent)
  const cost = addSection(maker, lines, words.cost, sums, indent)
  lines.push(computed('difference', [income, cost], words.gross))
  const gross = lines.length - 1
  const expense = addSection(maker, lines, words.expense, sums, indent)
  lines.push(computed('difference', [gross, expense], words.result))
  return { lines, labelColumns: 1 }
}

function balanceRows(maker: Maker, side: 'assets' | 'debts'): Rows {
  const words = ACCOUNTS[maker.language]
  const lines: Line[] = []
  const totals = words[side].map((section) => addSection(maker, lines, section, 'below', 1))
  const name =
    maker.language === 'ja'
      ? { assets: '資産合計', debts: '負債純資産合計' }[side]
      : { assets: 'Total assets', debts: 'Total liabilities and equity' }[side]
  lines.push(computed('sum', totals, name))
  return { lines, labelColumns: 1 }
}

function balance(maker: Maker): Block {
  const { domain, words, random } = maker
  const measure = domain.measures[0] ?? { name: '', low: 1, high: 99, digits: 0, unit: null }
  const [name = ''] = words.item
  const amount = maker.language === 'ja' ? '金額' : 'Amount'
  const half = (side: 'assets' | 'debts') => {
    const { lines, ...labels } = balanceRows(maker, side)
    return crossBlock(maker, { rows: lines, ...labels, columns: [leaf(amount)], corner: [name], measure, id: side })
  }
  return dressed(maker, beside(half('assets'), half('debts'), random.one([0, 1])), measure.unit)
}

/** Groups of groups, each with its sum above its parts, as a pivot table is printed. */
function threeLevels(maker: Maker, hasTotal = false): Rows {
  const { random, domain, words } = maker
  const [outer, middle] = some(random, domain.dimensions, 2)
  const things = [...domain.thing.members]
  const lines: Line[] = []
  const tops: number[] = []
  for (const top of some(random, outer?.members ?? [], 2)) {
    const at = lines.length
    tops.push(at)
    const mids: number[] = []
    lines.push(leaf(top))
    for (const mid of some(random, middle?.members ?? [], 2)) {
      const own = lines.length
      mids.push(own)
      const members = things.splice(0, random.whole(2, 3))
      lines.push({
        ...computed(
          'sum',
          members.map((_, n) => own + 1 + n),
          top,
          mid,
        ),
        shown: [mid],
        indent: 1,
      })
      for (const member of members) lines.push({ ...leaf(top, mid, member), shown: [member], indent: 2 })
    }
    lines[at] = { ...computed('sum', mids, top), shown: [top] }
  }
  if (hasTotal) lines.push(computed('sum', tops, random.one(words.totals)))
  return { lines, labelColumns: 1 }
}
