/** What the values of a column look like. Values are canonical; long texts are cut. */
export type ColumnProfile = {
  columnId: number
  nullCount: number
  distinctCount: number
  /** False: estimated, to some percent. */
  isDistinctExact: boolean
  min: string | null
  max: string | null
  /** Of numbers. */
  mean: number | null
  stddev: number | null
  /** A quarter, half and three quarters of the way through the values in their order; null where none is meant. */
  quantiles: readonly (string | null)[] | null
  /** How many values lie in each of so many equal parts between the least and the greatest; null where none is meant. */
  histogram: readonly number[] | null
  topValues: readonly { value: string | null; count: number }[]
  /** Of texts, from here on. */
  minLength: number | null
  maxLength: number | null
  /** Texts of digits that begin with a zero: as numbers they would lose it. */
  leadingZeros: number | null
  patterns: readonly { pattern: string; count: number }[] | null
}

export type TableProfile = {
  version: number
  rowCount: number
  /** Quantiles, patterns and the choice of top values come from some of the rows; counts are of all. */
  isSampled: boolean
  columns: readonly ColumnProfile[]
}

const MOST_CHARACTERS = 40

/** Letters become A or a, digits 9, letters without case x; everything else stays. */
export function patternOf(text: string): string {
  const shown = text.slice(0, MOST_CHARACTERS).toWellFormed()
  return shown
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/[\p{Lo}\p{Lm}\p{Lt}]/gu, 'x')
    .replace(/\p{Nd}/gu, '9')
}
