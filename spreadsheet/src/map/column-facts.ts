import type { CellTable, MappedCell } from './sheet-cells.ts'

/** What stands in a column of a region. */
export type ColumnFacts = {
  filled: number
  empty: number
  /** The smallest and the largest figure or day; null for texts. */
  range: { from: string; to: string } | null
  /** Texts in the order of how often they stand there. */
  texts: { text: string; count: number }[]
  /** Texts in a column of figures. */
  strangers: MappedCell[]
  outliers: MappedCell[]
}

export function columnFacts(cells: CellTable, rows: readonly number[], column: number): ColumnFacts {
  const found = rows.flatMap((row) => cells.at(row, column) ?? [])
  const figures = found.filter(({ kind }) => kind === 'number')
  const days = found.filter(({ kind }) => kind === 'date')
  const texts = found.filter(({ kind }) => kind === 'text')
  const isNumeric = figures.length > texts.length && figures.length >= days.length
  return {
    filled: found.length,
    empty: rows.length - found.length,
    range: isNumeric ? spanOfNumbers(figures) : days.length > texts.length ? spanOfDays(days) : null,
    texts: isNumeric || days.length > texts.length ? [] : counted(texts),
    strangers: isNumeric ? texts : [],
    outliers: isNumeric ? outliersOf(figures) : [],
  }
}

function spanOfNumbers(cells: readonly MappedCell[]) {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value } of cells) {
    from = Math.min(from, Number(value))
    to = Math.max(to, Number(value))
  }
  return { from: spellNumber(from), to: spellNumber(to) }
}

function spanOfDays(cells: readonly MappedCell[]) {
  const sorted = cells.map(({ value }) => String(value)).sort()
  return { from: sorted[0] ?? '', to: sorted.at(-1) ?? '' }
}

/** Figures as a person would note them: no more than six digits behind the point. */
export const spellNumber = (value: number) => String(Number(value.toFixed(6)))

function counted(cells: readonly MappedCell[]) {
  const counts = new Map<string, number>()
  for (const { value } of cells) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count)
}

const FEWEST = 8
/** In deviations: far beyond what a skewed column has. */
const FAR = 12
const MOST_OUTLIERS = 2

function outliersOf(cells: readonly MappedCell[]): MappedCell[] {
  if (cells.length < FEWEST) return []
  const middle = median(cells.map(({ value }) => Number(value)))
  const deviation = 1.4826 * median(cells.map(({ value }) => Math.abs(Number(value) - middle)))
  if (deviation === 0) return []
  const far = cells.filter(({ value }) => Math.abs(Number(value) - middle) > FAR * deviation)
  return far.length <= MOST_OUTLIERS ? far : []
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}
