import type { KeptRun } from '../../../engine/builder/build-request.ts'
import type { CellOrigins } from '../../../engine/loader/cell-origins.ts'

/** Where the values of some columns stood, by the ids these columns had first; null: that column was left out. */
export type ColumnOrigins = {
  columnIds: readonly (number | null)[]
  cells: CellOrigins
  /** Each column is another cell of a form. */
  isForm?: boolean
}

/**
 * Rows that came together out of one sheet. `kept`: those that were there before, and have the ids they had instead of those that were
 * reserved for them; read back, rows stand under the ids they have.
 */
export type RowsOrigin = {
  tableId: string
  firstRowId: number
  rowCount: number
  sourceId: string
  revision: number
  sheet: string
  columns: ColumnOrigins
  kept?: readonly KeptRun[]
}
