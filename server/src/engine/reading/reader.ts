import type { ReadableTable } from '../table/readable-table.ts'
import type { Cells, Edit } from '../table/table.ts'
import type { RowFormat } from './sql-question.ts'

/**
 * How table data is read. Every question names a ReadableTable: its version, and the columns its reader may see.
 *
 * A question about a current table is answered from the newest state of the whole workbook that the engine has, at
 * least the one the table was opened at, so that every acknowledged write is seen. That may be a later version than the
 * table's: the answer says which. A write prepared on the answer must name that `version` as the one it read.
 * A table opened with `isPast` is answered from exactly its version.
 */
export type Reader = {
  /** The asked cells of these rows, canonical; a row that is not there is not in the answer. Masked cells are null. */
  rowsById(table: ReadableTable, rowIds: readonly number[], columnIds: readonly number[]): Promise<FoundRows>
  /** For each list of values, the rows that hold them in these columns, at most 100. NULL equals nothing. */
  matchRows(
    table: ReadableTable,
    columnIds: readonly number[],
    values: readonly (readonly (string | null)[])[],
  ): Promise<MatchedRows>
  page(table: ReadableTable, request: PageRequest): Promise<RowPage>
  /** The same as bytes, in the format in which rows leave the service. Of `columnIds` none comes twice. */
  encodedPage(table: ReadableTable, request: PageRequest, format: RowFormat, hasRowIds: boolean): Promise<EncodedPage>
  /** Rows from behind one on, in the order of their ids, as lines of a csv file: as many as are worth a question. */
  csvLines(table: ReadableTable, request: LinesRequest): Promise<CsvLines>
  /** Rows as one Parquet file on this node, until it is released. Masked columns are NULLs there too. */
  parquetFile(table: ReadableTable, request: FileRequest): Promise<TableFile>
  /** What the values of these columns look like. A masked column may not be asked for. */
  profile(table: ReadableTable, columnIds: readonly number[]): Promise<TableProfile>
  /** The values of a column and how often each occurs, the most frequent first. A masked column may not be asked for. */
  values(table: ReadableTable, request: ValuesRequest): Promise<ColumnValues>
  /** How many rows show a text, and the first behind a position, or the last up to it. Masked columns may not be searched. */
  find(table: ReadableTable, request: FindRequest): Promise<FoundText>
  /** Rows that this node has just committed: what it keeps of the table follows at once. */
  follow(committed: CommittedRows): void
  /** Starts what waits for the first read. */
  warm(): void
  /** Throws when this node cannot read, and says what to do. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What the version after the one before changed. */
export type CommittedRows = { tableId: string; version: number; rowCount: number; edits: readonly Edit[] }

export type FoundRows = { version: number; rows: Map<number, Cells> }
export type MatchedRows = { version: number; rowIds: number[][] }

export type PageRequest = {
  columnIds: readonly number[]
  limit: number
  /** Where the page before ended, or how many rows to pass over. */
  start: { after: Position } | { offset: number }
  /** Row id order when empty. NULLs last, both ways; text by its bytes; ties by row id. */
  orderBy: readonly { columnId: number; isDescending: boolean }[]
  filter: Filter | null
  /** Count all rows that match the filter; without one the table knows. */
  isCounted: boolean
}

/** The last row of a page: its values in the order's columns, and its id. */
export type Position = { values: readonly (string | null)[]; rowId: number }

export type RowPage = {
  version: number
  rows: { rowId: number; cells: readonly (string | null)[] }[]
  /** Where the next page begins; null when this was the last. */
  next: Position | null
  count: number | null
}

/** `rows`: a JSON array, lines of JSON, or a stream of Arrow. */
export type EncodedPage = Omit<RowPage, 'rows'> & { rows: Buffer; pageRows: number }

/** `after`: the id of the row before the first. With `hasRowIds` ids stand in a last column of their own. */
export type LinesRequest = { columnIds: readonly number[]; after: number; hasRowIds: boolean; form: CsvForm }

/** Which columns and rows a file has, and in which order. With `hasRowIds` ids stand in a last column of their own. */
export type FileRequest = Pick<PageRequest, 'columnIds' | 'orderBy' | 'filter'> & { hasRowIds: boolean }

export type TableFile = { path: string; release: () => Promise<void> }

/** `parts`: whole lines in UTF-8. `next`: the last row of these when there are more behind it. */
export type CsvLines = { parts: readonly Buffer[]; next: number | null }

/** Comparisons are SQL's: one with NULL is neither true nor false, and a NULL in a list is passed over. Values are canonical. A masked column reads as NULL here too. */
export type Filter =
  | { and: readonly Filter[] }
  | { or: readonly Filter[] }
  | { not: Filter }
  | { columnId: number; op: '=' | '!=' | '<' | '<=' | '>' | '>='; value: string | null }
  | { columnId: number; op: 'in' | 'not_in'; values: readonly (string | null)[] }
  | { columnId: number; op: 'contains' | 'starts_with'; value: string }
  | { columnId: number; op: 'is_null' | 'not_null' }
  /** The row at the position, and those before it in this order. */
  | { upTo: Position; orderBy: PageRequest['orderBy'] }

/** Of rows that pass the filter; `search`: only values that show this text, in letters of either case. */
export type ValuesRequest = { columnId: number; filter: Filter | null; search: string | null; limit: number }

/** `columnIds`: where the text is looked for, in letters of either case. Without a position from the first row, or backwards from the last. */
export type FindRequest = Pick<PageRequest, 'columnIds' | 'orderBy' | 'filter'> & {
  text: string
  after: Position | null
  isBackward: boolean
}

export type FoundText = {
  version: number
  /** Rows that show it. */
  count: number
  /** Those of them up to the position. */
  passed: number
  match: Position | null
}

export type ColumnValues = {
  version: number
  values: readonly { value: string | null; count: number }[]
  /** How many different values there are, NULL being one. */
  distinctCount: number
  /** False: there are too many to count. Their number is estimated to some percent, and the values are some of them. */
  isExact: boolean
}

export type Rows = RowPage['rows']

const PAGE_ROWS = 10_000

/** Which rows are read one page after the other, and in which order; `first` is how many the first page has. */
export type RowsRun = Partial<Pick<PageRequest, 'orderBy' | 'filter'>> & { first?: number }

/**
 * All rows of a table in bundles, in the order of their ids unless another is asked for. The table is of the past, or frozen: pages
 * of one that is led on meanwhile would not fit together.
 */
export async function* readAllRows(
  reader: Reader,
  table: ReadableTable,
  columnIds: readonly number[],
  { first = PAGE_ROWS, orderBy = [], filter = null }: RowsRun = {},
): AsyncGenerator<Rows> {
  const whole = { columnIds, orderBy, filter, isCounted: false }
  let start: PageRequest['start'] | null = firstStart(orderBy)
  for (let limit = first; start; limit = PAGE_ROWS) {
    const { rows, next }: RowPage = await reader.page(table, { ...whole, limit, start })
    yield rows
    start = next && { after: next }
  }
}

/** Before the first row. In an order of values no position stands there. */
export const firstStart = (orderBy: PageRequest['orderBy']): PageRequest['start'] =>
  orderBy.length > 0 ? { offset: 0 } : { after: { values: [], rowId: 0 } }

/** How the lines of a csv file are written. */
export type CsvForm = {
  /** One character of ASCII. */
  delimiter: string
  /** What stands for a cell without a value. */
  nullValue: string
  lineEnd: string
  /** What a program would compute gets an apostrophe before it: `markFormulas` says where. */
  escapesFormulas: boolean
}

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
