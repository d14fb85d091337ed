import type { Actor } from '../../core/audit/actor.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'

export const TARGET_KINDS = ['table', 'row', 'cell'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What a thread is about, as a request names it. */
export type Target = { kind: TargetKind; rowId: number | null; column: string | null }

/** The same as it is kept: a column by its origin, so that a rename changes nothing. */
export type Anchor = { rowId: number | null; origin: number | null }

export type Comment = {
  commentId: string
  threadId: string
  /** Null: it was deleted, and others had answered. */
  text: string | null
  mentions: readonly string[]
  actor: Actor
  createdAt: Date
  editedAt: Date | null
}

export type Thread = Anchor & {
  threadId: string
  resolvedAt: Date | null
  resolvedBy: Actor | null
  /** The first is the one that began it. */
  comments: readonly Comment[]
}

/** A thread with the name that its column has now. Of a masked column its texts are hidden. */
export type VisibleThread = Thread & { kind: TargetKind; column: string | null; isHidden: boolean }

/**
 * What a reader may see of a thread; null when its column is gone or denied to them, as if it did not exist. Of a masked
 * column they see that something was said, as they see in its history that it was written, and not what.
 */
export function visibleThread({ table }: OpenedTable, thread: Thread): VisibleThread | null {
  const { origin, rowId } = thread
  if (origin === null) return { ...thread, kind: rowId === null ? 'table' : 'row', column: null, isHidden: false }
  const column = table.columns.find((candidate) => candidate.origin === origin)
  if (!column) return null
  const { name, isMasked } = column
  const hidden = thread.comments.map((comment) => ({ ...comment, text: null, mentions: [] }))
  return { ...thread, kind: 'cell', column: name, isHidden: isMasked, comments: isMasked ? hidden : thread.comments }
}
