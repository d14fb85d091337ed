import type { Box } from '../../grid.ts'
import type { SheetCell } from '../sheet.ts'

/** Where the names of a table stand and where its values do. Rows and columns of the sheet, counting from 0. */
export type TableShape = {
  /** `columns`: the table lies on its side, its names stand in the first column and it has no header rows. */
  orientation: 'rows' | 'columns'
  headerRows: readonly number[]
  /**
   * The last of the header rows where it also heads the rows below it, as a group does: a row that fills the first column
   * only, under an empty corner. Its role is `group`, which counts more than its place in the header, and it can be a parent
   * of the first rows of data, though it stands above `dataTop`.
   */
  firstGroup: number | null
  /** Rows inside the data that say the last header row again: their role is `repeat_header`. */
  repeatedHeaders: readonly number[]
  /** Rows below the header. Those between the last header row and the bottom of the region, all included. */
  dataTop: number
  dataBottom: number
  columns: readonly ShapeColumn[]
  /** What the columns differ in, where the corner says so: `月` of `地域＼月`. */
  columnAxis?: string | null
  /** Columns whose cells name their row. */
  labelColumns: readonly number[]
  /**
   * Header and label cells that say which one and not what: the periods over a statement, the names in front of a list.
   * The other cells of the header say what is measured. So do the cells of label columns where none of them is an
   * attribute; beside a label column of attributes, another one is data about them.
   */
  attributes: readonly Box[]
  /** How often such a decision about the header is right. */
  confidence: number
  evidence: readonly string[]
}

export type ShapeColumn = {
  column: number
  /** The header cells above it from the top down, those of merged and spanning cells included. */
  path: readonly SheetCell[]
  /** As the table will call it; unique within the table. */
  name: string
  /** Taken off the name: `（千円）`. */
  unit: string | null
}
