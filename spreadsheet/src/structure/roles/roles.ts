import type { COLUMN_ROLES, ROW_ROLES, Total } from '../../parse-spec/parse-spec.ts'

export type RowRole = (typeof ROW_ROLES)[number]
/** Rows that are computed from others. */
export const COMPUTED_ROWS: ReadonlySet<RowRole> = new Set(['subtotal', 'total', 'difference', 'ratio'])
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** What each row and column of a table is for; a row that is not listed is one of data. Rows and columns count from 0. */
export type Roles = {
  rows: ReadonlyMap<number, RowRole>
  columns: ReadonlyMap<number, ColumnRole>
  /** What is computed from what; spelled as in the spec. */
  totals: readonly Total[]
  evidence: readonly string[]
}
