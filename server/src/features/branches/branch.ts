import type { Actor } from '../audit/actor.ts'

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
}

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
