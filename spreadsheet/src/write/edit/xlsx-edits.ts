import type { Cell } from '../../cell.ts'
import type { StyleChange } from './restyle.ts'

/** What is to change in a workbook that is there; all else stays as it is. */
export type XlsxEdits = {
  sheets?: readonly SheetEdits[]
  /** Custom properties of the document, added or replaced by name. */
  properties?: Readonly<Record<string, string>>
  /** Programs compute every formula when they open the file: some have no value that can be relied on. */
  computesOnOpening?: boolean
}

export type SheetEdits = {
  /** The name of its tab; each is named once. */
  sheet: string
  cells?: readonly CellEdit[]
  hiddenColumns?: readonly number[]
}

export type CellEdit = {
  row: number
  column: number
  /**
   * A date becomes the number Excel has for it: the style of the cell, which stays, must show it as one. Texts that are
   * longer than a cell holds are refused. Left out: what stands in the cell stays, its formula too.
   */
  cell?: Cell | null
  /**
   * `keep` leaves the formula that is there, with `cell` as what it last came to; a text is a new one, in A1 notation without
   * the leading `=`. Without, the cell has no formula any more.
   */
  formula?: 'keep' | { a1: string }
  /** What is to change in how it looks. */
  style?: StyleChange
}
