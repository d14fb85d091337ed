import { numberToText } from '../src/values/canonical-text.ts'
import { TOKEN } from '../src/values/date-format.ts'
import { serialToDate, serialToTime, serialToTimestamp } from '../src/values/serial-date.ts'

/** The reverse of `toCanonical`: the text as it stood in the file. */
export function fromCanonical(type: string, format: string | null, canonical: string): string {
  if (format === null) return canonical
  if (type !== 'BOOLEAN') return printAs(format, canonical)
  const [yes = 'true', no = 'false'] = format.split('/')
  return canonical === 'true' ? yes : no
}

/** A number of a workbook as the service keeps it in a column of this type; null where the type has no such value. */
export function numberToCanonical(type: string, value: number, isDate1904: boolean): string | null {
  switch (type) {
    case 'DATE':
      return Number.isInteger(value) ? serialToDate(value, isDate1904) : null
    case 'TIME':
      return serialToTime(value)
    case 'TIMESTAMP':
      return serialToTimestamp(value, isDate1904)
    case 'BIGINT':
      return Number.isSafeInteger(value) ? String(value) : null
    default:
      return numberToText(value)
  }
}

const CANONICAL = /^(?:(\d{4})-(\d\d)-(\d\d))?[ ]?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/

function printAs(template: string, canonical: string): string {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = ''] =
    CANONICAL.exec(canonical) ?? []
  const spelled: Readonly<Record<string, string>> = {
    YYYY: year,
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
    HH: hour,
    H: String(Number(hour)),
    mm: minute,
    ss: second,
  }
  return template.replace(TOKEN, (token) => spelled[token] ?? fraction.padEnd(token.length, '0'))
}
