import type { LineWord } from '../line-words.ts'
import { findBlockSums } from './block-sums.ts'
import { isCircular } from './circular.ts'
import { findCopies } from './copied-lines.ts'
import { linesWithNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { settleSum } from './settle-sums.ts'

const MOST_LEVELS = 6
/** The share of the places where it must hold; more where nothing says that it is a sum. */
const LEAST_AGREEMENT = 0.6
const LEAST_WITHOUT_NAME = 0.7
/** Among more lines a total stands beside its block. */
const MANY = 2_000
/** Lines between a total and its block; more where it is called one. */
const GAPS = [0, 4]
const WIDE_GAP = 24
/** Among more lines nothing adds up over a wide gap, nor past shares that stand between. */
const FEW = 120

/** Totals of blocks of lines, then totals of those totals, level by level; last those that do not stand beside their block. */
export function findSums(
  numbers: NumberLines,
  words: readonly (LineWord | null)[],
  known: readonly Relation[],
): Relation[] {
  const all = linesWithNumbers(numbers)
  const search = searchIn(numbers, words, known)
  for (const gap of numbers.lines > MANY ? [0] : GAPS) search.addUp(all, gap)
  if (known.length > 0) search.addUp(outside(all, operandsIn(known)), 0)
  if (numbers.lines <= FEW) {
    search.addUp(amountsIn(numbers, words, search.found), 0)
    search.addUp(all, WIDE_GAP)
  }
  return [...search.found.values()]
}

/** Totals of what is left when all that is part of a total is, and shares and averages are: totals of totals of any kind. */
export function findOuterSums(
  numbers: NumberLines,
  words: readonly (LineWord | null)[],
  known: readonly Relation[],
): Relation[] {
  if (numbers.lines > FEW) return []
  const search = searchIn(numbers, words, known)
  const isKnown = new Set(known.map(({ line }) => line))
  search.addUp(amountsIn(numbers, words, search.found), 0)
  return [...search.found.values()].filter(({ line }) => !isKnown.has(line))
}

type Search = { found: Map<number, Relation>; addUp(lines: readonly number[], gap: number): void }

function searchIn(numbers: NumberLines, words: readonly (LineWord | null)[], known: readonly Relation[]): Search {
  const found = new Map(known.map((relation) => [relation.line, relation]))
  const copies = findCopies(numbers)
  const settle = (sum: Relation) => settleSum(numbers, sum, words, (line) => found.has(line))
  const addUp = (lines: readonly number[], gap: number) => {
    const mayBe = isLikely(lines.length, words, gap === WIDE_GAP)
    let order = lines
    for (let level = 0; level < MOST_LEVELS; level++) {
      const sums = [...findBlockSums(numbers, order, gap), ...findBlockSums(numbers, order.toReversed(), gap)]
      const fresh = chooseSums(sums.filter(mayBe), found, copies, settle)
      if (fresh.length === 0) break
      order = outside(order, operandsIn(fresh))
    }
  }
  return { found, addUp }
}

/** Shares and averages stand between the amounts that are added up. */
function amountsIn(
  numbers: NumberLines,
  words: readonly (LineWord | null)[],
  found: ReadonlyMap<number, Relation>,
): number[] {
  const isRate = (line: number) => {
    const op = found.get(line)?.op
    return words[line] === 'ratio' || words[line] === 'average' || op === 'division' || op === 'average'
  }
  return outside(linesWithNumbers(numbers), operandsIn([...found.values()])).filter((line) => !isRate(line))
}

const operandsIn = (sums: readonly Relation[]) =>
  new Set(sums.flatMap(({ op, operands }) => (op === 'sum' ? operands : [])))

const outside = (lines: readonly number[], taken: ReadonlySet<number>) => lines.filter((line) => !taken.has(line))

/** How much more than chance a sum must be worth, in bits, and what it is worth that a line is called one. */
const MARGIN = 6
const WORTH_OF_A_WORD = 8

const isLikely = (lines: number, words: readonly (LineWord | null)[], isFar: boolean) => {
  const cost = Math.log2(lines + 1) + MARGIN
  return ({ line, agreement, bits }: Relation) => {
    const isCalledSo = words[line] === 'sum'
    if (isFar && !isCalledSo) return false
    return (
      agreement >= (isCalledSo ? LEAST_AGREEMENT : LEAST_WITHOUT_NAME) &&
      bits + (isCalledSo ? WORTH_OF_A_WORD : 0) >= cost
    )
  }
}

/** The strongest first; no line is computed twice nor are its copies, and none from what is computed from it. */
function chooseSums(
  sums: readonly Relation[],
  found: Map<number, Relation>,
  copies: ReadonlyMap<number, number>,
  settle: (sum: Relation) => Relation,
): Relation[] {
  const fresh: Relation[] = []
  const outer: OuterSums = new Map()
  for (const sum of found.values()) keepOuter(outer, sum)
  const byOriginal = Map.groupBy(found.values(), ({ line }) => copies.get(line) ?? line)
  for (const candidate of sums.toSorted((one, other) => other.bits - one.bits || distanceOf(one) - distanceOf(other))) {
    const sum = settle(candidate)
    const original = copies.get(sum.line) ?? sum.line
    const likes = byOriginal.get(original) ?? []
    if (found.has(sum.line) || likes.some((like) => isSaidTwice(like, sum)) || isCircular(sum, found)) continue
    if (outer.get(sum.line)?.some((addends) => sum.operands.every((operand) => addends.has(operand)))) continue
    byOriginal.set(original, [...likes, sum])
    found.set(sum.line, sum)
    fresh.push(sum)
    keepOuter(outer, sum)
  }
  return fresh
}

/** For each line the addends of the sums it is part of. A total is never added up together with all that is in it. */
type OuterSums = Map<number, ReadonlySet<number>[]>

function keepOuter(outer: OuterSums, { op, operands }: Relation) {
  if (op !== 'sum') return
  const addends = new Set(operands)
  for (const operand of operands) {
    const known = outer.get(operand)
    if (known) known.push(addends)
    else outer.set(operand, [addends])
  }
}

const distanceOf = ({ line, operands }: Relation) => Math.min(...operands.map((operand) => Math.abs(operand - line)))

/** A copy far away only repeats what is computed elsewhere; one right beside it is as much a result as its twin. */
const isSaidTwice = (one: Relation, other: Relation) =>
  Math.abs(one.line - other.line) > 1 && one.operands.some((operand) => other.operands.includes(operand))
