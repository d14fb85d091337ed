import { quoteText } from '../values/type-rules.ts'
import { type NumberSlot, sqlDay, sqlMoment, sqlNumberText, sqlTime } from './number-sql.ts'

/** The slots of a column: where its numbers and its texts are, if there are any. */
export type ColumnSlots = { number: NumberSlot | null; text: string | null }

export type TypedAs = { type: string; format: string | null }

/** SQL of the column's type over its slots; every staged value is one of it, or it is NULL. */
export function typedSql({ type, format }: TypedAs, { number, text }: ColumnSlots): string {
  const parts = [
    ...(text === null ? [] : [textSql(text, type, format)]),
    ...(number === null ? [] : [numberSql(number, type)]),
  ]
  if (parts.length === 0) return `CAST(NULL AS ${type})`
  return parts.length === 1 ? `${parts[0]}` : `coalesce(${parts.join(', ')})`
}

function numberSql(number: NumberSlot, type: string): string {
  switch (type) {
    case 'VARCHAR':
      return sqlNumberText(number)
    case 'DATE':
      return sqlDay(number)
    case 'TIMESTAMP':
      return sqlMoment(number)
    case 'TIME':
      return sqlTime(number)
    case 'BOOLEAN':
      return `(${number.slot} = 1)`
    default:
      return type === 'DOUBLE' ? number.slot : `CAST(${number.slot} AS ${type})`
  }
}

function textSql(slot: string, type: string, format: string | null): string {
  if (type === 'VARCHAR') return slot
  if (type === 'BOOLEAN') return booleanSql(slot, format ?? 'TRUE/FALSE')
  if (format === null) return `CAST(${slot} AS ${type})`
  return `CAST(strptime(${slot}, ${quoteText(strptimeFormat(format))}) AS ${type})`
}

function booleanSql(slot: string, format: string): string {
  const [yes = '', no = ''] = format.split('/')
  return `(CASE lower(${slot}) WHEN ${quoteText(yes.toLowerCase())} THEN true WHEN ${quoteText(no.toLowerCase())} THEN false END)`
}

/** The spelling of a date as DuckDB names it; a part with or without a leading zero is read alike. */
const strptimeFormat = (format: string) =>
  format.replaceAll('%', '%%').replace(/YYYY|MM?|DD?|HH?|mm|ss|S{1,6}/g, (token) => STRPTIME[token] ?? '%f')

const STRPTIME: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  MM: '%m',
  M: '%m',
  DD: '%d',
  D: '%d',
  HH: '%H',
  H: '%H',
  mm: '%M',
  ss: '%S',
}
