export const ZERO = 0x30

export const MOST_DIGITS = 40
/** The digits of the number being written stand at its end. */
export const DIGITS = new Uint8Array(MOST_DIGITS)
const BILLION = 1_000_000_000

/** Where the digits begin; at least so many are laid. */
export function layDigits(value: number, least: number): number {
  let at = MOST_DIGITS
  let rest = value
  while (rest >= BILLION) {
    const upper = Math.floor(rest / BILLION)
    at = layNine(rest - upper * BILLION, at)
    rest = upper
  }
  for (; rest > 0; rest = Math.floor(rest / 10)) DIGITS[--at] = ZERO + (rest % 10)
  while (at > MOST_DIGITS - least) DIGITS[--at] = ZERO
  return at
}

function layNine(value: number, end: number): number {
  let rest = value
  for (let at = end - 1; at >= end - 9; at--) {
    DIGITS[at] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end - 9
}

export function writePair(bytes: Buffer, at: number, value: number): number {
  const tenth = (value / 10) | 0
  bytes[at] = ZERO + tenth
  bytes[at + 1] = ZERO + value - tenth * 10
  return at + 2
}

/** Whole numbers up to this are reckoned with as such, which is faster. */
export const SMALL = 999_999_999

export function digitsOf(value: number): number {
  let digits = 1
  for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits++
  return digits
}

/** The digits of a whole number that is exact and not negative, ending before `end`; where they begin. */
export function layBack(bytes: Buffer, end: number, value: number): number {
  let at = end
  let rest = value
  while (rest > SMALL) {
    const upper = Math.floor(rest / BILLION)
    let lower = rest - upper * BILLION
    for (let n = 0; n < 9; n++) {
      const tenth = (lower / 10) | 0
      bytes[--at] = ZERO + lower - tenth * 10
      lower = tenth
    }
    rest = upper
  }
  let small = rest | 0
  do {
    const tenth = (small / 10) | 0
    bytes[--at] = ZERO + small - tenth * 10
    small = tenth
  } while (small > 0)
  return at
}

/** A text of ASCII characters; where it ends. */
export function layText(bytes: Buffer, at: number, text: string): number {
  for (let n = 0; n < text.length; n++) bytes[at + n] = text.charCodeAt(n)
  return at + text.length
}

const COLON = 0x3a
const POINT = 0x2e
const HYPHEN = 0x2d

/** A time of the day, as `formatTime` has it; where it ends. */
export function layClock(bytes: Buffer, start: number, micros: number): number {
  const seconds = (micros / 1_000_000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  let at = writePair(bytes, start, hours)
  bytes[at] = COLON
  at = writePair(bytes, at + 1, minutes - hours * 60)
  bytes[at] = COLON
  at = writePair(bytes, at + 1, seconds - minutes * 60)
  let fraction = micros - seconds * 1_000_000
  if (fraction > 0) bytes[at++] = POINT
  for (let tenth = 100_000; fraction > 0; fraction %= tenth, tenth /= 10) {
    bytes[at++] = ZERO + Math.floor(fraction / tenth)
  }
  return at
}

const DAYS_FROM_0000_03_01 = 719_468
const DAYS_OF_400_YEARS = 146_097

/** A day of the years 1 to 9999, counted from 1970, as 2026-01-31; where it ends. By Hinnant's way of reckoning: years begin in March. */
export function layDay(bytes: Buffer, start: number, days: number): number {
  const since = days + DAYS_FROM_0000_03_01
  const era = (since / DAYS_OF_400_YEARS) | 0
  const dayOfEra = since - era * DAYS_OF_400_YEARS
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1_460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0))
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  let at = writePair(bytes, start, (year / 100) | 0)
  at = writePair(bytes, at, year % 100)
  bytes[at] = HYPHEN
  at = writePair(bytes, at + 1, month)
  bytes[at] = HYPHEN
  return writePair(bytes, at + 1, dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1)
}
