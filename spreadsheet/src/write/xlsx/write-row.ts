import { MOST_COLUMNS, MOST_ROWS } from '../../xlsx/cell-reference.ts'
import type { CellToWrite, RowToWrite, SpecialRow } from '../workbook-to-write.ts'
import { columnAt, type SheetInWriting } from './sheet-in-writing.ts'
import { writeRichCell } from './write-rich-cell.ts'
import { writeBoolean, writeInteger, writeNumber, writeText } from './write-value.ts'
import { ascii } from './xml-bytes.ts'

/** Of a row beside its cells. */
const ROW_BYTES = 120

const ROW_BEGIN = ascii('<row r="')
const ROW_ATTRIBUTES_END = ascii('">')
const ROW_END = ascii('</row>')

export function writeRow(sheet: SheetInWriting, row: RowToWrite) {
  const isSpecial = 'cells' in row
  const cells = isSpecial ? row.cells : row
  const { out } = sheet
  if (sheet.rows >= MOST_ROWS) throw new RangeError(`A sheet has at most ${MOST_ROWS} rows.`)
  if (cells.length > MOST_COLUMNS) throw new RangeError(`A sheet has at most ${MOST_COLUMNS} columns.`)
  sheet.rowDigits = String(++sheet.rows)
  out.reserve(ROW_BYTES, 0)
  out.bytes(ROW_BEGIN)
  out.ascii(sheet.rowDigits)
  if (isSpecial) out.ascii(rowAttributes(row))
  out.bytes(ROW_ATTRIBUTES_END)
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]
    if (cell !== null && cell !== undefined) writeCell(sheet, column, cell)
  }
  out.reserve(ROW_BYTES, 0)
  out.bytes(ROW_END)
}

function rowAttributes({ height, isHidden = false, outlineLevel = 0 }: SpecialRow): string {
  return [
    height === undefined ? '' : `" ht="${height}" customHeight="1`,
    isHidden ? '" hidden="1' : '',
    outlineLevel > 0 ? `" outlineLevel="${outlineLevel}` : '',
  ].join('')
}

function writeCell(sheet: SheetInWriting, column: number, cell: Exclude<CellToWrite, null>) {
  const { styleId } = columnAt(sheet, column)
  if (typeof cell === 'number') writeNumber(sheet, column, cell, styleId)
  else if (typeof cell === 'string') writeText(sheet, column, cell, styleId)
  else if (typeof cell === 'boolean') writeBoolean(sheet, column, cell, styleId)
  else if (typeof cell === 'bigint') writeInteger(sheet, column, cell, styleId)
  else writeRichCell(sheet, column, cell)
}
