import type { ColumnWarning } from '../values/column-warnings.ts'
import type { SheetCell } from './sheet.ts'

/**
 * What of the remarks on the values of a column is a doubt. A warning names a fault; what went right and lost nothing is said
 * by the type of the column and its evidence. Codes of one length that keep their zeros are what they should be, and a column of
 * words and figures in earnest is a text column.
 */
export const columnDoubts = (cells: readonly SheetCell[], remarks: readonly ColumnWarning[]): ColumnWarning[] =>
  remarks.filter(({ code }) => {
    if (code === 'leading_zero_kept_as_text') return !areOfOneLength(cells)
    return code !== 'mixed_types'
  })

const areOfOneLength = (cells: readonly SheetCell[]) =>
  new Set(cells.filter(({ value }) => value.kind !== 'absent').map(({ text }) => text.length)).size <= 1
