import type { ColumnWarning } from '../values/column-warnings.ts'

/**
 * What of the remarks on the values of a column is a doubt. A warning names a fault; what went right and lost nothing is said
 * by the type of the column and its evidence. Codes of one length that keep their zeros are what they should be, and a column of
 * words and figures in earnest is a text column.
 */
export const columnDoubts = (areOfOneLength: boolean, remarks: readonly ColumnWarning[]): ColumnWarning[] =>
  remarks.filter(({ code }) => {
    if (code === 'leading_zero_kept_as_text') return !areOfOneLength
    return code !== 'mixed_types'
  })
