import type { Conflict, NewConflict } from '../../core/conflicts/conflict.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import type { StoredFile } from '../sources/source.ts'
import type { MergeChange } from './merge-changes.ts'
import type { MergeMode, Skipped } from './plan-merge.ts'

/** An edited file, and how it is to be taken. */
export type MergeOptions = {
  file: StoredFile
  mode: MergeMode
  allowsDeletes: boolean
  isDryRun: boolean
  actor: string | null
}

/** What a merge did, or would do. */
export type Merged = MergeReport & {
  branchId: string
  opened: OpenedTable
  conflicts: readonly (Conflict | NewConflict)[]
  opId: number | null
  /** Null once it is written: its op has the cells. */
  changes: readonly MergeChange[] | null
}

/** The part that is kept, for clients that send the same file again: no cell's value is in it. */
export type MergeReport = {
  inserted: number
  updated: number
  deleted: number
  cellsWritten: number
  conflictCount: number
  skipped: readonly Skipped[]
  skippedCount: number
  ignoredColumns: readonly string[]
  editVersion: number
  stale: readonly string[]
}

export const CONFLICTS_TOLD = 100
export const SKIPPED_TOLD = 1_000
