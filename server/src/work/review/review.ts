import type { Check, Coverage, Finding } from './finding.ts'

/** `agent`: an adviser is asked for faults that no rule knows, besides. */
export const MODES = ['lint', 'agent'] as const
export type Mode = (typeof MODES)[number]

/** What to review. Tables and sheet null: the whole workbook. */
export type ReviewOptions = {
  tables: readonly string[] | null
  sheet: string | null
  checks: readonly Check[] | null
  maxFindings: number
  mode: Mode
  /** An adviser judges the findings. */
  isJudged: boolean
}

export const JUDGE_STATES = ['off', 'ran', 'skipped_no_credits'] as const

export type Review = {
  findings: readonly Finding[]
  /** Found, and not among the findings because so many were not asked for. */
  left: number
  coverage: Coverage
  mode: Mode
  judge: (typeof JUDGE_STATES)[number]
  /** What an adviser has proposed, and what of it could not be shown and was dropped. */
  advice: { proposed: number; dropped: number } | null
  elapsedMs: number
  /** What asking an adviser costs the account of the workbook; it is paid when the review is given out. */
  credits: number
  accountId: string
}

/** Nothing was left out for want of time or memory. */
export const isComplete = ({ tablesSkipped, checksSkipped }: Coverage) =>
  tablesSkipped.length === 0 && checksSkipped.length === 0

/** Why something was not looked at that would be, with more time. */
export const LATE = 'time was up'

export const wasLate = ({ coverage: { tablesSkipped, checksSkipped } }: Review) =>
  [...tablesSkipped, ...checksSkipped].some(({ reason }) => reason === LATE)
