import type { CellSink } from '../cell-sink.ts'
import type { OpenedFile } from '../opened-file.ts'
import { numberCell } from '../returned/read-returned-sheet.ts'
import type { ReturnedCell } from '../returned/returned-cell.ts'

/** A cell that holds a formula of its own; `value` is what it last came to. */
export type FormulaCell = { row: number; column: number; r1c1: string; value: ReturnedCell }

export type FormulaOptions = { formula: (cell: FormulaCell) => void; ready?: () => Promise<void> | undefined }

/** Tells the formulas of a sheet that fill one cell each, from the top down. */
export async function readFormulas(file: OpenedFile, sheet: number, wish: FormulaOptions) {
  const { styles, isDate1904 } = file
  let row = 0
  let r1c1: string | null = null
  const value = (column: number, cell: ReturnedCell) => {
    if (r1c1 !== null) wish.formula({ row, column, r1c1, value: cell })
    r1c1 = null
  }
  const sink: CellSink = {
    row: (next) => {
      row = next
      r1c1 = null
    },
    number: (column, number, style) =>
      value(column, numberCell(number, styles[style]?.meaning ?? 'number', isDate1904)),
    text: (column, text) => value(column, text),
    boolean: value,
    error: (column, error) => value(column, { error }),
    date: (column, date) => value(column, { date, serial: null }),
    blank: () => {
      r1c1 = null
    },
    formula: (_, formula) => {
      r1c1 = formula.kind === 'array' ? null : formula.r1c1
    },
    ready: () => wish.ready?.(),
  }
  await file.scan(sheet, sink)
}
