/** What is wrong with tables, counted in cells, rows or pairs. */
export type Faults = {
  /** Facts or fields of the truth that are nowhere. */
  lost: number
  doubled: number
  invented: number
  /** Labels where the sheet has none. */
  filled: number
  /** Computed figures in the column of what they are computed from. */
  totalsAmong: number
  /** Rows of one table in the rows of another. */
  glued: number
  /** Tables of a sheet that has none. */
  silly: number
  totalColumns: number
  derived: number
  /** Rows without any figure that are no records. */
  extraRows: number
  /** Tables of nothing the truth knows. */
  strayTables: number
  unnamed: number
  untyped: number
  /** Fields whose value stands somewhere, but not beside its name. */
  scattered: number
}
