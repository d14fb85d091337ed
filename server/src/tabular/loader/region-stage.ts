import type { Cell } from '@bindery/spreadsheet/cell.ts'
import type { CellSink } from '@bindery/spreadsheet/cell-sink.ts'
import type { Box } from '@bindery/spreadsheet/grid.ts'
import type { RegionColumn } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import type { Styles } from '@bindery/spreadsheet/styles.ts'
import { type Conversion, convertCell, textOfCell } from './convert-cell.ts'
import type { StageIssue, StageReport } from './load-request.ts'
import type { StagingTable } from './staging-table.ts'

const MOST_ISSUES = 100
const LONGEST_VALUE = 200

/** A column of a region: where it stands, how its cells are read, and where they go. */
export type StagedRegionColumn = {
  spec: RegionColumn
  column: number
  conversion: Conversion
  /** How many cells are no values of its type. */
  misfits: number
}

export type RegionStage = { sink: CellSink; finish(): Promise<Omit<StageReport, 'warnings'> & { rowsBelow: number }> }

export type RegionOptions = {
  columns: readonly StagedRegionColumn[]
  /** Of the data. */
  box: Box
  styles: Styles
  isDate1904: boolean
  /** Cells whose value is also that of others: those of merged areas that are to be filled. */
  fillFrom: (row: number, column: number) => { row: number; column: number } | null
  /** So many rows are enough. */
  mostRows: number | null
}

type StyledCell = { cell: Cell; style: number }

/** The canonical texts of column n go to slot 2n, and what stood in the cell to 2n + 1 where the column may fall back to it. */
export const valueSlot = (place: number) => 2 * place
export const originalSlot = (place: number) => 2 * place + 1

/** Takes the rows of a region as its spec says, one at a time: a row that may not be taken is never begun. */
export function createRegionStage(table: StagingTable, options: RegionOptions): RegionStage {
  const { columns, box, mostRows } = options
  const issues: StageIssue[] = []
  const report = { rowsRead: 0, rejected: 0, cellsNulled: 0, issues, rowsBelow: 0 }
  const anchors = new Map<string, StyledCell>()
  let cells = new Map<number, StyledCell>()
  let row = -1

  function endRow() {
    if (row > box.bottom && cells.size > 0) report.rowsBelow += 1
    if (row >= box.top && row <= box.bottom) takeRow()
    cells = new Map()
  }

  function takeRow() {
    const found = columns.map(({ column }) => cells.get(column) ?? filled(column))
    if (found.every((cell) => cell === undefined)) return
    report.rowsRead += 1
    const line = columns.map((column, n) => convert(column, found[n]))
    if (line.includes(REJECTED)) {
      report.rejected += 1
      return
    }
    table.beginRow()
    for (const [n, text] of line.entries()) {
      if (typeof text === 'string') table.text(valueSlot(n), text)
      const cell = found[n]
      if (columns[n]?.spec.on_error === 'text' && cell) table.text(originalSlot(n), textOf(cell))
    }
  }

  function filled(column: number): StyledCell | undefined {
    const from = options.fillFrom(row, column)
    return from ? anchors.get(`${from.row}:${from.column}`) : undefined
  }

  function convert(column: StagedRegionColumn, found: StyledCell | undefined): string | null | typeof REJECTED {
    if (!found) return null
    const meaning = options.styles[found.style]?.meaning ?? 'number'
    const converted = convertCell(found.cell, meaning, column.conversion)
    if ('text' in converted) return converted.text
    column.misfits += 1
    const value = textOf(found).slice(0, LONGEST_VALUE).toWellFormed()
    if (issues.length < MOST_ISSUES)
      issues.push({ row: row + 1, column: column.spec.name, value, code: converted.code })
    if (column.spec.on_error === 'fail') return REJECTED
    if (column.spec.on_error === 'null') report.cellsNulled += 1
    return null
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
      return report
    },
  }
}

const REJECTED = Symbol('rejected')
