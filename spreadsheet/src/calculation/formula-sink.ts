import type { Cell, Formula } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'

/** A cell with its formula, if it has one, and the value that it was saved with. */
export type TakeCell = (row: number, column: number, formula: Formula | null, saved: Cell | null) => void

/** Takes the cells of a sheet as they are scanned, each together with its formula. */
export function formulaSink(take: TakeCell): CellSink {
  let row = 0
  let formula: Formula | null = null
  const end = (column: number, saved: Cell | null) => {
    take(row, column, formula, saved)
    formula = null
  }
  return {
    row: (next) => {
      row = next
    },
    formula: (_, next) => {
      formula = next
    },
    number: (column, value) => end(column, { kind: 'number', value }),
    text: (column, value) => end(column, { kind: 'text', value }),
    boolean: (column, value) => end(column, { kind: 'boolean', value }),
    error: (column, value) => end(column, { kind: 'error', value }),
    date: (column, value) => end(column, { kind: 'date', value }),
    blank: (column) => end(column, null),
  }
}
