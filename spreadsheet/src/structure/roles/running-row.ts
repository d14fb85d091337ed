import type { RowNames } from './row-names.ts'

/** What came together up to each column. */
const RUNNING =
  /累計|累積|\b(?:cumulative|cum\.?|running|ytd|(?:year|month)[ -]to[ -]date|kumuliert|cumulé|acumulado)\b/iu
const FEWEST_FIGURES = 3

/** Called cumulative, and each figure is the one before it and what another row has there: the same row in all columns. */
export function isRunning(line: number, { of, numbersOf, inColumn }: RowNames): boolean {
  const figures = RUNNING.test(of(line)) ? numbersOf(line) : []
  if (figures.length < FEWEST_FIGURES) return false
  let before = 0
  let added: ReadonlySet<number> | undefined
  for (const { column, number } of figures) {
    const step = number - before
    const rounding = Math.max(Math.abs(number) / 100_000, 0.051)
    const known: ReadonlySet<number> | undefined = added
    const lines = inColumn(column).linesBetween(step - rounding, step + rounding)
    added = new Set(lines.filter((other) => other !== line && (known?.has(other) ?? true)))
    if (added.size === 0) return false
    before = number
  }
  return true
}
