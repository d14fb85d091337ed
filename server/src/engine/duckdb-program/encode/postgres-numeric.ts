import { formatDecimal } from '../../values/decimal.ts'
import type { ByteWriter } from './byte-writer.ts'

/** Digits are sent in groups of four, counted from the point. */
const GROUP = 4
const NEGATIVE = 0x4000

/** A decimal number as PostgreSQL's binary form has it: how many groups, the power of the first, the sign, decimals, groups. */
export function writeNumeric(text: string, out: ByteWriter) {
  const isNegative = text.startsWith('-')
  const [whole = '', decimals = ''] = (isNegative ? text.slice(1) : text).split('.')
  const left = whole.padStart(Math.ceil(whole.length / GROUP) * GROUP, '0')
  const right = decimals.padEnd(Math.ceil(decimals.length / GROUP) * GROUP, '0')
  const all = groupsOf(left + right)
  let weight = left.length / GROUP - 1
  let first = 0
  while (first < all.length && all[first] === 0) first += 1
  let end = all.length
  while (end > first && all[end - 1] === 0) end -= 1
  weight = first === end ? 0 : weight - first
  out.int16(end - first)
  out.int16(weight)
  out.int16(isNegative && first !== end ? NEGATIVE : 0)
  out.int16(decimals.length)
  for (let n = first; n < end; n++) out.int16(all[n] ?? 0)
}

const TEN_THOUSAND = 10_000
/** Of a whole number that is exact there are four, and one more when the point divides a group. */
const groups = new Uint16Array(8)
const POWERS = [1, 10, 100, 1_000] as const
/** A number times a thousand must be exact, too. */
const MOST_SCALED = Number.MAX_SAFE_INTEGER / 1_000

/** The same of a whole number that is exact, with a point before its last `scale` digits, without making a text of it. */
export function writeSafeNumeric(value: number, scale: number, out: ByteWriter) {
  if (Math.abs(value) > MOST_SCALED) return writeNumeric(formatDecimal(BigInt(value), scale), out)
  const missing = (GROUP - (scale % GROUP)) % GROUP
  let rest = Math.abs(value) * (POWERS[missing] ?? 1)
  let weight = -(scale + missing) / GROUP
  let count = 0
  for (; rest > 0; weight++) {
    const upper = Math.floor(rest / TEN_THOUSAND)
    const group = rest - upper * TEN_THOUSAND
    rest = upper
    // Groups of zeros at the end are not sent.
    if (count > 0 || group > 0) groups[count++] = group
  }
  out.int16(count)
  out.int16(count === 0 ? 0 : weight - 1)
  out.int16(value < 0 ? NEGATIVE : 0)
  out.int16(scale)
  for (let n = count - 1; n >= 0; n--) out.int16(groups[n] ?? 0)
}

function groupsOf(digits: string): number[] {
  const groups: number[] = []
  for (let at = 0; at < digits.length; at += GROUP) groups.push(Number(digits.slice(at, at + GROUP)))
  return groups
}
