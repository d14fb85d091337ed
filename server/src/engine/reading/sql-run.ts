import type { BuiltSegment, SegmentLimits } from '../builder/build-request.ts'
import type { ContentPlan, FoldedRows } from '../table/content.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { Cells } from '../table/table.ts'
import type { ResultColumn } from './sql-question.ts'

/** A table that a run reads, under the name its SQL calls it by. */
export type RunInput = {
  name: string
  table: ReadableTable
  /** How many column ids the table has ever given. */
  columnIdsGiven: number
  /** What it will hold once the commit that this run is a part of is through; what it holds at its version when left out. */
  content?: ContentPlan
}

/** What the output holds from the run before, as the transform made it: `made` lies under what people wrote over it. */
export type PreviousRows = { table: ReadableTable; columnIdsGiven: number; made: ReadonlyMap<number, Cells> }

/** The rows of an input that have changed since the run before, and what makes them again what they were then. */
export type ChangedRows = { rowIds: readonly number[]; back: FoldedRows }

export type RunQuestion = {
  workbookId: string
  sql: string
  inputs: readonly RunInput[]
  previous: PreviousRows | null
  /** Of a transform with one input, where it is known: if the rest of the rows need not be looked at, they are not. */
  changed?: ChangedRows | null
  /** Columns by which rows are found again; none: by all their values. */
  keyColumns: readonly string[]
  timeoutMs: number
}

/** A column of an input, by its origin. */
export type ColumnSource = { tableId: string; origin: number }

/**
 * What a column of the output is made `from`, and what is `deciding` which rows there are. Not exact where it cannot be
 * known: then both are everything the SQL might read.
 */
export type Dependency = {
  column: string
  from: readonly ColumnSource[]
  deciding: readonly ColumnSource[]
  isExact: boolean
  /** Every row is made from one row of one table, and this column repeats the one it is made from. */
  isCopy?: true
}

/** SQL that has run: its rows lie in a file, and are waiting for their ids. */
export type SqlRun = {
  columns: readonly ResultColumn[]
  dependencies: readonly Dependency[]
  rowCount: number
  /** Rows that are not found in what was there before. */
  newRows: number
  /** Gives new rows the ids after `idsAfter`, and writes all of them as segments into `folder`. */
  write(numbering: Numbering): Promise<BuiltSegment[]>
  /** Cells of rows, by id, as they were written. Columns by their ids. */
  cellsOf(rowIds: readonly number[]): Promise<ReadonlyMap<number, Cells>>
  folder: string
}

/** What becomes of a row of the output: its cells in the order of the columns, now and before. `rowId` is null of a new one. */
export type PatchedRow = {
  op: 'I' | 'U' | 'D'
  rowId: number | null
  now: readonly (string | null)[]
  before: readonly (string | null)[]
}

/** SQL that has run over the changed rows alone. New rows come in the order of the rows they are made from. */
export type PatchRun = Pick<SqlRun, 'columns' | 'dependencies'> & { rows: readonly PatchedRow[] }

/** `columnIds`: the ids of the columns, in their order. */
export type Numbering = { columnIds: readonly number[]; idsAfter: number; limits: SegmentLimits }

/** Runs the SQL of transforms, each in a process of its own that sees its inputs and nothing else. */
export type SqlRunner = {
  /** Plans and does not run. Throws SqlRefused. */
  plan(question: Omit<RunQuestion, 'previous'>): Promise<Pick<SqlRun, 'columns' | 'dependencies'>>
  /** Throws SqlRefused. The process ends with the work. */
  run<T>(question: RunQuestion, work: (run: SqlRun | PatchRun) => Promise<T>): Promise<T>
}
