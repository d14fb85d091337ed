import { drawFigure } from '../fields/domain.ts'
import type { Cross } from './cross.ts'
import { type Computed, combineLine, isShare } from './cross-lines.ts'
import type { Maker } from './maker.ts'

/** The figure of a cell, counted or computed; null where there is none. */
export type Figures = (row: number, column: number) => number | null

/** Draws what is counted, and computes the rest from it. */
export function drawFigures(maker: Maker, cross: Cross): Figures {
  const drawn = drawCounted(maker, cross)
  const known = new Map<string, number | null>()
  function at(row: number, column: number): number | null {
    const key = `${row} ${column}`
    const before = known.get(key)
    if (before !== undefined) return before
    const way = wayOf(cross, row, column)
    const value = way ? compute(cross, at, way, { row, column }) : (drawn[row]?.[column] ?? null)
    known.set(key, value)
    return value
  }
  return at
}

function drawCounted({ random, missing }: Maker, { rows, columns, measure, marks }: Cross): (number | null)[][] {
  return rows.map((row) => {
    const size = measure.digits === 0 ? 0.4 + random.next() : 1
    return columns.map((column) => {
      if (row.isBanner || row.computed || column.computed || random.chance(missing)) return null
      if (marks) return random.chance(0.8) ? random.whole(0, marks.length - 1) : null
      const figure = drawFigure(random, measure)
      return measure.digits === 0 ? Math.max(1, Math.round(figure * size)) : figure
    })
  })
}

/** How a cell is computed, and from cells of its row (`across`) or of its column. */
export type Way = { line: Computed; isAcross: boolean }

/** A ratio of a total is the ratio of the totals, never a sum of ratios. */
export function wayOf({ rows, columns }: Cross, row: number, column: number): Way | null {
  const across = columns[column]?.computed
  const down = rows[row]?.computed
  if (rows[row]?.isBanner) return null
  const isAcross = across && (!down || isShare(across.how) || across.how === 'difference' || !isShare(down.how))
  if (isAcross) return { line: across, isAcross: true }
  return down ? { line: down, isAcross: false } : null
}

type CellPosition = { row: number; column: number }

function compute({ columns, measure }: Cross, at: Figures, { line, isAcross }: Way, { row, column }: CellPosition) {
  const [first = 0] = line.of
  const { digits } = measure
  if (line.how === 'weight') return combineLine('ratio', [at(row, first), at(line.against ?? 0, first)], digits)
  if (line.how === 'running') {
    const before = columns.slice(0, column + 1).map((one, n) => (one.computed ? null : at(first, n)))
    return combineLine('sum', before, digits)
  }
  const parts = line.of.map((n) => (isAcross ? at(row, n) : at(n, column)))
  return combineLine(line.how, parts, digits)
}
