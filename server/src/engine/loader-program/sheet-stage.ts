import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { CellSink } from '@bindery-data/spreadsheet/cell-sink.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { createSheetHead } from '@bindery-data/spreadsheet/parse-spec/sheet-head.ts'
import { columnLetters } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { originsOfRows } from '../loader/cell-origins.ts'
import type { LoadProgress } from '../loader/load-request.ts'
import { createStageColumn, type StageColumn, type StageFile } from './stage-column.ts'
import type { RelationColumn, StagedRelation } from './staged-relation.ts'
import { StagingTable } from './staging-table.ts'

/** Contract: what a table that comes from a file may have. */
const MOST_COLUMNS = 2_000

export type SheetStage = {
  sink: CellSink
  finish(): Promise<StagedSheet>
}

/** What a sheet turned out to be. Columns are those that hold something or have a name, from left to right. */
type StagedSheet = {
  columns: readonly StageColumn[]
  header: ReadonlyMap<number, string> | null
  /** Of the sheet, counting from 0: the others follow it without a gap. */
  firstRow: number
  warnings: readonly SpecWarning[]
}

/**
 * Takes a sheet as it is, in one pass: its first rows wait until it is plain whether the first of them is a header, then
 * every row follows in its order. Empty rows between others are rows; those above and below them all are not.
 */
function createSheetStage(table: StagingTable, file: StageFile): SheetStage {
  const columns: (StageColumn | undefined)[] = []
  const warnings: SpecWarning[] = []
  let header: ReadonlyMap<number, string> | null = null
  let columnCount = 0
  let row = -1
  let lastRow = -1
  let hasBegun = false
  let firstRow = 0

  const columnAt = (column: number): StageColumn => columns[column] ?? openColumn(column)

  function openColumn(column: number): StageColumn {
    columnCount += 1
    if (columnCount > MOST_COLUMNS)
      throw new FileRefused('too_many_columns', `A sheet has more than ${MOST_COLUMNS} columns.`)
    const opened = createStageColumn(table, column, file)
    columns[column] = opened
    return opened
  }

  /** Called before each value: a row begins with its first one. */
  function place(column: number): StageColumn {
    if (row !== lastRow) moveTo(row)
    return columnAt(column)
  }

  function begin(first: number) {
    firstRow = first
    lastRow = first - 1
    hasBegun = true
  }

  function moveTo(next: number) {
    if (!hasBegun) begin(next)
    if (next < lastRow) throw new FileRefused('corrupt', 'The rows of a sheet are out of order.')
    for (; lastRow < next; lastRow++) table.beginRow()
  }

  const head = createSheetHead((found, rows) => {
    const current = row
    if (found) {
      header = found.names
      begin(found.row + 1)
      for (const column of header.keys()) columnAt(column)
    }
    for (const { row: at, cells } of rows) {
      row = at
      for (const { column, cell, style } of cells) put(place(column), cell, style)
    }
    row = current
  })

  /** Whether the head holds this cell back. */
  const isHeld = (column: number, cell: Cell, style: number) => head.keep(row, { column, cell, style })

  const sink: CellSink = {
    row: (next) => {
      row = next
    },
    number: (column, value, style) => {
      if (!head.isOpen || !isHeld(column, { kind: 'number', value }, style)) place(column).number(value, style)
    },
    text: (column, value, style) => {
      // An empty text, such as a formula's, holds nothing.
      if (value === '') return
      if (!head.isOpen || !isHeld(column, { kind: 'text', value }, style)) place(column).text(value)
    },
    boolean: (column, value, style) => {
      if (!head.isOpen || !isHeld(column, { kind: 'boolean', value }, style)) place(column).boolean(value)
    },
    error: (column, value, style) => {
      if (!head.isOpen || !isHeld(column, { kind: 'error', value }, style)) place(column).error(value)
    },
    date: (column, value, style) => {
      if (!head.isOpen || !isHeld(column, { kind: 'date', value }, style)) place(column).date(value)
    },
    mended: (code, count, message) => {
      warnings.push({ code, region_id: null, column: null, count, message })
    },
    ready: () => table.growing,
  }

  return {
    sink,
    finish: async () => {
      head.end()
      await table.finish()
      return { columns: columns.filter((column) => column !== undefined), header, firstRow, warnings }
    },
  }
}

function put(column: StageColumn, cell: Cell, style: number) {
  switch (cell.kind) {
    case 'number':
      return column.number(cell.value, style)
    case 'text':
      return column.text(cell.value)
    case 'boolean':
      return column.boolean(cell.value)
    case 'error':
      return column.error(cell.value)
    case 'date':
      return column.date(cell.value)
  }
}

/** Every sheet as it is, hidden ones too. A sheet that holds nothing is no table. */
export async function stageSheets(
  duckdb: DuckDBConnection,
  file: OpenedFile,
  progress: LoadProgress,
): Promise<StagedRelation[]> {
  const relations: StagedRelation[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const table = new StagingTable(duckdb, `sheet_${place}`)
    const staged = await stageSheet(file, place, table, progress)
    if (staged.columns.length > 0) relations.push(relationOf(name, table, staged))
  }
  return relations
}

/** One pass. */
async function stageSheet(
  file: OpenedFile,
  place: number,
  table: StagingTable,
  progress: LoadProgress,
): Promise<StagedSheet> {
  const { styles, isDate1904, dialect } = file
  const stage = createSheetStage(table, { styles, isDate1904, isText: dialect !== null })
  const before = progress.rows
  stage.sink.isFull = () => {
    progress.rows = before + table.rows
    return false
  }
  await file.scan(place, stage.sink)
  return stage.finish()
}

function relationOf(sheet: string, table: StagingTable, staged: StagedSheet): StagedRelation {
  const decided = staged.columns.map((column) => ({
    name: staged.header?.get(column.column) ?? columnLetters(column.column),
    ...column.decide(table.rows),
  }))
  const warnings = decided.flatMap(({ name, warnings: found }) =>
    found.map((warning) => ({ ...warning, region_id: null, column: name })),
  )
  const { rows } = table
  const track = rows > 1 ? [staged.firstRow, 1, rows - 1] : [staged.firstRow]
  const places = staged.columns.map(({ column }) => column)
  return {
    name: sheet,
    sheet,
    regionId: null,
    output: null,
    table: table.name,
    columns: decided.map(({ name, type, format, sql }): RelationColumn => ({ name, type, format, sql })),
    rows,
    origins: originsOfRows(track, rows, places),
    check: null,
    report: {
      rowsRead: rows,
      rejected: 0,
      cellsNulled: 0,
      issues: [],
      warnings: [...staged.warnings, ...warnings],
    },
  }
}
