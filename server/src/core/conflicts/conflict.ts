import type { Actor } from '../audit/actor.ts'

/** Something two sides said differently, for a person to look at: open, then closed for good. */
export const CONFLICT_KINDS = ['overwrite', 'stale_override', 'row_deleted'] as const
export const CONFLICT_ACTIONS = ['acknowledge', 'revert', 'drop_override'] as const

export type ConflictKind = (typeof CONFLICT_KINDS)[number]
export type ConflictAction = (typeof CONFLICT_ACTIONS)[number]
/** `superseded`: the service closed it, because the row or the column is gone or a restore replaced it. */
export type ConflictResolution = ConflictAction | 'superseded'

/** The cell it is about; a whole row when the column is null. */
export type ConflictCell = { rowId: number; columnId: number | null }

/**
 * Canonical texts. `overwrite`: a file and the service changed `baseValue` to different values; the file's `value` was
 * written, the service's own is `priorValue`. `stale_override`: the override `value` was laid over `baseValue`, and the
 * transform now makes `priorValue` of it.
 */
export type NewConflict = ConflictCell & {
  kind: ConflictKind
  baseValue: string | null
  priorValue: string | null
  value: string | null
}

export type Conflict = NewConflict & {
  workbookId: string
  conflictId: string
  tableId: string
  branchId: string | null
  opId: number
  actor: Actor
  createdAt: Date
  resolution: ConflictResolution | null
  /** Null while it is open. */
  resolvedAt: Date | null
  resolvedBy: Actor | null
  note: string | null
}

/** What can be done about a conflict of some kind, beside looking at it. */
const REMEDIES: Record<ConflictKind, ConflictAction | null> = {
  overwrite: 'revert',
  stale_override: 'drop_override',
  row_deleted: null,
}

export const isApplicable = (kind: ConflictKind, action: ConflictAction) =>
  action === 'acknowledge' || REMEDIES[kind] === action
