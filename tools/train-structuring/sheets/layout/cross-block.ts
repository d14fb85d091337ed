import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { TrueFact, TrueTable, TrueValue } from '../truth.ts'
import { type Block, type BlockCell, blockOf } from './block.ts'
import type { Cross } from './cross.ts'
import { drawFigures, type Figures, type Way, wayOf } from './cross-figures.ts'
import { addHead, addLabels } from './cross-head.ts'
import { type Computed, isShare, type Line } from './cross-lines.ts'
import type { Maker } from './maker.ts'
import { drawSpelling, type Spelling, spellFigure, spellShare } from './spell-cell.ts'

/** Lays a cross table out: what is counted is drawn, the rest is computed from it. */
export function crossBlock(maker: Maker, cross: Cross): Block {
  const depth = Math.max(...cross.columns.map(({ path }) => path.length))
  const cells: BlockCell[] = []
  const merges: Box[] = []
  addHead(maker, cross, depth, cells, merges)
  addLabels(maker, cross, depth, cells, merges)
  const figures = drawFigures(maker, cross)
  const spelling = drawSpelling(maker)
  const truth = truthOf(maker, cross, figures, (row, column, value) => {
    const written = spell(maker, cross, spelling, { row, column, value })
    if (written) cells.push({ row: depth + row, column: cross.labelColumns + column, ...written })
  })
  return blockOf(cells, { merges, tables: [truth] })
}

function spell(
  maker: Maker,
  cross: Cross,
  spelling: Spelling,
  { row, column, value }: { row: number; column: number; value: TrueValue },
) {
  if (cross.rows[row]?.isBanner) return null
  const way = wayOf(cross, row, column)
  if (!way) return spellFigure(maker, spelling, value, cross.measure.digits)
  if (typeof value !== 'number') return null
  const { how } = way.line
  const digits = how === 'average' ? Math.max(1, cross.measure.digits) : cross.measure.digits
  const written = isShare(how) ? spellShare(maker, value) : spellFigure(maker, spelling, value, digits)
  const formula = maker.hasFormulas && typeof written?.value === 'number' ? formulaOf(way, row, column) : undefined
  return written && { ...written, style: { ...written.style, ...maker.look.total }, ...(formula ? { formula } : {}) }
}

/** Sums and averages of neighbours, and what is computed from two lines, as formulas. */
function formulaOf({ line, isAcross }: Way, row: number, column: number): string | undefined {
  const here = isAcross ? column : row
  const name = (n = here) => (isAcross ? `RC[${n - here}]` : `R[${n - here}]C`)
  const [first, second, third] = line.of
  const last = line.of.at(-1)
  const isRun = (last ?? 0) - (first ?? 0) === line.of.length - 1
  switch (line.how) {
    case 'sum':
      return isRun ? `SUM(${name(first)}:${name(last)})` : line.of.map(name).join('+')
    case 'average':
      return isRun ? `AVERAGE(${name(first)}:${name(last)})` : undefined
    case 'difference':
      return `${name(first)}-${name(second)}`
    case 'ratio':
      return `${name(first)}/${name(second)}`
    case 'growth':
      return `${name(first)}/${name(second)}-1`
    case 'balance':
      return `${name(first)}+${name(second)}-${name(third)}`
    case 'weight':
    case 'running':
      return undefined
  }
}

function truthOf(
  maker: Maker,
  cross: Cross,
  figures: Figures,
  write: (row: number, column: number, value: TrueValue) => void,
): TrueTable {
  const levels = Math.max(...cross.rows.map(({ path }) => path.length))
  const depth = Math.max(...cross.columns.map(({ path }) => path.length))
  const rows: TrueValue[][] = []
  const totals: TrueFact[] = []
  for (const [n, row] of cross.rows.entries())
    for (const [m, column] of cross.columns.entries()) {
      const figure = figures(n, m)
      const value = figure === null ? null : (cross.marks?.[figure] ?? figure)
      write(n, m, value)
      if (value === null || row.isBanner) continue
      if (row.computed || column.computed)
        totals.push({ labels: [...row.path, ...column.path], value, role: 'total', ...derived(row, column) })
      else rows.push([...padded(row.path, levels), ...padded(column.path, depth), value])
    }
  const named = (count: number) => Array.from({ length: count }, () => ({ name: null, isMeasure: false }))
  const columns = [...named(levels), ...named(depth), { name: null, isMeasure: true }]
  const records = new Set(rows.map((row) => row.slice(0, -2).join('\n'))).size
  const rowCounts = cross.hasMeasures ? [rows.length, records] : [rows.length]
  return { id: cross.id ?? maker.domain.title, kind: 'cross', columns, rows, totals, rowCounts }
}

const DERIVED: ReadonlySet<Computed['how']> = new Set(['difference', 'ratio', 'growth', 'weight', 'balance'])

/** A sum of differences is still a total. */
const derived = (row: Line, column: Line): { isDerived?: true } =>
  [row, column].every(({ computed }) => !computed || DERIVED.has(computed.how)) ? { isDerived: true } : {}

const padded = (path: readonly string[], length: number): (string | null)[] =>
  Array.from({ length }, (_, n) => path[n] ?? null)
