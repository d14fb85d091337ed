import type { NumberMeaning } from '../styles.ts'
import { isoToCanonical } from './iso-date.ts'
import { momentOfSerial, serialToTime } from './serial-date.ts'

const MS_PER_DAY = 86_400_000

/** Serials of today are 0.6 microseconds apart; what is further off a millisecond was meant so. */
const ROUNDING_MS = 0.005

/** What is known of the numbers and dates of a workbook's column. */
export type WorkbookNumberEvidence = {
  number(value: number, meaning: NumberMeaning): void
  /** A date spelled out in the file. */
  date(iso: string): void
  readonly counts: WorkbookNumberCounts
}

export type WorkbookNumberCounts = {
  /** Numbers that are numbers. */
  plain: number
  /** Of these, ones that no BIGINT holds, and lengths of time. */
  fractional: number
  durations: number
  /** Numbers that are moments, by what they need. */
  days: number
  timestamps: number
  times: number
  /** Moments that are none: before 1900, after 9999, the 29 February 1900. */
  outOfRange: number
  /** Moments finer than a millisecond. */
  rounded: number
}

export function createWorkbookNumberEvidence(isDate1904: boolean): WorkbookNumberEvidence {
  const counts: WorkbookNumberCounts = {
    plain: 0,
    fractional: 0,
    durations: 0,
    days: 0,
    timestamps: 0,
    times: 0,
    outOfRange: 0,
    rounded: 0,
  }

  function number(value: number, meaning: NumberMeaning) {
    if (meaning === 'date' || meaning === 'datetime' || meaning === 'time') {
      moment(value, meaning)
      return
    }
    counts.plain++
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) counts.fractional++
    if (meaning === 'duration') counts.durations++
  }

  function moment(serial: number, meaning: 'date' | 'datetime' | 'time') {
    if (meaning === 'time' && serialToTime(serial) !== null) counts.times++
    else if (momentOfSerial(serial, isDate1904) === null) counts.outOfRange++
    else if (meaning === 'date' && Number.isInteger(serial)) counts.days++
    else counts.timestamps++
    const ms = (serial % 1) * MS_PER_DAY
    if (Math.abs(ms - Math.round(ms)) > ROUNDING_MS) counts.rounded++
  }

  function date(iso: string) {
    if (isoToCanonical('DATE', iso) !== null) counts.days++
    else if (isoToCanonical('TIMESTAMP', iso) !== null) counts.timestamps++
    else if (isoToCanonical('TIME', iso) !== null) counts.times++
    else counts.outOfRange++
  }

  return { number, date, counts }
}
