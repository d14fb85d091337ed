import { daysInMonth } from './date-format.ts'

const ISO =
  /^(?:(?!0000)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?(?:(^|[T ])([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?)?$/

/** A date spelled out in a workbook as the service keeps it; null where it is none of this type. */
export function isoToCanonical(type: 'DATE' | 'TIME' | 'TIMESTAMP', iso: string): string | null {
  const match = ISO.exec(iso)
  if (match === null || iso === '') return null
  const [, year, month = '', day = '', , hour, minute = '', second = '00', fraction = ''] = match
  if (year !== undefined && Number(day) > daysInMonth(Number(year), Number(month))) return null
  const shortened = fraction.replace(/0+$/, '')
  const date = year === undefined ? null : `${year}-${month}-${day}`
  const time = hour === undefined ? null : `${hour}:${minute}:${second}${shortened === '' ? '' : `.${shortened}`}`
  if (type === 'DATE') return time === null ? date : null
  if (type === 'TIME') return date === null ? time : null
  return date === null ? null : `${date} ${time ?? '00:00:00'}`
}
