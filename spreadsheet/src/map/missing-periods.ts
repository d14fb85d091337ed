import type { PeriodLabel } from '../structure/periods/period-label.ts'
import { readPeriod } from '../structure/periods/read-period.ts'

/** How many of each kind make a year; years have no such number. */
const PARTS = { month: 12, quarter: 4, half: 2 } as const
const FEWEST = 3
/** A longer gap is a new series, not something that was forgotten. */
const LONGEST_GAP = 6

/** Periods that are left out in a row of labels: `2026-05`, or `5` of twelve months where no year is known. */
export function missingPeriods(labels: readonly string[]): string[] {
  const periods = labels.flatMap((label) => readPeriod(label.normalize('NFKC').trim()) ?? [])
  const granularity = periods[0]?.granularity
  if (periods.length < FEWEST || periods.length < labels.length || !granularity) return []
  if (periods.some((period) => period.granularity !== granularity)) return []
  if (granularity === 'year') return gaps(periods.flatMap(({ year }) => year ?? [])).map(String)
  if (granularity !== 'month' && granularity !== 'quarter' && granularity !== 'half') return []
  const parts = PARTS[granularity]
  const numbers = consecutive(periods, granularity === 'month' ? 'month' : 'part', parts)
  const hasYears = periods.every(({ year }) => year !== null)
  return gaps(numbers).map((number) => spell(number, parts, hasYears))
}

/** One number a period. Without a year a smaller part than the one before is one of the next year. */
function consecutive(periods: readonly PeriodLabel[], member: 'month' | 'part', parts: number): number[] {
  let turn = 0
  let before = 0
  return periods.map((period) => {
    const part = (period[member] ?? 1) - 1
    if (period.year !== null) return period.year * parts + part
    if (part < before) turn++
    before = part
    return turn * parts + part
  })
}

function gaps(numbers: readonly number[]): number[] {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  return sorted.flatMap((number, place) => {
    const next = sorted[place + 1] ?? number
    const between = next - number - 1
    return between > 0 && between <= LONGEST_GAP ? Array.from({ length: between }, (_, n) => number + 1 + n) : []
  })
}

function spell(number: number, parts: number, hasYears: boolean): string {
  const part = (number % parts) + 1
  if (!hasYears) return String(part)
  const year = Math.floor(number / parts)
  return parts === 12 ? `${year}-${String(part).padStart(2, '0')}` : `${year}-${parts === 4 ? 'Q' : 'H'}${part}`
}
