import { columnLetters } from '../../xlsx/cell-reference.ts'
import type { StyleToWrite } from '../style-to-write.ts'
import type { ColumnToWrite, ReportLoss } from '../workbook-to-write.ts'
import { type CellMarks, cellMarks } from './cell-marks.ts'
import type { StyleTable } from './style-table.ts'
import { ascii, XmlBytes } from './xml-bytes.ts'

/** A sheet while its rows are being written. */
export type SheetInWriting = {
  name: string
  out: XmlBytes
  styles: StyleTable
  columnsToWrite: readonly ColumnToWrite[]
  columns: ColumnInWriting[]
  /** By style. */
  marks: CellMarks[]
  report: ReportLoss
  /** How many rows have been begun. */
  rows: number
  /** The number of the row at hand, as the addresses of its cells spell it. */
  rowDigits: string
  hasFormulas: boolean
}

export type ColumnInWriting = { address: Uint8Array; style: StyleToWrite; styleId: number }

type SheetSettings = { name: string; columns: readonly ColumnToWrite[]; styles: StyleTable; report: ReportLoss }

/** Of a cell beside its texts. */
const CELL_BYTES = 160

export function beginSheet({ name, columns, styles, report }: SheetSettings): SheetInWriting {
  const nothingYet = { out: new XmlBytes(), columns: [], marks: [], rows: 0, rowDigits: '', hasFormulas: false }
  return { name, styles, report, columnsToWrite: columns, ...nothingYet }
}

export function columnAt(sheet: SheetInWriting, column: number): ColumnInWriting {
  const known = sheet.columns[column]
  if (known) return known
  for (let next = sheet.columns.length; next <= column; next++) {
    const style = sheet.columnsToWrite[next]?.style ?? {}
    const address = ascii(`<c r="${columnLetters(next)}`)
    sheet.columns.push({ address, style, styleId: sheet.styles.idOf(style) })
  }
  return columnAt(sheet, column)
}

export function marksOf(sheet: SheetInWriting, styleId: number): CellMarks {
  const known = sheet.marks[styleId]
  if (known) return known
  const marks = cellMarks(styleId)
  sheet.marks[styleId] = marks
  return marks
}

/** Its address and the mark, with room for texts of so many characters. */
export function beginCell(sheet: SheetInWriting, column: number, mark: Uint8Array, characters: number) {
  const { out } = sheet
  out.reserve(CELL_BYTES, characters)
  out.bytes(columnAt(sheet, column).address)
  out.ascii(sheet.rowDigits)
  out.bytes(mark)
}
