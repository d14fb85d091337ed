import type { Measure } from '../fields/domain.ts'
import type { Line } from './cross-lines.ts'

/** A cross table before it is laid out. */
export type Cross = {
  rows: readonly Line[]
  columns: readonly Line[]
  /** What stands over the cells that name the rows. */
  corner: readonly (string | null)[]
  measure: Measure
  /** Columns that name the rows. Paths of rows stand in one, moved in, or each part in one of its own. */
  labelColumns: number
  /** How the upper words of a header reach over their columns. */
  header?: 'merged' | 'first' | 'repeated'
  /** Merged cells of the columns that name rows. */
  labelMerges?: boolean
  /** Figures that are texts: marks, shifts. */
  marks?: readonly string[]
  /** The innermost words of columns may stay columns: they are measures, or things and not times. */
  hasMeasures?: boolean
  id?: string
}
