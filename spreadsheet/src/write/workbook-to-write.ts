import type { Cell } from '../cell.ts'
import type { Box } from '../grid.ts'
import type { StyleToWrite } from './style-to-write.ts'

/** What is to stand in a cell; a bare value has the style of its column. A bare text is text, whatever it begins with. */
export type CellToWrite = null | string | number | bigint | boolean | RichCell

export type RichCell = {
  /** Null: a style, or a formula without a computed value. */
  cell: Cell | null
  /** In place of the column's. */
  style?: StyleToWrite
  /** In A1 notation, without the leading `=`; `cell` is what it last came to. */
  formula?: string
}

/** The cells of a row from its first column on. */
export type RowToWrite = readonly CellToWrite[] | SpecialRow

export type SpecialRow = {
  cells: readonly CellToWrite[]
  /** In points; as high as its content without. */
  height?: number
  isHidden?: boolean
  outlineLevel?: number
}

/** Rows in bundles, since waiting for each of a million rows would cost more than writing it. */
export type RowBatches = Iterable<readonly RowToWrite[]> | AsyncIterable<readonly RowToWrite[]>

export type ColumnToWrite = {
  /** In characters of the default font. */
  width?: number
  /** Of cells that have none of their own. */
  style?: StyleToWrite
  isHidden?: boolean
}

export type SheetToWrite = {
  /** As people call it; what the tab may not hold is replaced (`legalSheetNames`). */
  name: string
  rows: RowBatches
  columns?: readonly ColumnToWrite[]
  isHidden?: boolean
  /** So many rows and columns stay when one scrolls. */
  frozen?: { rows: number; columns: number }
  /** Buttons to filter by, in this row over these columns; the filter reaches down to the last row. */
  autoFilter?: { row: number; left: number; right: number }
  /** Looked at when all rows are written. */
  merges?: readonly Box[]
  /** What may be written into cells; of cells that several are about, the first holds. */
  validations?: readonly ValidationToWrite[]
  /** The first of these rows to the last are printed on every page. */
  printTitleRows?: readonly [number, number]
  page?: PageSetup
  showsGridLines?: boolean
}

/** Which cells of a column from a row on, to the end of the sheet or in that row alone. */
export type ValidationToWrite = {
  column: number
  fromRow: number
  isOneRow?: boolean
  /** Without one only the hint is shown. */
  test?: ValidationTest
  allowsBlank?: boolean
  /** Shown when the cell is chosen. */
  hint?: { title: string; text: string }
  /** Shown when something else is written. */
  refusal?: string
}

/** Values are numbers as a formula spells them; dates are their serial numbers. */
export type ValidationTest =
  | { kind: 'list'; values: readonly string[] }
  | { kind: 'whole' | 'decimal' | 'date'; min: string | null; max: string | null }
  /** A value that stands nowhere else in the column; any value. */
  | { kind: 'once' | 'filled' }

export type PageSetup = {
  isLandscape?: boolean
  /** Pages are as wide as the sheet, and as many as its length needs. */
  fitsWidth?: boolean
}

export type WorkbookToWrite = {
  /** One at least; one of them is shown, if all are hidden the first. */
  sheets: readonly SheetToWrite[]
  properties?: DocumentProperties
  /** `refersTo` as in a formula, with the names of tabs as `legalSheetNames` makes them. */
  definedNames?: readonly { name: string; refersTo: string }[]
}

export type DocumentProperties = {
  title?: string
  creator?: string
  createdAt?: Date
  modifiedAt?: Date
  /** By name; they stay with the file when it is edited and sent back. */
  custom?: Readonly<Record<string, string>>
}

/** What a file of this kind cannot hold, where that is, and what stands there instead. Rows and columns count from 0. */
export type Loss = { row: number; column: number } & (
  | { kind: 'text_cut'; sheet: string; characters: number }
  | { kind: 'characters_replaced'; characters: readonly string[] }
)

/** Called at each loss, while the file is being written; it may throw to stop that. */
export type ReportLoss = (loss: Loss) => void
