import type { NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'

/** Of each line that holds the same numbers as an earlier one: that one. */
export function findCopies(numbers: NumberLines): Map<number, number> {
  const byFingerprint = new Map<number, number[]>()
  const copies = new Map<number, number>()
  for (let line = 0; line < numbers.lines; line++) {
    const fingerprint = fingerprintOf(numbers, line)
    if (fingerprint === 0) continue
    const like = byFingerprint.get(fingerprint)
    const original = like?.find((other) => isSame(numbers, other, line))
    if (original !== undefined) copies.set(line, original)
    else if (like) like.push(line)
    else byFingerprint.set(fingerprint, [line])
  }
  return copies
}

/** 0 for a line without a number. */
function fingerprintOf(numbers: NumberLines, line: number): number {
  let sum = 0
  for (let place = 0; place < numbers.places; place++) {
    const value = numbers.at(line, place)
    if (!Number.isNaN(value)) sum += value * ((place % 97) + 1)
  }
  return sum
}

function isSame(numbers: NumberLines, one: number, other: number): boolean {
  for (let place = 0; place < numbers.places; place++)
    if (!Object.is(numbers.at(one, place), numbers.at(other, place))) return false
  return true
}

/** Of lines that hold the same numbers those that stand together: a sum is of what stands beside it, not of a copy far away. */
export function tighten(relation: Relation, copies: ReadonlyMap<number, number>): Relation {
  const likes = (line: number) => {
    const original = copies.get(line) ?? line
    return [original, ...[...copies].filter(([, of]) => of === original).map(([copy]) => copy)]
  }
  if (copies.size === 0) return relation
  let tightest = relation
  const operandLikes = relation.operands.map(likes)
  for (const line of likes(relation.line)) {
    const operands = operandLikes.map((like) => like.reduce((one, other) => (nearer(line, other, one) ? other : one)))
    if (spanOf(line, operands) < spanOf(tightest.line, tightest.operands)) tightest = { ...relation, line, operands }
  }
  return tightest
}

const nearer = (line: number, one: number, other: number) => Math.abs(one - line) < Math.abs(other - line)

export const spanOf = (line: number, operands: readonly number[]) =>
  operands.reduce((span, operand) => span + Math.abs(operand - line), 0)
