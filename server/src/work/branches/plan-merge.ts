import type { ReturnedCell, ReturnedRow } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import type { NewConflict } from '../../core/conflicts/conflict.ts'
import { mergeCell } from '../../core/merge/merge-cell.ts'
import type { RowPair, RowTexts } from '../../engine/reading/pair-rows.ts'
import type { Column } from '../../engine/table/table.ts'
import { parseValue } from '../../engine/values/values.ts'
import { type CellProblem, isSameInFile, readFileCell } from './file-cells.ts'

/** A column of both sides: as it was sent out, as it is now, and which cell of a row of the file is its. */
export type MergedColumn = { base: Column; current: Column; place: number }

/**
 * The part of a table that a file held. `value` as the column has it now; `place`: which of the compared texts of a row is its, behind
 * those of the merged columns where the file lacks the column.
 */
export type MergedPart = { column: Column; value: string | null; place: number }

/** What came back. Rows that were copied have an id twice. */
export type ReturnedRows = {
  byId: ReadonlyMap<number, readonly ReturnedRow[]>
  added: readonly ReturnedRow[]
  isDate1904: boolean
}

export type MergeMode = 'cell' | 'row'

export type Skipped = { row: number; column: string | null; code: CellProblem | RowProblem }
/** `foreign_row`: it has, or has got meanwhile, another value in the column that the file was split by. */
export type RowProblem = 'unknown_row_id' | 'row_deleted' | 'duplicate_row_id' | 'foreign_row'

/** Texts by column id. */
export type Texts = Readonly<Record<string, string | null>>

export type MergePlan = {
  updates: { rowId: number; cells: Texts; before: Texts }[]
  deletions: number[]
  insertions: Texts[]
  conflicts: NewConflict[]
  skipped: Skipped[]
  cellsWritten: number
  /** Rows that were sent out, and those of them that did not come back. */
  baseRows: number
  absentRows: number
}

/** Merges row by row: rows of both sides first, then what the file has besides. */
export type MergePlanner = { take(pair: RowPair): void; finish(): MergePlan }

/**
 * Per cell: what only the file changed is written, what only the service changed stays, and where both did the file's is
 * written and the service's own kept in a conflict.
 */
export function newMergePlanner(
  columns: readonly MergedColumn[],
  file: ReturnedRows,
  mode: MergeMode,
  part: MergedPart | null = null,
): MergePlanner {
  const plan: MergePlan = {
    updates: [],
    deletions: [],
    insertions: [],
    conflicts: [],
    skipped: [],
    cellsWritten: 0,
    baseRows: 0,
    absentRows: 0,
  }
  const merging: Merging = { plan, columns, file, mode, part }
  const met = new Set<number>()
  return {
    take: (pair) => {
      // A row that came after the file was sent is none of its business.
      if (!pair.base) return
      plan.baseRows += 1
      const { row, copies } = originalOf(merging, file.byId.get(pair.rowId) ?? [], pair.base)
      met.add(pair.rowId)
      for (const copy of copies) addCopy(merging, copy)
      if (row) mergeRow(merging, pair, pair.base, row)
      else dropRow(merging, pair, pair.base)
    },
    finish: () => {
      for (const [rowId, rows] of file.byId) {
        if (!met.has(rowId)) plan.skipped.push(...rows.map(({ row }) => skippedRow(row, 'unknown_row_id')))
      }
      for (const row of file.added) insertRow(merging, row)
      plan.skipped.sort((one, other) => one.row - other.row)
      return plan
    },
  }
}

type Merging = {
  plan: MergePlan
  columns: readonly MergedColumn[]
  file: ReturnedRows
  mode: MergeMode
  part: MergedPart | null
}

const skippedRow = (row: number, code: RowProblem): Skipped => ({ row, column: null, code })

/** Of several rows with one id the row itself is the one that is as it was sent, else the first; the others were copied from it. */
function originalOf(merging: Merging, rows: readonly ReturnedRow[], base: RowTexts) {
  const row = rows.length > 1 ? (rows.find((one) => changedIn(merging, base, one).length === 0) ?? rows[0]) : rows[0]
  return { row, copies: rows.filter((one) => one !== row) }
}

function addCopy(merging: Merging, copy: ReturnedRow) {
  merging.plan.skipped.push(skippedRow(copy.row, 'duplicate_row_id'))
  insertRow(merging, copy)
}

