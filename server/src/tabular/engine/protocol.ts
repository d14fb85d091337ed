import type { Filter, Position } from '../reader.ts'
import type { Cells } from '../table.ts'

/** What the node asks of an engine process, and what comes back. Types travel as text, values as canonical texts. */
export type EngineCommand = ChangeCommand | ReadCommand | ProjectCommand | StateCommand
export type ReadCommand = RowsCommand | MatchCommand | PageCommand
export type EngineRequest = EngineCommand & { id: number }

/** Brings the engine from one state of the workbook to the next, in one transaction. */
export type ChangeCommand = {
  do: 'change'
  drops: readonly string[]
  loads: readonly TableLoad[]
  edits: readonly TableEdit[]
}

export type TableLoad = {
  /** Physical name of the table. */
  key: string
  version: number
  rowCount: number
  columns: readonly StoredColumn[]
  /** Names of Parquet files in the input folder. */
  files: readonly string[]
  /** Small tables are copied into memory, larger ones read from their files with edits laid over them. */
  isInMemory: boolean
  edits: readonly RowChange[]
}

export type TableEdit = {
  key: string
  version: number
  rowCount: number
  columns: readonly StoredColumn[]
  isInMemory: boolean
  edits: readonly RowChange[]
}

export type StoredColumn = { id: number; type: string; initial: string | null }

/** All edits of a row in one: it is deleted, or stands there whole (absent cells are initial), or some cells changed. */
export type RowChange = [rowId: number, change: 'delete'] | [rowId: number, change: 'put' | 'patch', cells: Cells]

/** A column as it is read; a masked one is NULL everywhere. */
export type ReadColumn = { id: number; type: string; isMasked: boolean }

export type RowsCommand = { do: 'rows'; key: string; rowIds: readonly number[]; columns: readonly ReadColumn[] }

export type MatchCommand = {
  do: 'match'
  key: string
  columns: readonly ReadColumn[]
  values: readonly (readonly (string | null)[])[]
}

export type PageCommand = {
  do: 'page'
  key: string
  /** What is shown. */
  columns: readonly ReadColumn[]
  /** Everything the order and the filter name. */
  known: readonly ReadColumn[]
  limit: number
  start: { after: Position } | { offset: number }
  orderBy: readonly { columnId: number; isDescending: boolean }[]
  filter: Filter | null
  isCounted: boolean
}

/** Copies a segment without what may not be seen. Asked only of processes that do nothing else. */
export type ProjectCommand = { do: 'project'; from: string; to: string; columns: readonly StoredColumn[] }

/** What the engine holds, in one snapshot. */
export type StateCommand = { do: 'state' }
export type HeldState = { key: string; version: number; rowCount: number; columns: readonly string[] }

/** A row as it leaves the engine. */
export type EncodedRow = [rowId: number, ...cells: (string | null)[]]

/** Rows come in parts before the answer that ends them; `again`: those sent so far do not count. */
export type EngineAnswer =
  | { id: number; rows: readonly EncodedRow[] }
  | { id: number; again: true }
  | { id: number; done: EngineResult }
  | { id: number; failed: EngineFailure; message: string }

export type EngineResult = {
  version: number
  next?: Position | null
  count?: number | null
  rowIds?: readonly (readonly number[])[]
  tables?: readonly HeldState[]
}

/**
 * `corrupt`: an edit of a row that is not there. `memory`: DuckDB ran out of it. `too_large`: the answer passes the cap.
 * `file`: an input file cannot be read.
 */
export type EngineFailure = 'corrupt' | 'memory' | 'too_large' | 'file' | 'failed'
