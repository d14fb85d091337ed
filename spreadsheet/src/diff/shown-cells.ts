import type { CellSink } from '../cell-sink.ts'
import type { OpenedFile } from '../opened-file.ts'
import { numberCell } from '../returned/read-returned-sheet.ts'

/** What a person would read in a cell: a day is its text, whatever number stands behind it. */
export type ShownValue = string | number | boolean

/** Rows and columns count from 0, both ascending in all but broken files. */
export type ReportCell = (row: number, column: number, value: ShownValue) => void

/** Passes over the cells of a sheet that show something; `isFull` is asked after each row. */
export function reportShownCells(
  { scan, styles, isDate1904 }: OpenedFile,
  sheet: number,
  report: ReportCell,
  isFull: (row: number) => boolean = () => false,
): Promise<void> {
  let row = 0
  const sink: CellSink = {
    row: (next) => {
      row = next
    },
    number: (column, value, style) => {
      const shown = numberCell(value, styles[style]?.meaning ?? 'number', isDate1904)
      report(row, column, typeof shown === 'object' && shown !== null && 'date' in shown ? shown.date : value)
    },
    text: (column, value) => {
      if (value !== '') report(row, column, value)
    },
    boolean: (column, value) => report(row, column, value),
    error: (column, code) => report(row, column, code),
    date: (column, iso) => report(row, column, iso),
    isFull: () => isFull(row),
  }
  return scan(sheet, sink)
}
