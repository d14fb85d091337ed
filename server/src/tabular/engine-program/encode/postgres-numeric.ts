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
  const groups = groupsOf(left + right)
  let weight = left.length / GROUP - 1
  let first = 0
  while (first < groups.length && groups[first] === 0) first += 1
  let end = groups.length
  while (end > first && groups[end - 1] === 0) end -= 1
  weight = first === end ? 0 : weight - first
  out.int16(end - first)
  out.int16(weight)
  out.int16(isNegative && first !== end ? NEGATIVE : 0)
  out.int16(decimals.length)
  for (let n = first; n < end; n++) out.int16(groups[n] ?? 0)
}

function groupsOf(digits: string): number[] {
  const groups: number[] = []
  for (let at = 0; at < digits.length; at += GROUP) groups.push(Number(digits.slice(at, at + GROUP)))
  return groups
}
