import type { NumberMeaning } from '../styles.ts'
import { dateFormat } from './date-format.ts'
import { serialToText } from './serial-date.ts'

/** The templates of what is canonical already. */
const CANONICAL_TEMPLATES: Readonly<Record<string, string>> = {
  DATE: 'YYYY-MM-DD',
  TIME: 'HH:mm:ss',
  TIMESTAMP: 'YYYY-MM-DD HH:mm:ss',
}

/** A text of a column as the service keeps its value; null where it is none of this type and spelling. */
export function toCanonical(type: string, format: string | null, text: string): string | null {
  const template = format ?? CANONICAL_TEMPLATES[type]
  switch (type) {
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
      return dateFormat(template ?? '').parse(text)
    case 'BOOLEAN':
      return toBoolean(format ?? 'true/false', text)
    case 'BIGINT':
      return WHOLE_NUMBER.test(text) ? text : null
    case 'DOUBLE':
      return PLAIN_NUMBER.test(text) ? numberToText(Number(text)) : null
    case 'VARCHAR':
      return text
    default:
      return PLAIN_NUMBER.test(text) ? text : null
  }
}

const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

function toBoolean(format: string, text: string): string | null {
  const at = format.split('/').indexOf(text)
  return at === -1 ? null : String(at === 0)
}

/** The shortest text that names this number and no other. */
export function numberToText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A number of a workbook as a text a person would recognise, for columns that hold other things too. */
export function cellToText(value: number, meaning: NumberMeaning, isDate1904: boolean): string {
  return serialToText(value, meaning, isDate1904) ?? numberToText(value)
}

/** A boolean of a workbook, as Excel shows it. */
export const booleanToText = (value: boolean) => (value ? 'TRUE' : 'FALSE')
