import type { ReturnedCell } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { serialToTime, serialToTimestamp } from '@bindery-data/spreadsheet/values/serial-date.ts'
import { unmarkFormulas } from '@bindery-data/spreadsheet/write/csv/formula-marks.ts'
import { numberOrText } from '@bindery-data/spreadsheet/write/number-or-text.ts'
import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type { CellToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import type { ColumnType } from '../../engine/table/column-type.ts'
import { parseValue } from '../../engine/values/values.ts'

/** Of a text in a cell. */
const MOST_CHARACTERS = 32_767

/**
 * Does the cell still say what was sent out? Programs spell values in other ways, and a file cannot hold all of them: what
 * such a way leads to is no edit.
 */
export function isSameInFile(type: ColumnType, sent: string | null, cell: ReturnedCell, isDate1904: boolean): boolean {
  if (sent === null || cell === null) return (sent ?? '') === '' && cell === null
  const read = readFileCell(type, cell, isDate1904)
  if ('problem' in read) return false
  if (read.text === sent) return true
  switch (type.name) {
    case 'VARCHAR':
      return isSameText(sent, cell)
    case 'JSON':
      return typeof cell === 'string' && cell === cutText(sent)
    case 'DOUBLE':
      return digitsOf(Number(read.text)) === digitsOf(Number(sent))
    case 'TIME':
    case 'TIMESTAMP':
      return typeof cell !== 'string' && read.text !== null && toMilliseconds(read.text) === toMilliseconds(sent)
    default:
      return false
  }
}

function isSameText(sent: string, cell: ReturnedCell): boolean {
  // A csv file that was written without them came back as if it had apostrophes before what looks like a formula.
  if (typeof cell === 'string') {
    const spellings = [sent, unmarkFormulas(sent, ','), unmarkFormulas(sent, ';')]
    return spellings.some((spelling) => asFileHolds(cell) === asFileHolds(spelling))
  }
  // Users do not type numbers into a column of texts: a program took the text for one.
  if (typeof cell === 'number') return sent.trim() !== '' && digitsOf(Number(sent)) === digitsOf(cell)
  if (typeof cell === 'boolean') return sent.toUpperCase() === textOf(cell)
  return isSameDay(sent, cell)
}

/** XML knows one line end, and a cell only so many characters. */
const asFileHolds = (text: string) => cutText(text).replace(/\r\n?/g, '\n')

function cutText(text: string): string {
  const kept = text.slice(0, MOST_CHARACTERS)
  return text.length > MOST_CHARACTERS && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept
}

/** A text that a program took for a date. */
function isSameDay(sent: string, cell: ReturnedCell): boolean {
  const [meant, found] = [sent, cell].map((day) => readFileCell({ name: 'TIMESTAMP' }, day, false))
  return meant !== undefined && found !== undefined && 'text' in meant && 'text' in found && meant.text === found.text
}

const digitsOf = (value: number) => value.toPrecision(SAFE_DIGITS)

/** What a serial can tell apart. */
const toMilliseconds = (text: string) => text.replace(/(\.\d{3})\d+$/, '$1').replace(/\.?0+$/, '')

/** What a cell that came back says in the type of its column, or why that cannot be said. */
type ReadCell = { text: string | null } | { problem: CellProblem }
export type CellProblem = 'uncastable_value' | 'error_value' | 'formula_without_value'

const UNCASTABLE = { problem: 'uncastable_value' } as const

/** Reads it however the program that saved the file spelled it: as text, as a serial, with another format. */
export function readFileCell(type: ColumnType, cell: ReturnedCell, isDate1904: boolean): ReadCell {
  if (cell === null) return { text: null }
  if (typeof cell === 'object' && 'formula' in cell) return { problem: 'formula_without_value' }
  if (typeof cell === 'object' && 'error' in cell) return { problem: 'error_value' }
  for (const spelling of spellingsOf(type, cell, isDate1904)) {
    const parsed = parseValue(type, spelling)
    if ('text' in parsed) return { text: parsed.text }
  }
  return UNCASTABLE
}

type Filled = Exclude<ReturnedCell, null | { error: string } | { formula: true }>

/** Values that may be meant, the likeliest first; the first that the type takes is it. */
function spellingsOf(type: ColumnType, cell: Filled, isDate1904: boolean): unknown[] {
  switch (type.name) {
    case 'INTEGER':
    case 'BIGINT':
    case 'DECIMAL':
    case 'DOUBLE':
      return numbersIn(type.name, cell)
    case 'BOOLEAN':
      return [booleanIn(cell)]
    case 'DATE':
      return [dayOf(momentIn(cell, isDate1904))]
    case 'TIME':
      return [timeIn(cell)]
    case 'TIMESTAMP':
      return [momentIn(cell, isDate1904)]
    case 'TIMESTAMPTZ':
      return [cell, `${momentIn(cell, isDate1904)}Z`]
    case 'UUID':
    case 'JSON':
      return [textOf(cell).trim()]
    case 'VARCHAR':
      return [textOf(cell)]
  }
}

/** As a person would read the cell. */
function textOf(cell: Filled): string {
  if (typeof cell === 'object') return cell.date
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

function numbersIn(type: string, cell: Filled): unknown[] {
  const value = typeof cell === 'object' ? cell.serial : cell
  // What a program computed is off in the sixteenth digit: it means the number with fifteen.
  if (typeof value === 'number') return type === 'DOUBLE' ? [value] : [Number(value.toPrecision(SAFE_DIGITS))]
  if (typeof value !== 'string') return []
  const narrow = value.normalize('NFKC').trim()
  const plain = (GROUPED.test(narrow) ? narrow.replaceAll(',', '') : narrow).replace(/^\+/, '')
  return [plain, plain.replace(/\.0+$/, ''), ...(/e/i.test(plain) ? [Number(plain)] : [])]
}

function booleanIn(cell: Filled): unknown {
  const text = textOf(cell).trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : text
}

const DAY = String.raw`(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?`
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?`
const MOMENT = new RegExp(`^${DAY}(?:[T ]+${CLOCK})?$`)
const TIME = new RegExp(`^(?:\\d{4}-\\d\\d-\\d\\d[T ])?${CLOCK}$`)

/** `2024-01-05 10:30:00`, whatever the program made of it. */
function momentIn(cell: Filled, isDate1904: boolean): string {
  if (typeof cell === 'number') return serialToTimestamp(cell, isDate1904) ?? ''
  const [, year, month, day, ...clock] = MOMENT.exec(textOf(cell).normalize('NFKC').trim()) ?? []
  return year ? `${year}-${two(month)}-${two(day)} ${clockOf(clock)}` : ''
}

function timeIn(cell: Filled): string {
  const serial = typeof cell === 'object' ? cell.serial : cell
  if (typeof serial === 'number') return serialToTime(serial) ?? ''
  const [, ...clock] = TIME.exec(textOf(cell).normalize('NFKC').trim()) ?? []
  return clock.length > 0 ? clockOf(clock) : ''
}

const clockOf = ([hour = '00', minute = '00', second = '00', fraction = '']: readonly (string | undefined)[]) =>
  `${two(hour)}:${minute}:${second}${fraction}`

const two = (digits = '') => digits.padStart(2, '0')

/** A day has no time; midnight is none. */
const dayOf = (moment: string) => (moment.endsWith(' 00:00:00') ? moment.slice(0, 10) : moment)

// How values stand in a workbook that is sent out, so that nothing is lost when it comes back.

/** Spreadsheets show, take and keep no more digits than this. */
const SAFE_DIGITS = 15
const SAFE_WHOLE = 10 ** SAFE_DIGITS
/** Of a second; finer ones would not survive the way through a serial. */
const SAFE_FRACTION = 3

/** Takes canonical texts, and values as answers have them in JSON. */
export type ToCell = (value: string | number | boolean) => CellToWrite

/** Texts are marked as such: what is typed into the column then stays as it was typed. */
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
