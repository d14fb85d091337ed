import type { CellSink } from '../cell-sink.ts'
import type { Mended } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { type ColumnObserver, observeColumn } from '../values/observe-column.ts'

/** What stands from a row on, however much it is. */
export type ObservedBelow = {
  bottom: number
  columns: ReadonlyMap<number, ColumnObserver>
  /** Of the whole sheet. */
  mended: readonly Mended[]
}

/** One pass over a sheet that looks at the values from row `top` on. Rows count from 0. */
export async function observeBelow(file: OpenedFile, place: number, top: number): Promise<ObservedBelow> {
  const columns = new Map<number, ColumnObserver>()
  const mended: Mended[] = []
  let row = 0
  let bottom = top
  const at = (column: number): ColumnObserver => {
    bottom = row
    const known = columns.get(column)
    if (known) return known
    const opened = observeColumn({ isUntyped: file.dialect !== null, isDate1904: file.isDate1904 })
    columns.set(column, opened)
    return opened
  }
  const sink: CellSink = {
    row: (next) => {
      row = next
    },
    number: (column, value, style) => {
      if (row >= top) at(column).number(value, file.styles[style]?.meaning ?? 'number')
    },
    text: (column, value) => {
      if (row >= top && value !== '') at(column).text(value)
    },
    boolean: (column, value) => {
      if (row >= top) at(column).boolean(value)
    },
    error: (column, value) => {
      if (row >= top) at(column).error(value)
    },
    date: (column, value) => {
      if (row >= top) at(column).date(value)
    },
    mended: (code, count, message) => {
      mended.push({ code, count, message })
    },
  }
  await file.scan(place, sink)
  return { bottom, columns, mended }
}
