import { rounded } from '../fields/domain.ts'
import { fullName } from './list-data.ts'
import type { ListPage } from './list-page.ts'
import { spellFigure } from './spell-cell.ts'

/** What is computed from all records. */
export function addTotals(page: ListPage, all: readonly number[]) {
  const { maker, layout } = page
  const { words, random } = maker
  for (const how of layout.totals ?? []) {
    const name = {
      sum: random.one(words.totals),
      average: random.one(words.average),
      highest: words.highest,
      lowest: words.lowest,
    }[how]
    addComputed(page, name, all, how, null)
  }
}

type How = 'sum' | 'average' | 'highest' | 'lowest'

/** A computed row: its name, and a figure under each measure. */
export function addComputed(page: ListPage, name: string, of: readonly number[], how: How, group: string | null) {
  const { maker, data, shown, spelling, row } = page
  const labels = group === null || name.includes(group) ? [name] : [group, name]
  const place = shown.findIndex((n) => data.columns[n]?.kind === 'label')
  page.cells.push({ row, column: Math.max(0, place), value: name, style: maker.look.total })
  const formula = maker.hasFormulas ? formulaOf(how, of.length, page) : undefined
  for (const [at, n] of shown.entries()) {
    const column = data.columns[n]
    if (column?.kind !== 'measure') continue
    const figures = of.flatMap((one) => data.rows[one]?.[n] ?? []).filter((one) => typeof one === 'number')
    if (figures.length === 0) continue
    const digits = Math.max(how === 'average' ? 1 : 0, column.measure?.digits ?? 0)
    const value = rounded(combine(how, figures), digits)
    const { value: spelled, style } = spellFigure(maker, spelling, value, digits) ?? { value }
    const cell = { row, column: at, value: spelled, style: { ...style, ...maker.look.total } }
    page.cells.push(typeof spelled === 'number' && formula ? { ...cell, formula } : cell)
    page.totals.push({ labels: [...labels, fullName(column)], value, role: 'total' })
  }
  page.row++
}

/** Of records that stand right above each other, and of them all. */
function formulaOf(how: How, count: number, { layout, row, cells }: ListPage): string | undefined {
  const { banner, subtotalBy, totalsFirst, headerEvery, gapEvery, firstLine, totals = [] } = layout
  const isBroken = [banner, subtotalBy, headerEvery, gapEvery, firstLine].some((one) => one !== undefined)
  if (isBroken || totalsFirst || totals[0] !== how) return undefined
  const last = Math.max(0, ...cells.filter((cell) => cell.row < row).map((cell) => cell.row))
  const name = { sum: 'SUM', average: 'AVERAGE', highest: 'MAX', lowest: 'MIN' }[how]
  return `${name}(R[-${row - last + count - 1}]C:R[-${row - last}]C)`
}

function combine(how: How, figures: readonly number[]): number {
  const sum = figures.reduce((one, other) => one + other, 0)
  switch (how) {
    case 'sum':
      return sum
    case 'average':
      return sum / figures.length
    case 'highest':
      return Math.max(...figures)
    case 'lowest':
      return Math.min(...figures)
  }
}
