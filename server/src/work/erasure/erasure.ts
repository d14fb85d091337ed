/** Cells of one table that are to exist no more, in no version: those of these columns, in these rows or (null) in all. */
export type TableCells = {
  tableId: string
  /** First ids of the columns: whatever they were retyped to is meant as well. */
  origins: readonly number[]
  rowIds: readonly number[] | null
}

/** Whole rows, or a whole column. */
export type ErasureTarget = { rowIds: readonly number[] } | { column: string }

/** What an erasure is about: the cells that were named, and every copy of them. */
export type Erasable = {
  cells: readonly TableCells[]
  /** Sources whose files hold some of them. */
  sourceIds: readonly string[]
  /** Tables that transforms made from them. They are rebuilt from what is left. */
  derivedIds: readonly string[]
}

export const MOST_ROWS = 10_000
