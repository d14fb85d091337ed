import type { Actor } from '../../core/audit/actor.ts'

/** A state of the whole workbook: which table stood at which version. */
export type Snapshot = {
  snapshotId: string
  /** The editing one is whatever came after the newest commit; it is never stored. */
  status: 'editing' | 'committed'
  summary: string | null
  eventType: string
  actor: Actor | null
  parentId: string | null
  tables: readonly SnapshotTable[]
  /** The labels of its versions. */
  versions: readonly string[]
  createdAt: Date
  committedAt: Date | null
}

export type SnapshotTable = { name: string; edit_version: number; row_count: number | null }

/** A name on a snapshot. */
export type Version = {
  label: string
  snapshotId: string
  summary: string | null
  actor: Actor
  createdAt: Date
}

/** One page of a list that begins with the newest: `before` is the op behind which the page before ended. */
export type Page = { limit: number; before: number | null }

/** What a commit is said to come from, unless stated otherwise. */
export const USUAL_EVENT_TYPE = 'transform'
