import type { NumberMeaning } from '../styles.ts'

/** The day after 9999-12-31, as Excel counts. */
const END_OF_1900 = 2_958_466
const DAYS_BETWEEN_SYSTEMS = 1462
const MS_PER_DAY = 86_400_000

/** Excel takes 1900 for a leap year: this day never was. */
const FICTITIOUS_DAY = 60

/** Midnight of a day and the milliseconds since, or null for what is no moment that ever was. */
export function momentOfSerial(serial: number, isDate1904: boolean): { day: number; ms: number } | null {
  const inSystem1900 = isDate1904 ? serial + DAYS_BETWEEN_SYSTEMS : serial
  if (!(serial >= 0) || !(inSystem1900 >= 1)) return null
  let day = Math.floor(inSystem1900)
  let ms = Math.round((serial - Math.floor(serial)) * MS_PER_DAY)
  if (ms === MS_PER_DAY) {
    day += 1
    ms = 0
  }
  return day === FICTITIOUS_DAY || day >= END_OF_1900 ? null : { day, ms }
}

/** `2024-01-05`; null where the serial is no day of the calendar. Its time is left out. */
export function serialToDate(serial: number, isDate1904: boolean): string | null {
  const moment = momentOfSerial(serial, isDate1904)
  return moment === null ? null : isoDay(moment.day)
}

/** `2024-01-05 10:30:00`, rounded to the millisecond as Excel shows it; null where the serial is no day of the calendar. */
export function serialToTimestamp(serial: number, isDate1904: boolean): string | null {
  const moment = momentOfSerial(serial, isDate1904)
  return moment === null ? null : `${isoDay(moment.day)} ${isoTime(moment.ms)}`
}

/** `10:30:00`; null where the serial is more or less than a time of day. */
export function serialToTime(serial: number): string | null {
  const ms = Math.round(serial * MS_PER_DAY)
  return serial >= 0 && ms < MS_PER_DAY ? isoTime(ms) : null
}

/** As a person would read the number by its format; null where it means no date or time, or one that never was. */
export function serialToText(serial: number, meaning: NumberMeaning, isDate1904: boolean): string | null {
  switch (meaning) {
    case 'date':
      return Number.isInteger(serial) ? serialToDate(serial, isDate1904) : serialToTimestamp(serial, isDate1904)
    case 'datetime':
      return serialToTimestamp(serial, isDate1904)
    case 'time':
      return serialToTime(serial) ?? serialToTimestamp(serial, isDate1904)
    default:
      return null
  }
}

function isoDay(day: number): string {
  const daysSince1970 = day - (day < FICTITIOUS_DAY ? 25_568 : 25_569)
  return new Date(daysSince1970 * MS_PER_DAY).toISOString().slice(0, 10)
}

function isoTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.?0+$/, '')
}
