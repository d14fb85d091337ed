import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { ReaderSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { AS_WRITTEN, AS_WRITTEN_IN, AS_WRITTEN_WITH_COMMA } from '@bindery-data/spreadsheet/structure/type-column.ts'
import { type DateOrder, readOrdered } from '@bindery-data/spreadsheet/structure/values/date-order.ts'
import { readWithComma } from '@bindery-data/spreadsheet/structure/values/number-text.ts'
import { readValue } from '@bindery-data/spreadsheet/structure/values/read-value.ts'
import type { Value } from '@bindery-data/spreadsheet/structure/values/value.ts'
import { type NumberMeaning, PLAIN_STYLE } from '@bindery-data/spreadsheet/styles.ts'
import {
  booleanToText,
  cellToText,
  numberToText,
  toCanonical,
} from '@bindery-data/spreadsheet/values/canonical-text.ts'
import { isoToCanonical } from '@bindery-data/spreadsheet/values/iso-date.ts'
import { serialToDate, serialToTime, serialToTimestamp } from '@bindery-data/spreadsheet/values/serial-date.ts'
import type { ColumnType } from '../table/column-type.ts'
import { parseValue } from '../values/values.ts'

export type Conversion = {
  type: ColumnType
  format: string | null
  reader: Pick<ReaderSpec, 'null_values' | 'trim' | 'decimal_char' | 'group_char'>
  isDate1904: boolean
}

/** Canonical text or null, or what is wrong with the value. */
export type Converted = { text: string | null } | { code: 'uncastable_value' | 'error_value' }

const UNCASTABLE: Converted = { code: 'uncastable_value' }
const NOTHING: Converted = { text: null }

/** A cell as a value of a column whose type a person decided. */
export function convertCell(cell: Cell, meaning: NumberMeaning, conversion: Conversion): Converted {
  const isText = conversion.type.name === 'VARCHAR'
  switch (cell.kind) {
    case 'text':
      return convertText(cell.value, conversion)
    case 'number':
      return isText
        ? { text: cellToText(cell.value, meaning, conversion.isDate1904) }
        : canonical(numberAs(cell.value, conversion), conversion.type)
    case 'boolean':
      return isText ? { text: booleanToText(cell.value) } : canonical(String(cell.value), conversion.type)
    case 'date':
      return canonical(isoAs(cell.value, conversion.type), conversion.type)
    case 'error':
      if (conversion.reader.null_values.includes(cell.value)) return NOTHING
      return isText ? { text: cell.value } : { code: 'error_value' }
  }
}

/** The cell as it stands, for a column that falls back to text and for reports. */
export function textOfCell(cell: Cell, meaning: NumberMeaning, isDate1904: boolean): string {
  if (cell.kind === 'number') return cellToText(cell.value, meaning, isDate1904)
  return cell.kind === 'boolean' ? booleanToText(cell.value) : cell.value
}

function convertText(value: string, { type, format, reader }: Conversion): Converted {
  const text = reader.trim ? value.trim() : value
  if (text === '' || reader.null_values.includes(text)) return NOTHING
  if (type.name === 'VARCHAR') return { text }
  if (format === AS_WRITTEN) return convertMeaning(meaningOf(text), type)
  if (format === AS_WRITTEN_WITH_COMMA)
    return convertMeaning(readWithComma(text.normalize('NFKC')) ?? meaningOf(text), type)
  const order = ORDERS.get(format ?? '')
  if (order) return convertMeaning(readOrdered(text.normalize('NFKC'), order) ?? meaningOf(text), type)
  if (format !== null) return canonical(toCanonical(type.name, format, text), type)
  if (!isNumeric(type)) return canonical(text, type)
  const converted = canonical(plainNumber(text, reader), type)
  if ('text' in converted) return converted
  // A spec that says these are numbers means `▲1,200` and `(300)` too.
  const meaning = meaningOf(text)
  return meaning.kind === 'number' ? convertMeaning(meaning, type) : converted
}

const ORDERS: ReadonlyMap<string, DateOrder> = new Map([
  [AS_WRITTEN_IN.month_first, 'month_first'],
  [AS_WRITTEN_IN.day_first, 'day_first'],
])

/** What a text means by itself. */
export const meaningOf = (text: string) =>
  readValue({ kind: 'text', value: text }, PLAIN_STYLE, text.normalize('NFKC').replace(/\s+/g, ' ').trim())

function convertMeaning(meaning: Value, type: ColumnType): Converted {
  switch (meaning.kind) {
    case 'number':
      return canonical(numberToText(meaning.number), type)
    case 'date':
      return canonical(isoAs(meaning.iso, type), type)
    case 'boolean':
      return canonical(String(meaning.value), type)
    case 'absent':
      return NOTHING
    default:
      return UNCASTABLE
  }
}

export const isNumeric = ({ name }: ColumnType) => ['INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL'].includes(name)

/** `1,234.50` as the reader spells groups and decimals; what is grouped otherwise stays as it is, and is no number. */
function plainNumber(text: string, { group_char: group, decimal_char: point }: Conversion['reader']): string {
  const [whole = '', decimals, ...more] = text.split(point)
  if (more.length > 0) return text
  const digits = group === '' ? [whole] : whole.split(group)
  const isGrouped = digits.length > 1 && digits.slice(1).every((part) => /^\d{3}$/.test(part)) && digits[0] !== ''
  if (digits.length > 1 && !isGrouped) return text
  return decimals === undefined ? digits.join('') : `${digits.join('')}.${decimals}`
}

function numberAs(value: number, { type, isDate1904 }: Conversion): string | null {
  switch (type.name) {
    case 'DATE':
      return Number.isInteger(value) ? serialToDate(value, isDate1904) : null
    case 'TIMESTAMP':
      return serialToTimestamp(value, isDate1904)
    case 'TIME':
      return serialToTime(value)
    default:
      return numberToText(value)
  }
}

function isoAs(iso: string, type: ColumnType): string | null {
  if (type.name === 'DATE' || type.name === 'TIME' || type.name === 'TIMESTAMP') return isoToCanonical(type.name, iso)
  return iso
}

/** The grammar of the service has the last word. */
function canonical(text: string | null, type: ColumnType): Converted {
  if (text === null) return UNCASTABLE
  const parsed = parseValue(type, text)
  return 'error' in parsed ? UNCASTABLE : parsed
}
