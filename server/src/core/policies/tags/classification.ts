import type { TagRow } from '../policies.store.ts'

/** A tag on a column, in names. */
export type Classification = Pick<TagRow, 'tableId' | 'tag' | 'note' | 'actor' | 'createdAt'> & {
  /** What users read instead of the tag; null where the tag says it. */
  label: string | null
  table: string
  column: string
  inheritedFrom: { table: string; column: string } | null
}
