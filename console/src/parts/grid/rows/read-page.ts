import type { Cell } from '@bindery-data/sdk'

/** A row as it stood at a version of its table; rows of a result have no id. */
export type LoadedRow = { rowId: number | null; cells: Readonly<Record<string, Cell>>; version: number }

/** `format`: how its values are shown, as a spreadsheet writes formats. `unit`: what its numbers count. */
export type GridColumn = {
  name: string
  type: string
  masked: boolean
  description?: string | null
  format?: string | null
  unit?: string | undefined
}

export type ReadPage = {
  rows: readonly LoadedRow[]
  columns: readonly GridColumn[]
  /** Null when it was not asked for. */
  rowCount: number | null
  version: number
}

/** Reads `limit` rows from `offset` on; rows are counted once for each question, for that may cost more than the page. */
export type PageReader = (page: {
  offset: number
  limit: number
  isCounted: boolean
  signal: AbortSignal
}) => Promise<ReadPage>
