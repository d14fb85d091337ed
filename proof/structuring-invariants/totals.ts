/** What came of so many sheets. */
export type Totals = {
  sheets: number
  cells: number
  cells_dropped: number
  cells_lost: number
  cells_doubled: number
  checksum_breaks: number
  crashes: number
  /** Files that break a limit and are refused for it. */
  refused: number
  stepped_down: number
  tables: number
  /** Tables whose check does not balance; none of them without a warning. */
  tables_unbalanced: number
  tables_unbalanced_unwarned: number
  /** Tables whose steps the check does not follow. */
  tables_unfollowed: number
  /** Tables with a row too many or too few, put there on purpose, whose check balanced. */
  spoiled_tables_missed: number
}

export const newTotals = (): Totals => ({
  sheets: 0,
  cells: 0,
  cells_dropped: 0,
  cells_lost: 0,
  cells_doubled: 0,
  checksum_breaks: 0,
  crashes: 0,
  refused: 0,
  stepped_down: 0,
  tables: 0,
  tables_unbalanced: 0,
  tables_unbalanced_unwarned: 0,
  tables_unfollowed: 0,
  spoiled_tables_missed: 0,
})

export const added = (one: Totals, other: Totals): Totals => ({
  sheets: one.sheets + other.sheets,
  cells: one.cells + other.cells,
  cells_dropped: one.cells_dropped + other.cells_dropped,
  cells_lost: one.cells_lost + other.cells_lost,
  cells_doubled: one.cells_doubled + other.cells_doubled,
  checksum_breaks: one.checksum_breaks + other.checksum_breaks,
  crashes: one.crashes + other.crashes,
  refused: one.refused + other.refused,
  stepped_down: one.stepped_down + other.stepped_down,
  tables: one.tables + other.tables,
  tables_unbalanced: one.tables_unbalanced + other.tables_unbalanced,
  tables_unbalanced_unwarned: one.tables_unbalanced_unwarned + other.tables_unbalanced_unwarned,
  tables_unfollowed: one.tables_unfollowed + other.tables_unfollowed,
  spoiled_tables_missed: one.spoiled_tables_missed + other.spoiled_tables_missed,
})
