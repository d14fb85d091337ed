import type { TextVerdict } from './text-verdict.ts'

/** Excel, JSON and most programs keep fifteen digits of a number. */
const SURE_DIGITS = 15

/** Room for next month's sums; what needs more takes all that DECIMAL has. */
const ROOMY_PRECISION = 18
const MAX_PRECISION = 38

const ZERO = 48
const NINE = 57
const MINUS = 45
const POINT = 46

/** What is known of the texts of a column as numbers. */
export type NumberEvidence = {
  /** True if the text is a number, or digits that are none (`007`, a long id). */
  observe(text: string): boolean
  /** For texts all of which were numbers. */
  verdict(texts: number): TextVerdict | null
  readonly counts: { leadingZero: number; longNumbers: number; maxDigits: number; numberLike: number }
}

export function createNumberEvidence(): NumberEvidence {
  const counts = { leadingZero: 0, longNumbers: 0, maxDigits: 0, numberLike: 0 }
  let integers = 0
  let decimals = 0
  let leastScale = Number.POSITIVE_INFINITY
  let mostScale = 0
  let mostWholeDigits = 1
  /** So far each text is the shortest form of its number. */
  let isShortest = true

  function observe(text: string): boolean {
    const from = text.charCodeAt(0) === MINUS ? 1 : 0
    const end = digitsEnd(text, from)
    if (end === from) return false
    const isNumberLike = end === text.length ? observeDigits(text, from, end - from) : observeDecimal(text, from, end)
    if (isNumberLike) counts.numberLike++
    return isNumberLike
  }

  function observeDigits(text: string, from: number, digits: number): boolean {
    if (digits > counts.maxDigits) counts.maxDigits = digits
    const isZero = text.charCodeAt(from) === ZERO
    if (isZero && digits > 1) counts.leadingZero++
    else if (digits > SURE_DIGITS) counts.longNumbers++
    else if (!isZero || from === 0) integers++
    return true
  }

  function observeDecimal(text: string, from: number, point: number): boolean {
    if (text.charCodeAt(point) !== POINT) return false
    const scale = text.length - point - 1
    if (scale === 0 || digitsEnd(text, point + 1) !== text.length) return false
    const whole = point - from
    const hasLeadingZero = whole > 1 && text.charCodeAt(from) === ZERO
    if (hasLeadingZero || (from === 1 && isZero(text))) return true
    decimals++
    if (scale < leastScale) leastScale = scale
    if (scale > mostScale) mostScale = scale
    if (whole > mostWholeDigits) mostWholeDigits = whole
    if (isShortest) isShortest = whole <= SURE_DIGITS && String(Number(text)) === text
    return true
  }

  function verdict(texts: number): TextVerdict | null {
    if (integers === texts) return { type: 'BIGINT', format: null }
    if (decimals === texts && leastScale === mostScale) return decimalVerdict(mostWholeDigits + mostScale, mostScale)
    return integers + decimals === texts && isShortest ? { type: 'DOUBLE', format: null } : null
  }

  return { observe, verdict, counts }
}

function decimalVerdict(precision: number, scale: number): TextVerdict | null {
  if (precision > MAX_PRECISION) return null
  return { type: `DECIMAL(${precision > ROOMY_PRECISION ? MAX_PRECISION : ROOMY_PRECISION},${scale})`, format: null }
}

function digitsEnd(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE) break
    at++
  }
  return at
}

/** `-0.00`: no type keeps the sign of zero in every spelling. */
const isZero = (text: string) => !/[1-9]/.test(text)
