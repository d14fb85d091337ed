import type { ReturnedCell, ReturnedRow } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { legalSheetNames } from '@bindery-data/spreadsheet/write/sheet-names.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { Branch } from './branch.ts'
import { branchMark } from './branch-mark.ts'
import { missingRowIds } from './branches.errors.ts'
import type { MergedColumn, ReturnedRows } from './plan-merge.ts'
import type { ReturnedFile, ReturnedSheet } from './read-returned-file.ts'

/** Which sheet of the file is the table's: the one that is marked as such, the one of its name, or the likest. */
export function sheetOf(file: ReturnedFile, branch: Branch, base: ReadableTable): ReturnedSheet {
  const found = markedSheet(file, branch) ?? namedSheet(file, branch.tableName) ?? likestSheet(file, base)
  if (!found) throw missingRowIds('No sheet of the file has a column __svc_row_id.')
  return found
}

/** The same among several tables of one file: then the likest alone would be a guess. */
export function sheetOfTable(file: ReturnedFile, branch: Branch, tables: number): ReturnedSheet | undefined {
  const only = tables === 1 && file.sheets.length === 1 ? file.sheets[0] : undefined
  return markedSheet(file, branch) ?? namedSheet(file, branch.tableName) ?? only
}

function markedSheet({ names, sheets }: ReturnedFile, branch: Branch): ReturnedSheet | undefined {
  const mark = branchMark(branch.branchId, branch.tableId).toLowerCase()
  const marked = names.find(({ name }) => name.toLowerCase() === mark)
  return marked && sheets.find(({ name }) => name === marked.sheet)
}

/** The tab of a table may be called a little otherwise. */
const namedSheet = ({ sheets }: ReturnedFile, table: string) =>
  sheets.find(({ name }) => name === legalSheetNames([table])[0])

function likestSheet({ sheets }: ReturnedFile, base: ReadableTable): ReturnedSheet | undefined {
  const shared = (sheet: ReturnedSheet) =>
    sheet.columns.filter(({ name }) => base.columns.some((column) => column.name === name)).length
  return sheets.toSorted((one, other) => shared(other) - shared(one))[0]
}

export type ColumnsToMerge = {
  merged: MergedColumn[]
  /** Of the file, and not taken: new ones, and those in which values were written that were not shown. */
  ignored: string[]
}

/**
 * Columns by their names of then. One that was not shown in the file, or is hidden from the user who sends it back, counts as not
 * supplied, whatever stands in it.
 */
export function columnsToMerge(
  sheet: ReturnedSheet,
  branch: Branch,
  base: ReadableTable,
  current: ReadableTable,
): ColumnsToMerge {
  const sent = new Set(branch.columns)
  const merged: MergedColumn[] = []
  const ignored: string[] = []
  for (const { name, place } of sheet.columns) {
    const then = base.columns.find((column) => column.name === name && sent.has(column.id))
    const now = then && current.columns.find(({ origin }) => origin === then.origin)
    const isTwice = merged.some((column) => column.base === then)
    if (then && now && !then.isMasked && !isTwice) merged.push({ base: then, current: now, place })
    else if (sheet.rows.some(({ cells }) => cells[place] != null)) ignored.push(name)
  }
  return { merged, ignored }
}

/** Rows by their ids; what has none is new. */
export function rowsById({ rows, idPlace, isDate1904 }: ReturnedSheet): ReturnedRows {
  const byId = new Map<number, ReturnedRow[]>()
  const added: ReturnedRow[] = []
  for (const row of rows) {
    const id = row.cells[idPlace] ?? null
    if (id === null) {
      added.push(row)
      continue
    }
    const rowId = rowIdIn(id)
    byId.set(rowId, [...(byId.get(rowId) ?? []), row])
  }
  return { byId, added, isDate1904 }
}

/** The id nothing has, for what is none. */
function rowIdIn(cell: ReturnedCell): number {
  const id = typeof cell === 'string' ? Number(cell.replaceAll(',', '')) : cell
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 0
}
