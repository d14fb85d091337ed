import type { Cell } from '@bindery-data/sdk'
import { spellValue } from '../../values/spell-value.ts'

/** What a column's type means for those who see and write its cells. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'other'

export function kindOf(type: string): CellKind {
  const name = type.replace(/\(.*/, '')
  if (name === 'VARCHAR') return 'text'
  if (['INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL', 'HUGEINT', 'FLOAT', 'SMALLINT', 'TINYINT', 'UBIGINT'].includes(name))
    return 'number'
  if (name === 'BOOLEAN') return 'boolean'
  if (name === 'DATE') return 'date'
  return name.startsWith('TIMESTAMP') ? 'timestamp' : 'other'
}

/** A value as it goes to the clipboard and into an editor: nothing added, nothing lost. */
export function plainText(value: Cell | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A value as a cell shows it, by the number format of its column where that has one. */
export function shownText(value: Cell | undefined, kind: CellKind, format: string | null = null): string {
  const isHeld = typeof value === 'number'
  const formatted = format === null ? null : formattedText(plainText(value), kind, format, isHeld)
  if (formatted !== null) return formatted
  if (kind === 'number') return grouped(plainText(value))
  if (kind === 'boolean' && typeof value === 'boolean') return value ? '✓' : '✗'
  if (kind === 'timestamp' && typeof value === 'string') return value.replace('T', ' ')
  return plainText(value)
}

/** More digits than a number of JavaScript holds. */
const MOST_DIGITS = 15
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/
/** The day that spreadsheets count from. */
const FIRST_DAY = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** Null where the format says nothing about it, or cannot say it exactly. `isHeld`: it is a number of JavaScript as it is. */
function formattedText(text: string, kind: CellKind, format: string, isHeld: boolean): string | null {
  if (text === '' || format === 'General') return null
  if (kind === 'number') {
    const isExact = isHeld || (text.replace(/[^\d]/g, '').length <= MOST_DIGITS && Number.isFinite(Number(text)))
    return isExact ? spellValue({ v: Number(text), t: 'n', z: format }) : null
  }
  if (kind !== 'date' && kind !== 'timestamp') return null
  const [, ...parts] = MOMENT.exec(text) ?? []
  const [year = Number.NaN, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const serial = (Date.UTC(year, month - 1, day, hour, minute, second) - FIRST_DAY) / DAY_MS
  // Spreadsheets miscount the days before March 1900.
  return serial > 60 ? spellValue({ v: serial, t: 'd', z: format }) : null
}

/** Digits in threes, by text: a number of JavaScript would round those of DECIMAL and BIGINT. */
function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole.length > 3 ? sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + rest : text
}

/** The value that a person's text means in a column of that type, or undefined when it means none. */
export function readTyped(text: string, type: string): Cell | undefined {
  const kind = kindOf(type)
  if (text === '') return null
  if (kind === 'text') return text
  // Full-width digits and signs are what a Japanese keyboard writes.
  const folded = text.normalize('NFKC').trim()
  if (folded === '') return null
  if (kind === 'number') return readNumber(folded)
  if (kind === 'boolean') return readBoolean(folded)
  if (kind === 'date') return readDay(folded)
  if (kind === 'timestamp') return readMoment(folded)
  return text
}

const NUMBER = /^[-+]?(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d*)?(e[-+]?\d+)?$/i

/** Stays a text, so that no digit is lost: 1,200 ¥1,200 1,200円 (1,200) ▲1,200 12% */
function readNumber(text: string): string | undefined {
  const isNegative = /^\(.*\)$/.test(text) || /^[△▲−]/.test(text)
  const bare = text
    .replace(/^[(△▲−]\s*/, '')
    .replace(/\)$/, '')
    .replace(/^[¥$€£]\s*|\s*円$/g, '')
  const share = /^(.*\d)\s*%$/.exec(bare)?.[1]
  const digits = share ?? bare
  if (!NUMBER.test(digits) || (isNegative && /^[-+]/.test(digits))) return undefined
  const plain = (isNegative ? '-' : '') + digits.replaceAll(',', '').replace(/^\+/, '')
  return share === undefined ? plain : hundredth(plain)
}

/** Moves the point by two places, in text. */
function hundredth(plain: string): string | undefined {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(plain) ?? []
  if (whole + part === '') return undefined
  const digits = whole.padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${part}`
}

const TRUE = new Set(['true', 't', 'yes', 'y', '1', 'はい', '○', '✓'])
const FALSE = new Set(['false', 'f', 'no', 'n', '0', 'いいえ', '×', '✗'])

function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined
}

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/

/** Year first, as everybody in the house reads it; 4/1/2026 could be two days and is none. */
function readDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined
}

function readMoment(text: string): string | undefined {
  const [, day = '', time = '00:00:00', zone = ''] =
    /^(.*?)(?:[T\s]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[-+]\d{2}:?\d{2})?)?$/.exec(text) ?? []
  const iso = readDay(day.trim())
  if (!iso) return undefined
  const [hours = '', ...rest] = time.split(':')
  const clock = [hours.padStart(2, '0'), ...rest, ...(rest.length === 1 ? ['00'] : [])].join(':')
  return Number(hours) < 24 ? `${iso}T${clock}${zone}` : undefined
}