const cellAt = ({ cells }: ReturnedRow, { place }: MergedColumn): ReturnedCell => cells[place] ?? null

/** Places of the columns that were edited in the file. */
function changedIn({ columns, file }: Merging, base: RowTexts, row: ReturnedRow): number[] {
  const isEdited = (column: MergedColumn, n: number) =>
    !isSameInFile(column.base.type, base[n] ?? null, cellAt(row, column), file.isDate1904)
  return columns.flatMap((column, n) => (isEdited(column, n) ? [n] : []))
}

/** As the text sent out would be now: a column may have another type since. */
function sentAsNow({ base, current }: MergedColumn, text: string | null): string | null | undefined {
  if (base.id === current.id) return text
  const parsed = parseValue(current.type, text)
  return 'text' in parsed ? parsed.text : undefined
}

function isServiceEdited({ columns }: Merging, base: RowTexts, current: RowTexts): boolean {
  return columns.some((column, n) => sentAsNow(column, base[n] ?? null) !== (current[n] ?? null))
}

function mergeRow(merging: Merging, { rowId, current }: RowPair, base: RowTexts, row: ReturnedRow) {
  const { plan, columns, file, mode } = merging
  const edited = changedIn(merging, base, row)
  if (edited.length === 0) return
  if (!current) {
    plan.skipped.push(skippedRow(row.row, 'row_deleted'))
    return
  }
  if (isForeign(merging, edited, current)) {
    plan.skipped.push({ row: row.row, column: merging.part?.column.name ?? null, code: 'foreign_row' })
    return
  }
  const isRowEdited = mode === 'row' && isServiceEdited(merging, base, current)
  const cells: Record<string, string | null> = {}
  const before: Record<string, string | null> = {}
  for (const n of edited) {
    const column = columns[n]
    if (!column) continue
    const { id, type, name } = column.current
    const read = readFileCell(type, cellAt(row, column), file.isDate1904)
    if ('problem' in read) {
      plan.skipped.push({ row: row.row, column: name, code: read.problem })
      continue
    }
    const [sent, prior] = [base[n] ?? null, current[n] ?? null]
    const outcome = mergeCell(sentAsNow(column, sent), read.text, prior)
    // The file was edited here: as text it may mean what was sent, and is written over what the service has.
    if (outcome === 'same') continue
    cells[id] = read.text
    before[id] = prior
    if (!isRowEdited && outcome === 'mine') continue
    const values = { baseValue: sent, priorValue: prior, value: read.text }
    plan.conflicts.push({ kind: 'overwrite', rowId, columnId: id, ...values })
  }
  const count = Object.keys(cells).length
  if (count > 0) plan.updates.push({ rowId, cells, before })
  plan.cellsWritten += count
}

/** The file gave the row to another part, or the service did since. */
function isForeign({ part }: Merging, edited: readonly number[], current: RowTexts): boolean {
  return part !== null && (edited.includes(part.place) || (current[part.place] ?? null) !== part.value)
}

/** A row that did not come back goes, unless the service has changed it since. */
function dropRow(merging: Merging, { rowId, current }: RowPair, base: RowTexts) {
  const { plan } = merging
  plan.absentRows += 1
  if (!current) return
  if (!isServiceEdited(merging, base, current)) plan.deletions.push(rowId)
  else plan.conflicts.push(rowDeleted(rowId))
}

/** The file deleted a row that the service has changed since. */
export const rowDeleted = (rowId: number): NewConflict => ({
  kind: 'row_deleted',
  rowId,
  columnId: null,
  baseValue: null,
  priorValue: null,
  value: null,
})

function insertRow({ plan, columns, file, part }: Merging, row: ReturnedRow) {
  const split = part && columns[part.place]
  const cell = split ? cellAt(row, split) : null
  if (part && cell !== null && !isSameInFile(part.column.type, part.value, cell, file.isDate1904)) {
    plan.skipped.push({ row: row.row, column: part.column.name, code: 'foreign_row' })
    return
  }
  const cells: Record<string, string | null> = {}
  for (const column of columns) {
    const { id, type, name } = column.current
    const read = readFileCell(type, cellAt(row, column), file.isDate1904)
    if ('problem' in read) plan.skipped.push({ row: row.row, column: name, code: read.problem })
    else cells[id] = read.text
  }
  if (part) cells[part.column.id] = part.value
  plan.insertions.push(cells)
  plan.cellsWritten += Object.values(cells).filter((text) => text !== null).length
}
