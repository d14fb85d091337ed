import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { TrueFact } from '../truth.ts'
import type { BlockCell } from './block.ts'
import type { ListData } from './list-data.ts'
import type { Maker } from './maker.ts'
import type { Spelling } from './spell-cell.ts'

export type ListLayout = {
  /** The column whose labels stand on lines of their own above their records. The records are sorted by it. */
  banner?: number
  /** Columns whose label is written once for several records, and how the others are left. */
  once?: { columns: readonly number[]; as: 'merged' | 'gaps' | 'ditto' }
  /** A computed row behind each group of records with the same label in this column. */
  subtotalBy?: number
  totals?: readonly ('sum' | 'average' | 'highest' | 'lowest')[]
  /** Computed rows stand above the records. */
  totalsFirst?: boolean
  /** An empty row before the totals. */
  hasTotalGap?: boolean
  /** Units in a row of their own, or behind the names. */
  units?: 'row' | 'behind'
  hasNoHeader?: boolean
  /** The header again after so many records. */
  headerEvery?: number
  /** An empty row after so many records. */
  gapEvery?: number
  /** Each record in two lines: so many columns in the first. */
  firstLine?: number
  id?: string
}

/** A list while it is laid out. */
export type ListPage = {
  maker: Maker
  data: ListData
  layout: ListLayout
  /** Columns that are written, by their place in the data. */
  shown: readonly number[]
  spelling: Spelling
  cells: BlockCell[]
  merges: Box[]
  totals: TrueFact[]
  row: number
}
