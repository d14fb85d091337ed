import type { TableWrite } from '../../engine/table/commit.ts'

/** What is checked: the writes of one commit, and how their rows were numbered in the request. */
export type WritesToCheck = {
  workbookId: string
  writes: readonly TableWrite[]
  /** Per row of the only write: its place in the request. */
  sentAs?: readonly number[]
  /** Values are erased by law, whatever rules would have them be. */
  isErasure?: boolean
  /** The rows come out of a file or a run: they need not all come in. */
  ingest?: Ingest
}

/** What becomes of rows of an ingest that break a rule. */
export const ON_VIOLATION = ['reject', 'quarantine', 'warn'] as const
export type OnViolation = (typeof ON_VIOLATION)[number]

/** `onViolation` null: as the rules of each table say. */
export type Ingest = { onViolation: OnViolation | null }
