import type { Readable } from 'node:stream'
import type { CsvOptions } from '@bindery-data/spreadsheet/write/write-csv.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import type { SentQuestion } from '../../core/tables/rows/row-question.ts'
import type { PageRequest } from '../../engine/reading/reader.ts'
import type { ReadableColumn, ReadableTable } from '../../engine/table/readable-table.ts'
import type { FileFormat } from '../branches/branch.ts'

/** What a table can be downloaded as; a branch comes back as one of the first two. */
export type ExportFormat = FileFormat | 'parquet'

/** What a caller wants to have as a file. */
export type RequestedExport = {
  /** Names or ids; null: every active table. */
  tables: readonly string[] | null
  format: ExportFormat
  /** Of one table: which rows and columns go out, and in which order. */
  rows: SentQuestion | null
  /** One file for each value of a column. */
  split: SplitRequest | null
  includesRowIds: boolean
  recordsBranch: boolean
  /** Formulas of the files that tables were read from are written again. */
  preservesFormulas: boolean
  filename: string | null
  asOf: string | undefined
  csv: CsvOptions
  actor: string | null
}

/** `column`: by name. Tables without it go whole into every file, and do not come back, or are left out. */
export type SplitRequest = { column: string; includesOthers: boolean }

/** A table on its way into a file: answered from one version, with those of the columns its reader may see that were asked for. */
export type ExportedTable = Pick<PageRequest, 'orderBy' | 'filter'> & {
  opened: OpenedTable
  table: ReadableTable
  columns: readonly ReadableColumn[]
}

/** `skipped`: tables that were not named and cannot be sent as they were wished for. */
export type OpenedExport = { policyEpoch: number; tables: readonly ExportedTable[]; skipped: readonly string[] }

/** All rows, in the order of their ids. */
export const isWhole = ({ orderBy, filter }: ExportedTable) => orderBy.length === 0 && filter === null

/** A file that is being made, and what is known of it before its first byte. */
export type Export = {
  filename: string
  contentType: string
  bytes: Readable
  tables: readonly ExportedTable[]
  /** Derived tables that a branch of the whole workbook leaves out. */
  skipped: readonly string[]
  branchId: string | null
  /** How many files a zip file holds, each a branch of its own; null where it was not split. */
  parts: number | null
  /** Cells that hold a formula, and cells that held one in the file they are from and go out as values. */
  formulas: { written: number; dropped: number }
  /** Admins of the workbook learn which columns are missing; others only how many. */
  namesDenied: boolean
}

/** What a sheet has room for, below its header. */
export const MOST_SHEET_ROWS = 1_048_575

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PARQUET_TYPE = 'application/vnd.apache.parquet'
const CHARSETS = { 'utf-8': 'utf-8', 'utf-8-bom': 'utf-8', cp932: 'Shift_JIS' } as const

export function contentTypeOf({ format, csv }: RequestedExport, tables: number): string {
  if (format === 'xlsx') return XLSX_TYPE
  if (tables > 1) return 'application/zip'
  return format === 'parquet' ? PARQUET_TYPE : `text/csv; charset=${CHARSETS[csv.encoding]}`
}

const MOST_FILENAME_CHARACTERS = 200

/** As asked for, or after the one table it holds, or after the workbook; with the ending that its content has. */
export function filenameOf({ format, filename }: RequestedExport, tables: readonly string[], title: string): string {
  const ending = format !== 'xlsx' && tables.length > 1 ? '.zip' : `.${format}`
  const wished = (filename ?? (tables.length === 1 ? (tables[0] ?? title) : title)).normalize('NFC')
  const stem = wished.toLowerCase().endsWith(ending) ? wished.slice(0, -ending.length) : wished
  return `${legalStem(stem)}${ending}`
}

/** Of the files in a zip file, each different from the others. */
export function memberNames(tables: readonly string[], ending: string): string[] {
  const taken = new Set<string>()
  return tables.map((table) => {
    const stem = legalStem(table)
    let name = stem
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}`
    taken.add(name.toLowerCase())
    return `${name}${ending}`
  })
}

/** What every system takes for the name of a file. */
export function legalStem(wished: string): string {
  const legal = wished.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').trim()
  return [...(legal === '' ? 'export' : legal)].slice(0, MOST_FILENAME_CHARACTERS).join('')
}
