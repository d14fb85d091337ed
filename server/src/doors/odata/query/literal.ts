import type { ColumnType } from '../../../engine/table/column-type.ts'
import type { LiteralForm } from './parse-expression.ts'
import type { Typed } from './value-type.ts'

const MOST_DIGITS = 38
const INT32 = 2_147_483_647n
const INT64 = 9_223_372_036_854_775_807n

/** A literal as a value of its type; undefined where it has the form of one and is none, as the 31st of February. */
export function literalValue(form: LiteralForm, text: string): Typed | undefined {
  switch (form) {
    case 'word':
      return text === 'null' ? { value: { kind: 'null' }, type: 'null' } : valued(text, { name: 'BOOLEAN' }, 'boolean')
    case 'string':
      return valued(text.slice(1, -1).replaceAll("''", "'"), { name: 'VARCHAR' }, 'string')
    case 'guid':
      return valued(text.toLowerCase(), { name: 'UUID' }, 'guid')
    case 'number':
      return number(text)
    case 'date':
      return isDay(text) ? valued(text, { name: 'DATE' }, 'date') : undefined
    case 'time':
      return isClock(text) ? valued(cutFraction(text), { name: 'TIME' }, 'time') : undefined
    case 'moment':
      return moment(text)
  }
}

const valued = (text: string, type: ColumnType, of: Typed['type']): Typed => ({
  value: { kind: 'value', text, type },
  type: of,
})

/** Exact, as long as it has no exponent and not more digits than a decimal can have. */
function number(text: string): Typed {
  if (/inf$|nan$/i.test(text)) return valued(text.toLowerCase(), { name: 'DOUBLE' }, 'double')
  const [, whole = '', decimals = '', exponent] = /^0*(\d*)(?:\.(\d+))?(e.*)?$/i.exec(text) ?? []
  const digits = whole.length + decimals.length
  if (exponent !== undefined || digits > MOST_DIGITS) return valued(text, { name: 'DOUBLE' }, 'double')
  if (decimals !== '')
    return valued(text, { name: 'DECIMAL', precision: Math.max(digits, 1), scale: decimals.length }, 'decimal')
  const value = BigInt(whole === '' ? '0' : whole)
  if (value <= INT64) return valued(text, { name: value <= INT32 ? 'INTEGER' : 'BIGINT' }, 'int')
  return valued(text, { name: 'DECIMAL', precision: digits, scale: 0 }, 'decimal')
}

const MOMENT = /^(-?\d+-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|([+-])(\d\d):(\d\d))$/i

/** In UTC; the fraction of its second is kept to the microsecond. */
function moment(text: string): Typed | undefined {
  const [, day = '', clock = '', , sign, hours = '0', minutes = '0'] = MOMENT.exec(text) ?? []
  if (!isDay(day) || !isClock(clock) || Number(hours) > 14 || Number(minutes) > 59) return undefined
  const [, toMinute = '', seconds = ':00', fraction = ''] = /^(\d\d:\d\d)(:\d\d)?(\.\d+)?$/.exec(clock) ?? []
  const awayMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const whole = new Date(Date.parse(`${day}T${toMinute}${seconds}Z`) - awayMs)
  const utc = whole.toISOString().replace(/\.000Z$/, '')
  return {
    value: { kind: 'value', text: cutFraction(`${utc}${fraction}`), type: { name: 'TIMESTAMP' } },
    type: 'moment',
  }
}

export const momentOf = (date: Date): Typed =>
  valued(date.toISOString().replace(/Z$/, ''), { name: 'TIMESTAMP' }, 'moment')

/** Years beyond four digits have no use here. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

const isClock = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/.test(text)

const cutFraction = (text: string) => text.replace(/(\.\d{6})\d+$/, '$1')
