import type { TableWrite } from '../../../tabular/commit.ts'

/** What is checked: the writes of one commit, and how their rows were numbered in the request. */
export type WritesToCheck = {
  workbookId: string
  writes: readonly TableWrite[]
  /** Per row of the only write: its place in the request. */
  sentAs?: readonly number[]
  /** Values are erased by law, whatever rules would have them be. */
  isErasure?: boolean
}
