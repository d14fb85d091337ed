import type { LineWord } from '../line-words.ts'
import type { NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'

/**
 * Where one line is the sum of two others, either the sum was computed or what is left of it. What is left comes last, after
 * that from which it is taken; it may be less than nothing, or is called a difference. A sum that is one already, of lines of
 * its own, was not computed from these.
 */
export function settleSum(
  numbers: NumberLines,
  relation: Relation,
  words: readonly (LineWord | null)[],
  isKnown: (line: number) => boolean,
): Relation {
  const { line: whole, operands, op } = relation
  const last = Math.max(...operands)
  const other = Math.min(...operands)
  if (op !== 'sum' || operands.length !== 2 || last < whole) return relation
  const isMiddle = other < whole
  const isCalledSo = words[last] === 'difference' || (words[last] !== 'sum' && words[whole] !== 'sum' && isMiddle)
  if (isCalledSo || isKnown(whole) || (dips(numbers, relation, last) && words[whole] !== 'sum'))
    return { ...relation, line: last, op: 'difference', operands: [whole, other] }
  return relation
}

/** Below nothing somewhere, where what it is taken from and what is taken never are. */
function dips(numbers: NumberLines, { line, operands, places }: Relation, last: number): boolean {
  let isBelow = false
  for (const place of places) {
    if (numbers.isRate(place)) continue
    if (numbers.at(last, place) < 0) isBelow = true
    if (numbers.at(line, place) < 0) return false
    for (const operand of operands) if (operand !== last && numbers.at(operand, place) < 0) return false
  }
  return isBelow
}
