import type { Cell } from '../../cell.ts'
import type { CellStyle } from '../../styles.ts'
import { serialToText } from '../../values/serial-date.ts'
import { isAbsent } from './absent-words.ts'
import { isCode } from './code-text.ts'
import { readDateText } from './date-text.ts'
import { readNumberText } from './number-text.ts'
import { shownNumber } from './shown-number.ts'
import type { Value } from './value.ts'

const TEXT: Value = { kind: 'text' }
const CODE: Value = { kind: 'code' }
const ABSENT: Value = { kind: 'absent' }
const ERROR: Value = { kind: 'error' }

/** Digits in rings and raised ones are marks of order and of notes. */
const MARK_DIGITS = /[①-⓿❶-➓²³¹⁰⁴-₉㉑-㉟]/

/** Longer texts are sentences. */
const LONGEST_VALUE = 60

/** What a cell means by itself, without its neighbours. `text` is the text people read in it. */
export function readValue(cell: Cell, style: CellStyle, text: string, isDate1904 = false): Value {
  switch (cell.kind) {
    case 'number':
      return readNumber(cell.value, style, isDate1904)
    case 'boolean':
      return { kind: 'boolean', value: cell.value }
    case 'error':
      return ERROR
    case 'date':
      return { kind: 'date', iso: cell.value, format: null }
    case 'text':
      return readText(cell.value, text, style)
  }
}

function readText(raw: string, text: string, style: CellStyle): Value {
  if (text.length > LONGEST_VALUE) return TEXT
  if (isAbsent(text)) return ABSENT
  if (isCode(text)) return CODE
  if (MARK_DIGITS.test(raw)) return TEXT
  const date = readDateText(text)
  if (date) return date
  const number = readNumberText(text)
  // Who formats digits as text means a name, not a quantity.
  if (number) return style.meaning === 'text' && /^\d+$/.test(text) ? CODE : number
  return readBoolean(text) ?? TEXT
}

function readBoolean(text: string): Value | null {
  const word = text.length <= 5 ? text.toLowerCase() : ''
  return word === 'true' || word === 'false' ? { kind: 'boolean', value: word === 'true' } : null
}

function readNumber(number: number, style: CellStyle, isDate1904: boolean): Value {
  const iso = serialToText(number, style.meaning, isDate1904)
  if (iso !== null) return { kind: 'date', iso, format: null }
  const { decimals, unit, calendarWord } = shownNumber(style)
  if (calendarWord !== null) return TEXT
  const isPercent = style.meaning === 'percent'
  return { kind: 'number', number, decimals: decimals ?? writtenDecimals(number), isPercent, unit }
}

/** Digits after the point in the shortest spelling; what binary fractions leave behind is not counted. */
function writtenDecimals(number: number): number {
  if (Number.isInteger(number)) return 0
  const [, fraction = ''] = String(Number(number.toPrecision(12))).split('.')
  return fraction.length
}
