import type { Output } from '../../parse-spec/parse-spec.ts'

/** A table that came out of a sheet, small enough to be held. */
export type MadeTable = Output & {
  regionId: string | null
  columns: readonly MadeColumn[]
  rows: readonly (readonly MadeCell[])[]
}

export type MadeColumn = {
  name: string
  type: string
  format: string | null
  /** What the column holds is worked out from the sheet (the year of a month) and written nowhere on it. */
  isDerived?: true
}

/** A value in its canonical text, and the cell of the sheet it was read from; null where no single one was. */
export type MadeCell = {
  text: string | null
  from: { row: number; column: number } | null
  /** What it was put together from, where that is more than one cell. */
  parts?: readonly MadeCell[]
}
