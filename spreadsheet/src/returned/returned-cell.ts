/** A cell of a file that came back, as its program saved it. */
export type ReturnedCell =
  | null
  | string
  | number
  | boolean
  /** A number that its format shows as a date or a time, or a date that the file spells out (then without a number). */
  | { date: string; serial: number | null }
  /** As Excel spells it. */
  | { error: string }
  /** A formula whose result the file does not hold. */
  | { formula: true }

/** `row` counts from 1, as in the sheet. Cells are in the order of the header. */
export type ReturnedRow = { row: number; cells: ReturnedCell[] }
