import type { LineWord } from '../line-words.ts'
import { findBlockSums } from './block-sums.ts'
import { isCircular } from './circular.ts'
import { findCopies } from './copied-lines.ts'
import { linesWithNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { settleSum } from './settle-sums.ts'

const MOST_LEVELS = 6
const LEAST_AGREEMENT = 0.6
/** Among more lines a total stands beside its block. */
const MANY = 2_000
/** Lines between a total and its block. */
const GAPS = [0, 4]

/** Totals of blocks of lines, then totals of those totals, level by level; last those that do not stand beside their block. */
export function findSums(numbers: NumberLines, words: readonly (LineWord | null)[]): Relation[] {
  const all = linesWithNumbers(numbers)
  const found = new Map<number, Relation>()
  const copies = findCopies(numbers)
  const settle = (sum: Relation) => settleSum(numbers, sum, words, (line) => found.has(line))
  for (const gap of numbers.lines > MANY ? [0] : GAPS) {
    let order = all
    for (let level = 0; level < MOST_LEVELS; level++) {
      const sums = [...findBlockSums(numbers, order, gap), ...findBlockSums(numbers, order.toReversed(), gap)]
      const fresh = chooseSums(sums.filter(isLikely(order.length, words)), found, copies, settle)
      if (fresh.length === 0) break
      const taken = new Set(fresh.flatMap(({ op, operands }) => (op === 'sum' ? operands : [])))
      order = order.filter((line) => !taken.has(line))
    }
  }
  return [...found.values()]
}

/** How much more than chance a sum must be worth, in bits, and what it is worth that a line is called one. */
const MARGIN = 6
const WORTH_OF_A_WORD = 8

const isLikely = (lines: number, words: readonly (LineWord | null)[]) => {
  const cost = Math.log2(lines + 1) + MARGIN
  return ({ line, agreement, bits }: Relation) =>
    agreement >= LEAST_AGREEMENT && bits + (words[line] === 'sum' ? WORTH_OF_A_WORD : 0) >= cost
}

/** The strongest first; no line is computed twice nor are its copies, and none from what is computed from it. */
function chooseSums(
  sums: readonly Relation[],
  found: Map<number, Relation>,
  copies: ReadonlyMap<number, number>,
  settle: (sum: Relation) => Relation,
): Relation[] {
  const fresh: Relation[] = []
  const byOriginal = Map.groupBy(found.values(), ({ line }) => copies.get(line) ?? line)
  for (const told of sums.toSorted((one, other) => other.bits - one.bits || distanceOf(one) - distanceOf(other))) {
    const sum = settle(told)
    const original = copies.get(sum.line) ?? sum.line
    const likes = byOriginal.get(original) ?? []
    if (found.has(sum.line) || likes.some((like) => shareOperands(like, sum)) || isCircular(sum, found)) continue
    byOriginal.set(original, [...likes, sum])
    found.set(sum.line, sum)
    fresh.push(sum)
  }
  return fresh
}

const distanceOf = ({ line, operands }: Relation) => Math.min(...operands.map((operand) => Math.abs(operand - line)))

const shareOperands = (one: Relation, other: Relation) =>
  one.operands.some((operand) => other.operands.includes(operand))
