import type { Cell } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import { MOST_COLUMNS } from '../xlsx/cell-reference.ts'

/** Values of cells of one sheet that the file itself holds none of, by `cellKey`. */
export type ComputedCells = ReadonlyMap<number, Cell>

export const cellKey = (row: number, column: number) => row * MOST_COLUMNS + column

/** Tells a sink the computed value of a cell where the file has a blank. */
export function withComputedCells(sink: CellSink, cells: ComputedCells): CellSink {
  let row = 0
  return {
    ...sink,
    row: (number) => {
      row = number
      sink.row(number)
    },
    blank: (column, style) => {
      const cell = cells.get(cellKey(row, column))
      if (cell === undefined) sink.blank?.(column, style)
      else report(sink, column, cell, style)
    },
  }
}

function report(sink: CellSink, column: number, cell: Cell, style: number) {
  switch (cell.kind) {
    case 'number':
      return sink.number(column, cell.value, style)
    case 'text':
      return sink.text(column, cell.value, style)
    case 'boolean':
      return sink.boolean(column, cell.value, style)
    case 'error':
      return sink.error(column, cell.value, style)
    case 'date':
      return sink.date(column, cell.value, style)
  }
}

/** The cells as runs down a column: column, first row, last row, and so on. */
export function computedRuns(cells: ComputedCells): number[] {
  const places = [...cells.keys()].map((key) => ({
    row: Math.floor(key / MOST_COLUMNS),
    column: key % MOST_COLUMNS,
  }))
  places.sort((one, other) => one.column - other.column || one.row - other.row)
  const runs: number[] = []
  for (const { row, column } of places) {
    const isNext = runs.at(-3) === column && runs.at(-1) === row - 1
    if (isNext) runs[runs.length - 1] = row
    else runs.push(column, row, row)
  }
  return runs
}
