import type { ColumnType } from '../table/column-type.ts'
import type { ReadableTable } from '../table/readable-table.ts'

/** A question in SQL about the tables of a workbook. */
export type SqlQuestion = {
  workbookId: string
  /** The workbook's edit_seq that the answer is of, or of a later one: an engine that is behind it must catch up first. */
  editSeq: number
  /**
   * Every table the SQL may name, as it is named in that cut, with the columns its asker may see. Their names differ in more than
   * the case of ASCII letters: DuckDB could not tell them apart. What an engine has worked out for a list it finds again by that list.
   */
  tables: readonly ReadableTable[]
  /** The snapshot these tables are of; null for the workbook as it is now. */
  snapshotId: string | null
  sql: string
  parameters: SqlParameters
}

/** For `?` in their order, or for `$name` by name. */
export type SqlParameters = readonly SqlParameter[] | Readonly<Record<string, SqlParameter>>
export type SqlParameter = string | number | boolean | null

/** How rows leave the engine. */
export type RowFormat = { format: 'json' | 'ndjson' | 'arrow'; shape: 'objects' | 'arrays' }

export type SqlRun = {
  format: RowFormat
  /** Rows of the first page, which is sent while the query runs. */
  pageRows: number
  /** Rows that are kept of the result. */
  maxRows: number
  timeoutMs: number
  /** Aborted when the caller no longer waits for the answer: the query ends, also before its first rows. */
  signal?: AbortSignal
}

export type ResultColumn = { name: string; type: ColumnType }

/** A table the SQL named, and its version in the answer. */
export type UsedTable = { tableId: string; version: number }

export type SqlAnswer = {
  columns: readonly ResultColumn[]
  tables: readonly UsedTable[]
  /** The first page, in its format, as it comes. A caller that stops taking it ends the query. */
  page: AsyncIterable<Buffer>
  /** Settles when the query is through, and after the page was taken. */
  end: Promise<SqlEnd>
}

export type SqlEnd = {
  rowCount: number
  /** There were more rows than are kept. */
  isTruncated: boolean
  pageRows: number
  kept: KeptRows
}

/** All rows of a result: small ones as bytes, larger ones as a file on this node, until it is released. */
export type KeptRows = { bytes: Buffer } | { file: string; sizeBytes: number; release: () => Promise<void> }

/** What is wrong with a user's SQL, in words that help to mend it. Lines and columns count from 1. */
export type SqlProblem = {
  code: 'invalid_sql' | 'not_read_only'
  message: string
  line: number | null
  column: number | null
  suggestion?: string
  unknownTable?: string
  unknownColumn?: string
}

/** The SQL cannot be run, and it is for its author to say why. */
export class SqlRefused extends Error {
  readonly problem: SqlProblem

  constructor(problem: SqlProblem) {
    super(problem.message)
    this.problem = problem
  }
}

export type SqlCheck = { columns: readonly ResultColumn[]; tables: readonly UsedTable[] } | { problem: SqlProblem }

/** Why the rows of an answer cannot be cited one by one. */
export type NotCited = 'join' | 'subquery' | 'set_operation' | 'distinct' | 'window' | 'other'

/** `isValue`: the column itself; else something that was made of these columns. */
export type CitedColumn = { from: readonly string[]; isValue: boolean }

/**
 * The same SELECT over one table with the rows it was made of in further columns: the row id, or grouped a list of the first ids and
 * how many there are.
 */
export type CitingStatement = { sql: string; columns: readonly CitedColumn[]; isGrouped: boolean }

export type CitingCheck = { tables: readonly UsedTable[]; citing: CitingStatement | { not: NotCited } }

/** A result that was kept, as it was kept: its bytes, or a file of these bytes on this node. */
export type KeptSource = { bytes: Buffer } | { file: string }

export type ResultPageRequest = {
  workbookId: string
  columns: readonly ResultColumn[]
  kept: KeptSource
  offset: number
  limit: number
  format: RowFormat
}

/** Rows of a result; a page ends early rather than grow too large. */
export type ResultRows = { page: AsyncIterable<Buffer>; pageRows: Promise<number> }

/** `parameters`: the types of `$1`, `$2` and so on, 0 where any would do. */
export type PostgresShape = { columns: readonly PostgresColumn[]; parameters: readonly number[] }
/** `oid`: of the type in PostgreSQL. `modifier`: its digits, where it has such. */
export type PostgresColumn = { name: string; oid: number; modifier: number }

/** A statement of a client of PostgreSQL's protocol. `binary`: the form of all columns, or of each. */
export type PostgresRun = { binary: readonly boolean[]; timeoutMs: number; signal?: AbortSignal }

export type PostgresAnswer = {
  columns: readonly PostgresColumn[]
  tables: readonly UsedTable[]
  /** Messages of the protocol, one for each row, as they come. A caller that stops taking them ends the query. */
  rows: AsyncIterable<Buffer>
  /** How many rows there were. */
  end: Promise<number>
}

/** How SQL of users is run: in the engine of their workbook, on what they may see. */
export type SqlReader = {
  /** All rows in the form of PostgreSQL's protocol; nothing is kept. Throws SqlRefused. */
  postgresRows(question: SqlQuestion, run: PostgresRun): Promise<PostgresAnswer>
  /** Plans without values of parameters. Throws SqlRefused. */
  postgresShape(question: Omit<SqlQuestion, 'parameters'>): Promise<PostgresShape>
  /** Resolves when the first rows are there. Throws SqlRefused. */
  query(question: SqlQuestion, run: SqlRun): Promise<SqlAnswer>
  /** Parses and plans without running. */
  validate(question: SqlQuestion): Promise<SqlCheck>
  /** How the rows of an answer are found that it is made of. Throws SqlRefused. */
  citing(question: SqlQuestion): Promise<CitingCheck>
  /** Rows of a kept result, in any format. */
  resultPage(request: ResultPageRequest): Promise<ResultRows>
}
