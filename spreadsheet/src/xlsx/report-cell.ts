import type { CellSink } from '../cell-sink.ts'
import { numberFromBytes, numberFromText } from './number-bytes.ts'
import { type SharedStrings, sharedString } from './shared-strings.ts'
import { BOOLEAN, cellText, DATE, ERROR, INLINE, NUMBER, SHARED, type SheetCell, STRING } from './sheet-cell.ts'
import { corruptXml } from './xml-errors.ts'
import { decodeEscapes } from './xml-text.ts'

const ISO =
  /^(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?|T?\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/

/** Tells a sink the value of a cell. A value that is not of the cell's type is reported as the text it is. */
export function reportCell(sink: CellSink, bytes: Buffer, cell: SheetCell, style: number, strings: SharedStrings) {
  const { column } = cell
  if (!cell.hasValue) {
    sink.blank?.(column, style)
    return
  }
  switch (cell.type) {
    case NUMBER:
      return reportNumber(sink, bytes, cell, style)
    case SHARED:
      return reportShared(sink, bytes, cell, style, strings)
    case INLINE:
      return sink.text(column, cellText(bytes, cell), style)
    case STRING:
      return sink.text(column, decodeEscapes(cellText(bytes, cell)), style)
    case BOOLEAN:
      return reportBoolean(sink, bytes, cell, style)
    case ERROR:
      return sink.error(column, cellText(bytes, cell), style)
    case DATE:
      return reportDate(sink, column, cellText(bytes, cell), style)
  }
}

function cellNumber(bytes: Buffer, { valueText, valueFrom, valueTo }: SheetCell): number {
  return valueText === null ? numberFromBytes(bytes, valueFrom, valueTo) : numberFromText(valueText)
}

function reportNumber(sink: CellSink, bytes: Buffer, cell: SheetCell, style: number) {
  const value = cellNumber(bytes, cell)
  if (Number.isNaN(value)) reportText(sink, cell.column, cellText(bytes, cell), style)
  else sink.number(cell.column, value, style)
}

function reportShared(sink: CellSink, bytes: Buffer, cell: SheetCell, style: number, strings: SharedStrings) {
  const index = cellNumber(bytes, cell)
  if (Number.isInteger(index)) sink.text(cell.column, sharedString(strings, index), style)
  else if (cellText(bytes, cell).trim() === '') sink.blank?.(cell.column, style)
  else throw corruptXml('a cell refers to a text that is not there')
}

function reportBoolean(sink: CellSink, bytes: Buffer, cell: SheetCell, style: number) {
  const number = cellNumber(bytes, cell)
  if (number === 0 || number === 1) return sink.boolean(cell.column, number === 1, style)
  const text = cellText(bytes, cell)
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') sink.boolean(cell.column, word === 'true', style)
  else reportText(sink, cell.column, text, style)
}

function reportDate(sink: CellSink, column: number, text: string, style: number) {
  if (ISO.test(text.trim())) sink.date(column, text.trim(), style)
  else reportText(sink, column, text, style)
}

function reportText(sink: CellSink, column: number, text: string, style: number) {
  if (text.trim() === '') sink.blank?.(column, style)
  else sink.text(column, text, style)
}
