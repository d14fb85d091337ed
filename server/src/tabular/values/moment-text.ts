/** Days and times as canonical text writes them. Years beyond 9999, which only a query can compute, have a sign and six digits. */

const DAY_MICROS = 86_400_000_000n

/** Whole days since 1970 and the microseconds that have passed of the day, also before 1970. */
export function splitMoment(micros: bigint): { day: number; micros: number } {
  // Bigints are divided towards zero: before 1970 the remainder is negative and counts back from the next day.
  const remainder = Number(micros % DAY_MICROS)
  const day = Number(micros / DAY_MICROS)
  return remainder >= 0 ? { day, micros: remainder } : { day: day - 1, micros: remainder + Number(DAY_MICROS) }
}

export function formatMoment(moment: bigint): string {
  const { day, micros } = splitMoment(moment)
  return `${formatDay(day)} ${formatTime(micros)}`
}

export function formatTime(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = micros % 1_000_000
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
}

/** JavaScript's Date ends before DuckDB's dates do; the calendar repeats after 400 years. */
const CYCLE_DAYS = 146_097
const DAY_MILLIS = 86_400_000

export function formatDay(days: number): string {
  const cycles = Math.floor(days / CYCLE_DAYS)
  const day = new Date((days - cycles * CYCLE_DAYS) * DAY_MILLIS)
  const year = formatYear(day.getUTCFullYear() + cycles * 400)
  return `${year}-${twoDigits(day.getUTCMonth() + 1)}-${twoDigits(day.getUTCDate())}`
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

const twoDigits = (part: number) => (part < 10 ? `0${part}` : String(part))
