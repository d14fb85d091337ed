import type { SheetCell } from '../sheet.ts'
import type { Value } from './value.ts'

/** Something that the cells of a sheet say about each other's values. It takes them one at a time, row by row, and keeps none. */
export type SheetEvidence = {
  observe(cell: SheetCell): void
  /** Another value for a cell, or null where it keeps its own. Null as a whole: every cell does. */
  finish(): ((cell: SheetCell) => Value | null) | null
}
