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
