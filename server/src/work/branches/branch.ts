import type { Actor } from '../../core/audit/actor.ts'
import type { Filter } from '../../engine/reading/reader.ts'

export type FileFormat = 'xlsx' | 'csv'

/** A table in a file that was sent out: what comes back is merged against its version of then. */
export type BranchedTable = {
  workbookId: string
  branchId: string
  tableId: string
  baseVersion: number
  rowCount: number
  /** Ids of the columns whose values stood in the file: a column that was masked then was not supplied. */
  columns: readonly number[]
  /** Null: all rows stood in it. */
  part: Part | null
}

/** The rows of a table that have one value in a column, by its origin; null: those whose cell is empty. */
export type Part = { origin: number; value: string | null }

/** Another row may not come back as one of the part, nor one of the part as another. */
export const partFilter = (columnId: number, { value }: Part): Filter =>
  value === null ? { columnId, op: 'is_null' } : { columnId, op: '=', value }

export type BranchStatus = 'open' | 'merged' | 'expired'

export type Branch = BranchedTable & {
  tableName: string
  format: FileFormat
  filename: string
  status: BranchStatus
  actor: Actor
  createdAt: Date
  mergedAt: Date | null
}

/** A merge may take so many rows, so a branch has no more. */
export const MOST_BRANCH_ROWS = 100_000

/** Names of document properties by which a file that comes back is recognised. */
export const BRANCH_PROPERTY = 'svc_branch_id'
export const WORKBOOK_PROPERTY = 'svc_workbook_id'

export const statusOf = (mergedAt: Date | null, expiresAt: Date, now: Date): BranchStatus => {
  if (mergedAt) return 'merged'
  return expiresAt <= now ? 'expired' : 'open'
}
