import type { Cell, Formula } from '../cell.ts'
import type { Box, Grid } from '../grid.ts'
import type { CellStyle } from '../styles.ts'
import type { Value } from './values/value.ts'

/** A sheet as structuring looks at it: every cell that holds something, with what it seems to mean. */
export type Sheet = {
  name: string
  /** Without its ending: a hint for titles and periods. */
  fileName: string
  /** The smallest box around all cells that hold something. */
  box: Box
  cells: readonly SheetCell[]
  /** Undefined where nothing stands. Covered cells of a merged area hold nothing. */
  cellAt(row: number, column: number): SheetCell | undefined
  /** The style of any cell, also of an empty one. */
  styleAt(row: number, column: number): CellStyle
  /** The merged area a cell is part of. */
  mergeAt(row: number, column: number): Box | null
  /** What the file itself says about the sheet. A delimited file says nothing. */
  grid: Grid
  /** All cells are texts, since the file has no other kind. */
  isUntyped: boolean
}

/** Rows and columns count from 0. */
export type SheetCell = {
  row: number
  column: number
  cell: Cell
  style: CellStyle
  formula: Formula | null
  /** As people read it: NFKC, without surrounding spaces, line breaks as spaces. */
  text: string
  /** How far it is moved in: the format's indent plus the spaces before the text. */
  indent: number
  value: Value
}
