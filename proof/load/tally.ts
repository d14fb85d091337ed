/** What became of calls: when each was due, and how long it took from then until its answer was judged. */
export type Tally = {
  dueMs: number[]
  tookMs: number[]
  /** What went wrong, by what it was. */
  errors: Record<string, number>
}

export const newTally = (): Tally => ({ dueMs: [], tookMs: [], errors: {} })

export function countError(errors: Tally['errors'], what: string) {
  errors[what] = (errors[what] ?? 0) + 1
}

export const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const TENTHS = 10

/** p99 of each tenth of the time. */
export function p99OfTenths({ dueMs, tookMs }: Tally, durationMs: number): number[] {
  const tenths: number[][] = Array.from({ length: TENTHS }, () => [])
  for (const [n, due] of dueMs.entries())
    tenths[Math.min(TENTHS - 1, Math.floor((due * TENTHS) / durationMs))]?.push(tookMs[n] ?? 0)
  return tenths.map((tenth) => percentile(tenth, 0.99))
}

/** The last tenth beside a usual one: the median of those before it. */
export const lastTenthRatio = (p99s: readonly number[]): number =>
  (p99s.at(-1) ?? Number.NaN) / percentile(p99s.slice(0, -1), 0.5)

export type Sample = { atMs: number; value: number }

const HOUR_MS = 3_600_000

/** By how many percent of itself a value grows in an hour, by least squares; NaN of less than two samples. */
export function slopePercentPerHour(samples: readonly Sample[]): number {
  const meanAt = mean(samples.map(({ atMs }) => atMs))
  const meanValue = mean(samples.map(({ value }) => value))
  const covered = samples.reduce((sum, { atMs, value }) => sum + (atMs - meanAt) * (value - meanValue), 0)
  const spread = samples.reduce((sum, { atMs }) => sum + (atMs - meanAt) ** 2, 0)
  return ((covered / spread) * HOUR_MS * 100) / meanValue
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
