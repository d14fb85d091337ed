import { numberOrText } from '@bindery/spreadsheet/write/number-or-text.ts'
import type { StyleToWrite } from '@bindery/spreadsheet/write/style-to-write.ts'
import type { CellToWrite } from '@bindery/spreadsheet/write/workbook-to-write.ts'
import type { ColumnType } from '../../tabular/column-type.ts'

/** How values stand in a workbook that is sent out, so that nothing is lost when it comes back. */

/** Spreadsheets keep no more digits of what somebody types. */
const SAFE_DIGITS = 15
const SAFE_WHOLE = 10 ** SAFE_DIGITS
/** Of a second; finer ones would not survive the way through a serial. */
const SAFE_FRACTION = 3

/** Takes canonical texts, and values as answers have them in JSON. */
export type ToCell = (value: string | number | boolean) => CellToWrite

/** Texts are marked as such: what somebody types into the column then stays as he typed it. */
const TEXT: StyleToWrite = { numberFormat: '@' }

export function columnStyle(type: ColumnType): StyleToWrite {
  switch (type.name) {
    case 'INTEGER':
    case 'BIGINT':
      return { numberFormat: '0' }
    case 'DECIMAL':
      return { numberFormat: type.scale === 0 ? '#,##0' : `#,##0.${'0'.repeat(Math.min(type.scale, SAFE_DIGITS))}` }
    case 'DATE':
      return { numberFormat: 'yyyy-mm-dd' }
    case 'TIME':
      return { numberFormat: 'hh:mm:ss' }
    case 'TIMESTAMP':
      return { numberFormat: 'yyyy-mm-dd hh:mm:ss' }
    case 'DOUBLE':
    case 'BOOLEAN':
      return {}
    default:
      return TEXT
  }
}

/** Makes cells of a column's values. */
export function cellMaker(type: ColumnType): ToCell {
  switch (type.name) {
    case 'INTEGER':
      return Number
    case 'BIGINT':
    case 'DECIMAL':
      return exactNumber
    case 'DOUBLE':
      return (value) => Number(value) || 0
    case 'BOOLEAN':
      return (value) => value === true || value === 'true'
    case 'DATE':
      return dateCell
    case 'TIME':
    case 'TIMESTAMP':
      return momentCell
    case 'TIMESTAMPTZ':
      return (value) => String(value).replace(' ', 'T').replace('+00', 'Z')
    default:
      return String
  }
}

/** Digits beyond those a spreadsheet keeps make it a text. */
function exactNumber(value: string | number | boolean): CellToWrite {
  if (typeof value === 'number') return Math.abs(value) < SAFE_WHOLE ? value : String(value)
  const text = String(value)
  return text.length > SAFE_DIGITS && significantDigits(text) > SAFE_DIGITS ? text : numberOrText(text)
}

function significantDigits(text: string): number {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '')
  return text.includes('.') ? digits.replace(/0+$/, '').length : digits.length
}

const dateCell: ToCell = (value) => ({ cell: { kind: 'date', value: String(value) } })

function momentCell(value: string | number | boolean): CellToWrite {
  const text = String(value)
  const point = text.indexOf('.')
  return point >= 0 && text.length - point - 1 > SAFE_FRACTION ? text.replace('T', ' ') : dateCell(text)
}
