/** Powers of ten that a double holds exactly. */
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, n) => 10 ** n)
const NUMBER = /^[ \t\r\n]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[ \t\r\n]*$/i

/**
 * The number spelled there, or NaN where none is. As long as the digits fit into a double exactly and so does the power of
 * ten, one division rounds as the standard demands; the rest is left to the language.
 */
export function numberFromBytes(bytes: Buffer, from: number, to: number): number {
  let at = from
  const isNegative = bytes[at] === 0x2d
  if (isNegative) at++
  let digits = 0
  let pointAt = -1
  const digitsFrom = at
  for (; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
    else if (digit === -2 && pointAt < 0) pointAt = at
    else return numberFromText(bytes.toString('latin1', from, to))
  }
  const count = pointAt < 0 ? to - digitsFrom : to - digitsFrom - 1
  if (count > 15) return finite(Number(bytes.toString('latin1', from, to)))
  if (count === 0) return Number.NaN
  const value = pointAt < 0 ? digits : digits / (EXACT_POWERS[to - pointAt - 1] ?? 1)
  return isNegative ? -value : value
}

/** As above, for texts. What is beyond the range of a double is no number here: it would be reported as infinity. */
export function numberFromText(text: string): number {
  return NUMBER.test(text) ? finite(Number(text)) : Number.NaN
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN
}
