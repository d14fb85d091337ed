import type { PeriodAxis } from '../../parse-spec/parse-spec.ts'

export type Granularity = PeriodAxis['granularity']

/** A stretch of time as a label tells it; what the label leaves out is null. */
export type PeriodLabel = {
  granularity: Granularity
  year: number | null
  /** The year is a business year and begins when the fiscal year does. */
  isFiscal: boolean
  /** The month, counting from 1. */
  month: number | null
  day: number | null
  /** Which quarter, half or week of its year, counting from 1. */
  part: number | null
}

export const UNTOLD: Omit<PeriodLabel, 'granularity'> = {
  year: null,
  isFiscal: false,
  month: null,
  day: null,
  part: null,
}
