import { createHmac } from 'node:crypto'
import type { BuiltSegment } from '../../builder/build-request.ts'
import type { CheckedCondition } from '../../expressions/checked-condition.ts'
import type {
  ColumnValues,
  CsvForm,
  Filter,
  FindRequest,
  FoundText,
  Position,
  TableProfile,
} from '../../reading/reader.ts'
import type { CitingCheck, PostgresShape, RowFormat, SqlParameters, SqlProblem } from '../../reading/sql-question.ts'
import type { MaskStyle } from '../../table/mask-style.ts'
import type { Cells } from '../../table/table.ts'
import type { TableForm } from './relation.ts'
import type { NamedColumn, ReadColumn, RunAnswer, RunCommand, WireColumn } from './run-protocol.ts'

/** What the node asks of an engine process, and what comes back. Types travel as text, values as canonical texts. */
export type EngineCommand =
  | ChangeCommand
  | ReadCommand
  | ProjectCommand
  | BuildNativeCommand
  | FilterCommand
  | StateCommand
  | StreamCommand
  | RunCommand
export type ReadCommand =
  | RowsCommand
  | MatchCommand
  | PageCommand
  | LinesCommand
  | ParquetCommand
  | ProfileCommand
  | ValuesCommand
  | FindCommand
/** Their answers come in parts of bytes. */
export type StreamCommand = SqlStreamCommand | ResultPageCommand
export type SqlStreamCommand = QueryCommand | ValidateCommand | RowsForPostgresCommand
export type EngineRequest = EngineCommand & { id: number }

/** Brings the engine from one state of the workbook to the next, in one transaction. */
export type ChangeCommand = {
  do: 'change'
  drops: readonly string[]
  loads: readonly TableLoad[]
  edits: readonly TableEdit[]
  /** The names under which users' SQL knows tables, where they have changed. */
  catalog?: readonly CatalogTable[]
}

/** A table as users' SQL sees it, held or not. */
export type CatalogTable = { name: string; key: string; columns: readonly NamedColumn[] }

export type TableLoad = {
  /** Names the table in this engine. */
  key: string
  version: number
  rowCount: number
  columns: readonly StoredColumn[]
  form: TableForm
  /** Parquet files in the input folder; of a native table its one file in the engine's own. */
  files: readonly string[]
  edits: readonly RowChange[]
  /** It stays as it is for the life of the process. */
  isFixed?: true
}

/** Leads a table that is held to a later version: columns come to it, then whole files of rows, then edits. */
export type TableEdit = {
  key: string
  version: number
  /** Null where some rows only are held: the process counts them, and passes over edits of others. */
  rowCount: number | null
  /** All that it then has. */
  columns: readonly StoredColumn[]
  newColumns: readonly StoredColumn[]
  /** Parquet files in the input folder. */
  newFiles: readonly string[]
  edits: readonly RowChange[]
}

export type StoredColumn = { id: number; type: string; initial: string | null }

/** All edits of a row in one: it is deleted, or stands there whole (absent cells are initial), or some cells changed. */
export type RowChange = [rowId: number, change: 'delete'] | [rowId: number, change: 'put' | 'patch', cells: Cells]

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
  /** Rows leave as bytes in this format; as canonical cells when left out. */
  encode?: PageEncoding
}

/** `names`: what the shown columns are called. */
export type PageEncoding = { format: RowFormat; names: readonly string[]; hasRowIds: boolean }

/** Rows from behind one on, as lines of a csv file: as many as are worth a question, in the order of their ids. */
export type LinesCommand = {
  do: 'lines'
  key: string
  columns: readonly ReadColumn[]
  /** The id of the row before the first. */
  after: number
  /** Ids stand in a last column of their own. */
  hasRowIds: boolean
  form: CsvForm
}

/** Rows as a Parquet file in the engine's own folder. `names`: what the columns are called in it. */
export type ParquetCommand = Pick<PageCommand, 'key' | 'columns' | 'known' | 'orderBy' | 'filter'> & {
  do: 'parquet'
  names: readonly string[]
  /** Ids stand in a last column of their own. */
  hasRowIds: boolean
  file: string
}

/** What the values of these columns look like. None of them is masked. */
export type ProfileCommand = { do: 'profile'; key: string; columns: readonly ReadColumn[] }

/** The values of a column and how often each occurs. It is not masked. */
export type ValuesCommand = {
  do: 'values'
  key: string
  column: ReadColumn
  /** Everything the filter names. */
  known: readonly ReadColumn[]
  filter: Filter | null
  search: string | null
  limit: number
}

/** The next row in which one of these columns shows a text. None of them is masked. */
export type FindCommand = Omit<FindRequest, 'columnIds'> & {
  do: 'find'
  key: string
  sought: readonly ReadColumn[]
  /** Everything the order and the filter name. */
  known: readonly ReadColumn[]
}

/** Copies a segment without what may not be seen. Asked only of processes that do nothing else. */
export type ProjectCommand = {
  do: 'project'
  from: string
  to: string
  columns: readonly StoredColumn[]
  maskedColumns: readonly MaskedColumn[]
}

/** Writes a table as a native file into the own folder. Asked only of processes that do nothing else. */
export type BuildNativeCommand = {
  do: 'build-native'
  load: TableLoad
  maskedColumns: readonly MaskedColumn[]
  to: string
}

/**
 * Writes those rows of a table for which a condition is true as a file of the own folder, with the columns that may be seen. Asked only of
 * processes that do nothing else: the load is of the whole table.
 */
