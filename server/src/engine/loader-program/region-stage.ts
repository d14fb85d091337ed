import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { CellSink } from '@bindery-data/spreadsheet/cell-sink.ts'
import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { RowRole } from '@bindery-data/spreadsheet/structure/roles/roles.ts'
import type { Styles } from '@bindery-data/spreadsheet/styles.ts'
import { type CellPosition, createTrack, type Track } from '../loader/cell-origins.ts'
import type { StageReport } from '../loader/load-request.ts'
import { type CastColumn, type CastValue, createMisfits, originalSlot, REJECTED, valueSlot } from './cast-column.ts'
import { type Conversion, convertCell, textOfCell } from './convert-cell.ts'
import type { ListCheck } from './list-check.ts'
import type { StagingTable } from './staging-table.ts'

/** A column of a region: where it stands, how its cells are read, and where they go. */
export type StagedRegionColumn = CastColumn & { column: number; conversion: Conversion }

export type RegionStage = { sink: CellSink; finish(): Promise<StagedRows> }

/** What became of the rows: those left out, those below the range, and from which rows of the sheet the others are. */
export type StagedRows = {
  report: Omit<StageReport, 'warnings'>
  rowsBelow: number
  leftOut: number
  origins: Track
  /** As `CellOrigins` keeps them. */
  filled: readonly number[]
}

export type RegionOptions = {
  columns: readonly StagedRegionColumn[]
  /** Of the data. */
  box: Box
  /** Of the other regions of the sheet. */
  others: readonly Box[]
  styles: Styles
  isDate1904: boolean
  /** Cells whose value is also that of others: those of merged areas that are to be filled. */
  fillFrom: (row: number, column: number) => { row: number; column: number } | null
  /** What a row of the sheet is for: totals, groups and headers that come again are no rows of the table. */
  roleOf: (row: number) => RowRole
  isLeftOut: (role: RowRole) => boolean
  /** So many rows are enough. */
  mostRows: number | null
  check: ListCheck
}

type StyledCell = { cell: Cell; style: number }

/** Takes the rows of a region as its spec says, one at a time: a row that may not be taken is never begun. */
export function createRegionStage(table: StagingTable, options: RegionOptions): RegionStage {
  const { columns, box, others, mostRows, check } = options
  const { report, take: takeMisfit } = createMisfits()
  const origins = createTrack()
  const fills = createFills()
  const anchors = new Map<string, StyledCell>()
  let rowsBelow = 0
  let leftOut = 0
  let cells = new Map<number, StyledCell>()
  let row = -1

  /** Another region holds it: it is read there. */
  const isElsewhere = (column: number) =>
    others.some(({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right)

  function endRow() {
    if (row > box.bottom && [...cells.keys()].some((column) => !isElsewhere(column))) rowsBelow += 1
    if (row >= box.top && row <= box.bottom) takeRow()
    cells = new Map()
  }

  function takeRow() {
    const found = columns.map(({ column }) => cells.get(column) ?? filled(column))
    if (found.every((cell) => cell === undefined)) return
    const role = options.roleOf(row)
    if (options.isLeftOut(role)) {
      leftOut += 1
      check.leftOut(role, cells)
      return
    }
    report.rowsRead += 1
    const line = columns.map((column, n) => convert(column, found[n]))
    if (line.includes(REJECTED)) {
      report.rejected += 1
      check.rejected(cells)
      return
    }
    check.row(cells, line)
    table.beginRow()
    origins.add(row)
    for (const [n, text] of line.entries()) {
      if (typeof text === 'string') table.text(valueSlot(n), text)
      const cell = found[n]
      const column = columns[n]?.column ?? -1
      if (cell && !cells.has(column)) fills.add(n, table.rows - 1, options.fillFrom(row, column))
      if (columns[n]?.onError === 'text' && cell) table.text(originalSlot(n), textOf(cell))
    }
  }

  function filled(column: number): StyledCell | undefined {
    const from = options.fillFrom(row, column)
    return from ? anchors.get(`${from.row}:${from.column}`) : undefined
  }

  function convert(column: StagedRegionColumn, found: StyledCell | undefined): CastValue {
    if (!found) return null
    const meaning = options.styles[found.style]?.meaning ?? 'number'
    const converted = convertCell(found.cell, meaning, column.conversion)
    return 'text' in converted ? converted.text : takeMisfit(column, row, textOf(found), converted.code)
  }

  const textOf = ({ cell, style }: StyledCell) =>
    textOfCell(cell, options.styles[style]?.meaning ?? 'number', options.isDate1904)

  function take(column: number, cell: Cell, style: number) {
    if (cell.value === '' || row < box.top || column < box.left || column > box.right) return
    cells.set(column, { cell, style })
    if (options.fillFrom(row, column)) anchors.set(`${row}:${column}`, { cell, style })
  }

  const sink: CellSink = {
    row: (next) => {
      endRow()
      row = next
    },
    number: (column, value, style) => take(column, { kind: 'number', value }, style),
    text: (column, value, style) => take(column, { kind: 'text', value }, style),
    boolean: (column, value, style) => take(column, { kind: 'boolean', value }, style),
    error: (column, value, style) => take(column, { kind: 'error', value }, style),
    date: (column, value, style) => take(column, { kind: 'date', value }, style),
    isFull: () => mostRows !== null && table.rows >= mostRows,
    ready: () => table.growing,
  }
  return {
    sink,
    finish: async () => {
      endRow()
      await table.finish()
      return { report, rowsBelow, leftOut, origins: origins.finish(), filled: fills.finish() }
    },
  }
}

/** Gathers which rows of a column have their value from which merged cell. */
function createFills() {
  const open = new Map<number, { first: number; last: number; from: CellPosition }>()
  const filled: number[] = []
  const close = (column: number) => {
    const run = open.get(column)
    if (run) filled.push(column, run.first, run.last, run.from.row, run.from.column)
  }
  return {
    add(column: number, row: number, from: CellPosition | null) {
      if (!from) return
      const run = open.get(column)
      if (run && run.last === row - 1 && run.from.row === from.row && run.from.column === from.column) {
        run.last = row
        return
      }
      close(column)
      open.set(column, { first: row, last: row, from })
    },
    finish(): readonly number[] {
      for (const column of open.keys()) close(column)
      return filled
    },
  }
}
