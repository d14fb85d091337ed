/** Dates as Excel counts them: days since 30 December 1899, the time of day as a fraction. */

export type SerialDate = { serial: number; kind: 'date' | 'time' | 'datetime' }

const MS_PER_DAY = 86_400_000
const UNIX_EPOCH_SERIAL = 25_569
/** Before 1 March 1900 Excel's count is off by one, since it believes in a 29 February 1900. */
const FIRST_SERIAL = 61
const LAST_SERIAL = 2_958_465

const DATE = String.raw`(\d{4})-(\d\d)-(\d\d)`
const TIME = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?`
const DATE_ONLY = new RegExp(`^${DATE}$`)
const TIME_ONLY = new RegExp(`^${TIME}$`)
const DATE_AND_TIME = new RegExp(`^${DATE}[T ]${TIME}$`)

/** Null for what Excel has no number for: days before March 1900 or after 9999, and moments that name their time zone. */
export function serialOf(iso: string): SerialDate | null {
  if (iso.length === 10) {
    const date = DATE_ONLY.exec(iso)
    const serial = date && daysOf(date, 1)
    return serial === null ? null : { serial, kind: 'date' }
  }
  const time = TIME_ONLY.exec(iso)
  if (time) {
    const serial = fractionOf(time, 1)
    return serial === null ? null : { serial, kind: 'time' }
  }
  const both = DATE_AND_TIME.exec(iso)
  if (!both) return null
  const [days, fraction] = [daysOf(both, 1), fractionOf(both, 4)]
  return days === null || fraction === null ? null : { serial: days + fraction, kind: 'datetime' }
}

function daysOf(match: RegExpExecArray, from: number): number | null {
  const [year, month, day] = [Number(match[from]), Number(match[from + 1]), Number(match[from + 2])]
  const moment = Date.UTC(year, month - 1, day)
  const serial = moment / MS_PER_DAY + UNIX_EPOCH_SERIAL
  // Date.UTC takes 30 February for 1 or 2 March.
  const exists = month >= 1 && month <= 12 && day >= 1 && (day <= 28 || new Date(moment).getUTCDate() === day)
  return exists && serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? serial : null
}

function fractionOf(match: RegExpExecArray, from: number): number | null {
  const [hour, minute, second] = [Number(match[from]), Number(match[from + 1]), Number(match[from + 2] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  const microseconds = Number((match[from + 3] ?? '').padEnd(6, '0'))
  return ((hour * 60 + minute) * 60 + second + microseconds / 1e6) / 86_400
}
