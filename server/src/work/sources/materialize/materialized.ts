import type { VisibleArtifact } from '../../../core/artifacts/read-artifacts.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import type { Overwritten } from '../landing/keep-overwritten.ts'
import type { VisibleSource } from '../present-source.ts'
import type { Settled } from '../quarantine/settle-ingest.ts'
import type { LeftOver } from './tables-made-before.ts'

/** What became of one region. */
export type RegionReport = {
  staged: StagedTable
  table: string
  inserted: number
  updated: number
  unchanged: number
  deleted: number
}

export type Materialized = {
  seen: VisibleSource
  artifacts: VisibleArtifact[]
  reports: RegionReport[]
  /** Of the one table that was written to. */
  editVersion: number | null
  /** All of it was there already. */
  isUnchanged: boolean
  /** Tables that the source made before and makes no longer. */
  leftOver: LeftOver
  /** Rows that break rules. */
  settled: Settled
  /** Edits of users that the file overwrote. */
  overwritten: Overwritten
  opId: number | null
}
