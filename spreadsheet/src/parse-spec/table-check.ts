/** What went into a table and what came out, counted on the sheet and in the table apart from each other. */
export type TableCheck = {
  table: string
  /** Null: notes of several regions. */
  region_id: string | null
  /** Rows of the sheet that are records of this table. A record over several lines counts once. */
  rows_in: number
  /** Null until the rows were read. */
  rows_out: number | null
  /** How many columns become rows; 1 where none do. */
  factor: number
  /** Cells of such columns that hold nothing and make no row. */
  cells_empty: number
  /** Cells that got a value which stands elsewhere: below a label, in a merged area, at a mark. */
  cells_filled: number
  /** Those of them that held a mark for `the same as above` (〃, 同上), the first ones; absent: none did. */
  marks_filled?: readonly string[]
  /** Cells of the region that go into no table. Like the computed ones they are counted with its first table. */
  cells_dropped: number
  /** Figures of the region that are computed from others. */
  cells_computed: number
  sums: readonly ColumnSum[]
  /** Rows out are rows in times factor less the empty ones, and all sums are equal. Null: not known. */
  balanced: boolean | null
  /** Why `balanced` is null. */
  reason: 'long_sheet' | 'not_followed' | 'corrected' | null
}

/** What the cells of the sheet add up to and what the column of the table does, in plain digits. */
export type ColumnSum = { column: string; sum_in: string; sum_out: string }
