import type { TextCounts } from './text-evidence.ts'
import type { WorkbookNumberCounts } from './workbook-number-evidence.ts'

/** What a user should know about a column, and how many of its values it concerns. */
export type ColumnWarning = { code: string; count: number; message: string }

/** Everything that was counted of a column. */
export type ColumnFindings = TextCounts & WorkbookNumberCounts & { booleans: number; errors: number; seen: number }

/** Among words a number with a zero before it means nothing. */
const isAllDigits = ({ numberLike, texts }: ColumnFindings) => numberLike === texts

type Check = { code: string; message: string; count: (found: ColumnFindings) => number }

const CHECKS: readonly Check[] = [
  {
    code: 'leading_zero_kept_as_text',
    message: 'The column is text: as numbers its values would lose the zeros before them.',
    count: (found) => (isAllDigits(found) ? found.leadingZero : 0),
  },
  {
    code: 'long_number_kept_as_text',
    message: 'The column is text: of a number most programs keep 15 digits, and some values have more.',
    count: (found) => (isAllDigits(found) ? found.longNumbers : 0),
  },
  {
    code: 'ambiguous_dates',
    message: 'The column is text: its dates can be read with the day first or with the month first.',
    count: ({ ambiguousDates }) => ambiguousDates,
  },
  {
    code: 'mixed_types',
    message: 'The column is text: some values are of another kind than most.',
    count: strangersIn,
  },
  {
    code: 'error_values',
    message: 'Some formulas end in an error; the column keeps it as it is spelled.',
    count: ({ errors }) => errors,
  },
  {
    code: 'dates_out_of_range',
    message: 'The column is text: some values are formatted as dates and are no day that ever was.',
    count: ({ outOfRange }) => outOfRange,
  },
  {
    code: 'times_rounded',
    message: 'Some times are finer than a millisecond and were rounded to it.',
    count: ({ rounded }) => rounded,
  },
  {
    code: 'durations_kept_as_days',
    message: 'Lengths of time are kept as a number of days.',
    count: ({ durations }) => durations,
  },
]

export function columnWarnings(found: ColumnFindings): ColumnWarning[] {
  return CHECKS.map(({ code, message, count }) => ({ code, count: count(found), message })).filter(
    ({ count }) => count > 0,
  )
}

export const momentsIn = ({ days, timestamps, times, outOfRange }: ColumnFindings) =>
  days + timestamps + times + outOfRange

/** How many values are of another kind than most. */
export function strangersIn(found: ColumnFindings): number {
  return found.seen - Math.max(found.plain, momentsIn(found), found.texts, found.booleans, found.errors)
}
