import type { TagRow } from '../policies/policies.store.ts'

/** A tag on a column, in names. */
export type Classification = Pick<TagRow, 'tableId' | 'tag' | 'note' | 'actor' | 'createdAt'> & {
  table: string
  column: string
  inheritedFrom: { table: string; column: string } | null
}