export type FilterCommand = {
  do: 'filter'
  load: TableLoad
  where: CheckedCondition
  columns: readonly StoredColumn[]
  maskedColumns: readonly MaskedColumn[]
  to: string
}

/** SQL of a user. */
type SqlCommand = { sql: string; parameters: SqlParameters }
export type QueryCommand = SqlCommand & {
  do: 'query'
  format: RowFormat
  pageRows: number
  maxRows: number
  keepAs: string
}
/** Its parameters may be left out: then it is planned for values of any kind, and their types are reported. */
export type ValidateCommand = SqlCommand & { do: 'validate'; isForPostgres?: true; isCited?: true }
/** All rows as messages of PostgreSQL's protocol; nothing is kept. `binary`: of all columns, or of each. */
export type RowsForPostgresCommand = SqlCommand & { do: 'postgres-rows'; binary: readonly boolean[] }

/** Rows of a result that was kept: a file in the input folder, or the bytes that come with the command. */
export type ResultPageCommand = {
  do: 'result-page'
  file: string | null
  columns: readonly WireColumn[]
  offset: number
  limit: number
  format: RowFormat
}

/** Something about a command that is under way: more of its parts may come, or it is not wanted any more. */
export type FlowCommand = { do: 'more' | 'cancel'; of: number }

/** What the engine holds, in one snapshot. */
export type StateCommand = { do: 'state' }
export type HeldState = { key: string; form: TableForm; version: number; rowCount: number; columns: readonly string[] }

/** A row as it leaves the engine. */
export type EncodedRow = [rowId: number, ...cells: (string | null)[]]

/** Rows come in parts before the answer that ends them; `again`: those sent so far do not count. */
export type EngineAnswer =
  | { id: number; rows: readonly EncodedRow[] }
  | { id: number; again: true }
  | { id: number; head: ResultHead }
  /** Bytes of the page, or of what is kept: they come behind this. */
  | { id: number; bytes: 'page' | 'kept' }
  | { id: number; done: EngineResult }
  | { id: number; failed: EngineFailure; message: string; problem?: SqlProblem }

export type EngineResult = {
  version: number
  next?: Position | null
  count?: number | null
  pageRows?: number
  rowIds?: readonly (readonly number[])[]
  tables?: readonly HeldState[]
  profile?: TableProfile
  values?: Omit<ColumnValues, 'version'>
  found?: Omit<FoundText, 'version'>
  run?: RunAnswer
  segments?: readonly BuiltSegment[]
  /** Keys of tables that must be brought in first. */
  needed?: readonly string[]
  result?: ResultSize
}

/** What is known of a result before its rows are. */
export type ResultHead = {
  columns: readonly WireColumn[]
  tables: readonly { key: string; version: number }[]
  /** For questions of PostgreSQL's protocol. */
  postgres?: PostgresShape
  /** Where it was asked for. */
  citing?: CitingCheck['citing']
}
/** `file`: what is kept is there, in the engine's own folder. */
export type ResultSize = { rowCount: number; isTruncated: boolean; pageRows: number; file: string | null }

/**
 * `corrupt`: an edit of a row that is not there. `memory`: DuckDB ran out of it. `too_large`: the answer passes the cap.
 * `file`: an input file cannot be read. `refused`: the SQL cannot be run, and `problem` says why.
 */
export type EngineFailure = 'corrupt' | 'memory' | 'too_large' | 'file' | 'failed' | 'refused' | 'cancelled' | 'late'

/**
 * A column that an engine holds under a style only: what it really is, for the process that makes the copies. No engine that runs SQL
 * of users gets it. `key`: of the hash, in hex.
 */
export type MaskedColumn = { id: number; style: MaskStyle; type: string; initial: string | null; key: string }

/** 128 bits: two values with the same hash cannot be found. */
export const HASH_CHARACTERS = 32
/** Of a shorter text the last four would tell too much. */
export const LEAST_CHARACTERS = 8
export const SHOWN_CHARACTERS = 4

/** A canonical text as a masked column shows it; the same as its SQL makes of the value. */
export function maskText(maskedColumn: MaskedColumn, text: string): string | null {
  switch (maskedColumn.style) {
    case 'hash':
      return createHmac('sha256', Buffer.from(maskedColumn.key, 'hex'))
        .update(hashedText(maskedColumn.type, text))
        .digest('hex')
        .slice(0, HASH_CHARACTERS)
    case 'last4':
      return lastFour(maskedColumn.type === 'VARCHAR' ? text : text.replace('-', ''))
    case 'year':
      return `${yearOf(text)}-01-01${maskedColumn.type === 'DATE' ? '' : ' 00:00:00'}${maskedColumn.type === 'TIMESTAMPTZ' ? '+00' : ''}`
  }
}

/** What is hashed: the text, but of numbers something that DuckDB says in the same way. */
function hashedText(type: string, text: string): string {
  if (type === 'DOUBLE') return bitsOf(Number(text))
  return type.startsWith('DECIMAL') ? text.replace(/^(-?)0\./, '$1.') : text
}

/** -0 equals 0. */
function bitsOf(number: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  return bytes.readBigUInt64BE().toString(2).padStart(64, '0')
}

function lastFour(text: string): string | null {
  const characters = [...text]
  return characters.length < LEAST_CHARACTERS ? null : characters.slice(-SHOWN_CHARACTERS).join('')
}

/** Before year 1 it has a sign. */
const yearOf = (text: string) => text.slice(0, text.indexOf('-', 1))
