import type { Cell } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import type { Mended } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { Region } from '../parse-spec/parse-spec.ts'
import { PLAIN_STYLE } from '../styles.ts'
import { parseBox } from '../xlsx/cell-reference.ts'
import { readCell } from './read-cell.ts'
import type { SheetCell } from './sheet.ts'
import { createColumnTypes, type TypedColumns } from './type-columns.ts'
import { createSettlement, type Settled } from './values/settlement.ts'

/** A list of any length, seen to the end of its sheet. */
export type LongColumns = TypedColumns & {
  /** The last row that holds something. */
  bottom: number
  /** In the rows of the list, of cells of any region. */
  left: number
  right: number
  /** Of the whole sheet. */
  mended: readonly Mended[]
}

/**
 * The columns of a list that goes on to the end of its sheet, in one pass over it: by the rules of a sheet that can be held. Only
 * where its cells say something of one another's values it is passed over once more.
 */
export async function typeLongColumns(file: OpenedFile, place: number, list: Region): Promise<LongColumns> {
  const settlement = createSettlement()
  const first = await typeAs(file, place, list, (cell) => {
    settlement.observe(cell)
    return cell
  })
  const settled = settlement.finish()
  return settled ? typeAs(file, place, list, settled) : first
}

async function typeAs(file: OpenedFile, place: number, list: Region, settled: Settled): Promise<LongColumns> {
  const types = createColumnTypes(list, file.dialect !== null)
  const { top = 0 } = parseBox(list.data_range) ?? {}
  let bottom = top
  let left = Number.POSITIVE_INFINITY
  let right = -1
  const mended = await passOver(file, place, (cell) => {
    const value = settled(cell)
    if (cell.row < top) return
    bottom = cell.row
    if (cell.column < left) left = cell.column
    if (cell.column > right) right = cell.column
    types.add(value)
  })
  return { ...types.decide(bottom), bottom, left, right, mended }
}

/** Reads every cell of a sheet by itself, and returns what was put right in it. */
async function passOver(file: OpenedFile, place: number, take: (cell: SheetCell) => void): Promise<Mended[]> {
  const { styles, isDate1904 } = file
  const mended: Mended[] = []
  let row = 0
  const read = (column: number, cell: Cell, style: number) => {
    const found = readCell({ row, column, cell, formula: null }, styles[style] ?? PLAIN_STYLE, isDate1904)
    if (found) take(found)
  }
  const sink: CellSink = {
    row: (next) => {
      row = next
    },
    number: (column, value, style) => read(column, { kind: 'number', value }, style),
    text: (column, value, style) => read(column, { kind: 'text', value }, style),
    boolean: (column, value, style) => read(column, { kind: 'boolean', value }, style),
    error: (column, value, style) => read(column, { kind: 'error', value }, style),
    date: (column, value, style) => read(column, { kind: 'date', value }, style),
    mended: (code, count, message) => {
      mended.push({ code, count, message })
    },
  }
  await file.scan(place, sink)
  return mended
}
