import type { PeriodLabel } from './period-label.ts'

/** `2026-04`, `2026-Q1`, `FY2026`, `2026-04-01`; null where the year is not known. */
export function spellPeriod({ granularity, year, isFiscal, month, day, part }: PeriodLabel): string | null {
  if (year === null) return null
  const named = isFiscal ? `FY${year}` : String(year)
  switch (granularity) {
    case 'year':
      return named
    case 'half':
      return `${named}-H${part}`
    case 'quarter':
      return `${named}-Q${part}`
    case 'week':
      return `${named}-W${twoDigits(part ?? 0)}`
    case 'month':
      return month === null ? null : `${year}-${twoDigits(month)}`
    case 'day':
      return month === null || day === null ? null : `${year}-${twoDigits(month)}-${twoDigits(day)}`
    case 'other':
      return null
  }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
