import { type DecimalType, formatColumnType } from '../table/column-type.ts'
import { type Parsed, quoted, shown, type TypeRules } from './type-rules.ts'

/** A double holds every decimal number of this many digits, and not all of one more. */
const SURE_DIGITS = 15

const PLAIN_NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

/** Made once for each of these few hundred types: they are asked for every value. */
const known = new Map<number, TypeRules>()

export function decimalRules(type: DecimalType): TypeRules {
  const key = type.precision * 100 + type.scale
  const rules = known.get(key) ?? {
    pattern: decimalPattern(type),
    fromText: (text) => parseDecimal(type, text),
    fromJson: (json) => parseJsonNumber(type, json),
    toJsonText: quoted,
  }
  known.set(key, rules)
  return rules
}

/** Zeros after the last decimal place change nothing and are read. */
function decimalPattern({ precision, scale }: DecimalType): string {
  const places = precision - scale
  const integer = places === 0 ? '0' : `(?:0|[1-9][0-9]{0,${places - 1}})`
  const fraction = scale === 0 ? '0+' : `[0-9]{1,${scale}}0*`
  return String.raw`-?${integer}(?:\.${fraction})?`
}

function parseDecimal(type: DecimalType, text: string): Parsed {
  const [isNumber, sign = '', integer = '', decimals = ''] = PLAIN_NUMBER.exec(text) ?? []
  const name = formatColumnType(type)
  if (isNumber === undefined) {
    return { error: `${shown(text)} is not ${name}: write digits and a point, such as -12.50, without an exponent.` }
  }
  const fraction = withoutZerosAtEnd(decimals)
  if (fraction.length > type.scale) {
    return {
      error: `${shown(text)} has more than the ${type.scale} decimals of ${name}: round it, or give the column more.`,
    }
  }
  const places = type.precision - type.scale
  if (integer !== '0' && integer.length > places) {
    return {
      error: `${shown(text)} does not fit ${name}, which has ${places} digits before the point: give the column more.`,
    }
  }
  const isZero = integer === '0' && fraction === ''
  const point = type.scale === 0 ? '' : '.'
  return { text: `${isZero ? '' : sign}${integer}${point}${fraction.padEnd(type.scale, '0')}` }
}

/** By hand: a pattern that looks for the zeros would begin again at each of them. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

function parseJsonNumber(type: DecimalType, json: unknown): Parsed {
  if (typeof json !== 'number') {
    return { error: `${shown(json)} is not ${formatColumnType(type)}: send a string such as "12.50".` }
  }
  const [mantissa = '', exponent = '0'] = json.toExponential().split('e')
  const digits = mantissa.replace(/[-.]/g, '')
  // Past 2^53 a number that was sent with more digits may look as if it had a few.
  if (digits.length > SURE_DIGITS || Math.abs(json) > Number.MAX_SAFE_INTEGER) {
    return {
      error: `${json} has more than the ${SURE_DIGITS} digits a JSON number is sure to keep: send it as a string.`,
    }
  }
  return parseDecimal(type, `${json < 0 ? '-' : ''}${placePoint(digits, Number(exponent))}`)
}

/** The digits of a number below 2^53, the first of which counts 10^exponent. */
function placePoint(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const integer = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return fraction === '' ? integer : `${integer}.${fraction}`
}

/** Canonical text of a value that is kept as a whole number of its last decimals. */
export function formatDecimal(unscaled: bigint, scale: number): string {
  const sign = unscaled < 0n ? '-' : ''
  const digits = String(unscaled)
    .slice(sign.length)
    .padStart(scale + 1, '0')
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
