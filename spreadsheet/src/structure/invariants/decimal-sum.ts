/** A sum of decimals without rounding: whole numbers of units of each size. */
export type DecimalSum = {
  /** By digits after the point: as far as a number is exact, and what went beyond. */
  units: number[]
  large: bigint[]
}

export const newSum = (): DecimalSum => ({ units: [], large: [] })

/** A double holds so many digits, and a number of no more characters has no more of them. */
const MOST_EXACT = 15
const LAST_DIGIT = '9'.charCodeAt(0)
const MOST_CENTS = 10 ** (MOST_EXACT - 2)

export function addNumber(sum: DecimalSum, value: number) {
  if (Number.isSafeInteger(value)) {
    addUnits(sum, 0, value)
    return
  }
  // Most figures have at most two decimals, and spelling a number costs ten times as much as this.
  const cents = Math.round(value * 100)
  if (Math.abs(cents) < MOST_CENTS && cents / 100 === value) addUnits(sum, 2, cents)
  else addLong(sum, String(value))
}

/** Adds a plain or exponential number; any other text adds nothing. */
export function addText(sum: DecimalSum, text: string) {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return
  // A letter in the second place: hexadecimal digits are none of a decimal.
  if (text.length <= MOST_EXACT && !(text.charCodeAt(1) > LAST_DIGIT)) addNumber(sum, value)
  else addLong(sum, text)
}

const DECIMAL = /^\s*([+-]?\d*)\.?(\d*)(?:e([+-]?\d+))?\s*$/i

function addLong(sum: DecimalSum, text: string) {
  const [, whole = '', decimals = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (!/\d/.test(whole + decimals)) return
  const scale = decimals.length - Number(exponent)
  const digits = BigInt(`${whole}${decimals}`.replace('+', ''))
  addLarge(sum, Math.max(0, scale), scale < 0 ? digits * 10n ** BigInt(-scale) : digits)
}

function addUnits(sum: DecimalSum, scale: number, units: number) {
  const next = (sum.units[scale] ?? 0) + units
  if (Number.isSafeInteger(next)) sum.units[scale] = next
  else {
    addLarge(sum, scale, BigInt(sum.units[scale] ?? 0) + BigInt(units))
    sum.units[scale] = 0
  }
}

function addLarge(sum: DecimalSum, scale: number, units: bigint) {
  sum.large[scale] = (sum.large[scale] ?? 0n) + units
}

/** Adds what another sum amounts to. */
export function addSum(sum: DecimalSum, other: DecimalSum) {
  for (const [scale, units] of other.units.entries()) if (units) addUnits(sum, scale, units)
  for (const [scale, units] of other.large.entries()) if (units) addLarge(sum, scale, units)
}

/** In plain digits, without zeros at the end. */
export function spellSum({ units, large }: DecimalSum): string {
  const scale = Math.max(0, units.length - 1, large.length - 1)
  let total = 0n
  for (let at = 0; at <= scale; at++) total += (BigInt(units[at] ?? 0) + (large[at] ?? 0n)) * 10n ** BigInt(scale - at)
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0')
  const decimals = digits.slice(digits.length - scale).replace(/0+$/, '')
  const whole = `${total < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}`
  return scale === 0 || decimals === '' ? whole : `${whole}.${decimals}`
}
