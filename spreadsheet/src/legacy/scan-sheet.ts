import type { CellObject, WorkSheet } from '@e965/xlsx'
import type { CellSink } from '../cell-sink.ts'
import { FileRefused } from '../errors.ts'
import { MOST_COLUMNS, MOST_ROWS } from '../xlsx/cell-reference.ts'
import { toR1C1 } from '../xlsx/to-r1c1.ts'
import type { LegacyStyles } from './legacy-styles.ts'

type Rows = readonly (readonly (CellObject | undefined)[] | undefined)[]

/** As Excel's files number them. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

/** Tells the cells of a sheet that SheetJS has read. */
export async function scanSheet(sheet: WorkSheet, styles: LegacyStyles, sink: CellSink) {
  // Read with `dense`, where rows and cells may be missing.
  const rows: Rows = sheet['!data'] ?? []
  mustFit(rows, MOST_ROWS)
  for (const [row, cells] of rows.entries()) {
    if (!cells || cells.length === 0) continue
    mustFit(cells, MOST_COLUMNS)
    sink.row(row)
    for (const [column, cell] of cells.entries()) if (cell) report(sink, { row, column }, cell, styles.indexOf(cell))
    if (sink.isFull?.()) return
    const wait = sink.ready?.()
    if (wait) await wait
  }
}

/** A broken file puts a cell anywhere, and walking there passes thousands of millions that do not exist. */
function mustFit({ length }: readonly unknown[], most: number) {
  if (length > most) throw new FileRefused('corrupt', 'The file is broken: it has cells where no sheet has a place.')
}

function report(sink: CellSink, { row, column }: { row: number; column: number }, cell: CellObject, style: number) {
  if (cell.f && sink.formula) {
    const range = cell.F ?? null
    sink.formula(column, { r1c1: toR1C1(cell.f, row, column), kind: range ? 'array' : 'normal', range })
  }
  const { v: value } = cell
  if (cell.t === 'e') sink.error(column, ERRORS[Number(value)] ?? '#VALUE!', style)
  else if (typeof value === 'number') sink.number(column, value, style)
  else if (typeof value === 'string') sink.text(column, value, style)
  else if (typeof value === 'boolean') sink.boolean(column, value, style)
  else if (value instanceof Date) sink.date(column, value.toISOString(), style)
  else sink.blank?.(column, style)
}
