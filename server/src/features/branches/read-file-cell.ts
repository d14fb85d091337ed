import type { ReturnedCell } from '@bindery/spreadsheet/returned/returned-cell.ts'
import { serialToTime, serialToTimestamp } from '@bindery/spreadsheet/values/serial-date.ts'
import type { ColumnType } from '../../tabular/column-type.ts'
import { parseValue } from '../../tabular/values.ts'

/** What a cell that came back says in the type of its column, or why that cannot be said. */
export type ReadCell = { text: string | null } | { problem: CellProblem }
export type CellProblem = 'uncastable_value' | 'error_value' | 'formula_without_value'

/** Spreadsheets show and take no more digits than this. */
const SAFE_DIGITS = 15
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
export function textOf(cell: Filled): string {
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
