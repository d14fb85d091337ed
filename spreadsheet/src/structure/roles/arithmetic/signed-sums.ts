import type { LineWord } from '../line-words.ts'
import { weighSum } from './block-sums.ts'
import type { NumberLines } from './number-lines.ts'
import { newTally, type Relation, relationOf } from './relation.ts'

/** A result of a statement is made of at most so many lines above it. */
const MOST_TERMS = 4
/** Bits that say which lines and which signs. */
const COST = 6
const LEAST_AGREEMENT = 0.8

/**
 * Lines that are what lines right before them come to, some of them taken off: an ordinary profit is the operating profit, more
 * what else was earned, less what else was spent. There are so many ways that only a line whose name or looks say that it is
 * a result is tried. `order` holds the lines that are part of no sum.
 */
export function findSignedSums(
  numbers: NumberLines,
  order: readonly number[],
  known: ReadonlyMap<number, Relation>,
  words: readonly (LineWord | null)[],
  isMarked: (line: number) => boolean,
): Relation[] {
  const found: Relation[] = []
  for (const [position, line] of order.entries()) {
    const isToldSo = words[line] === 'difference' || words[line] === 'sum' || isMarked(line)
    const before = order.slice(Math.max(0, position - MOST_TERMS), position)
    if (known.has(line) || !isToldSo) continue
    const best = bestCombination(numbers, line, before)
    if (best && best.agreement >= LEAST_AGREEMENT && best.bits >= COST) found.push(best)
  }
  return found
}

function bestCombination(numbers: NumberLines, line: number, before: readonly number[]): Relation | null {
  let best: Relation | null = null
  for (let terms = 2; terms <= before.length; terms++) {
    const operands = before.slice(-terms)
    for (let signs = 1; signs < 1 << (terms - 1); signs++) {
      const relation = weighSigned(numbers, line, operands, signs)
      if (relation && relation.bits > (best?.bits ?? 0)) best = relation
    }
  }
  return best
}

/** The first operand counts as it is; each bit of `signs` takes off one of the others. */
function weighSigned(numbers: NumberLines, line: number, operands: readonly number[], signs: number): Relation | null {
  const tally = newTally()
  for (let place = 0; place < numbers.places; place++) {
    if (Number.isNaN(numbers.at(line, place))) continue
    let sum = 0
    let addends = 0
    let isOneOfThem = false
    for (const [n, operand] of operands.entries()) {
      const value = numbers.at(operand, place)
      if (value === 0 || Number.isNaN(value)) continue
      const isTakenOff = n > 0 && ((signs >> (n - 1)) & 1) === 1
      sum += isTakenOff ? -value : value
      addends++
      isOneOfThem ||= value === numbers.at(line, place)
    }
    // Where the others come to nothing the line is a copy of the one that is left.
    weighSum(tally, numbers, line, place, sum, isOneOfThem ? 1 : addends)
  }
  const relation = relationOf(line, 'difference', operands, tally)
  const takesOffAll = signs === (1 << (operands.length - 1)) - 1
  return relation && !takesOffAll ? { ...relation, isMixed: true } : relation
}
