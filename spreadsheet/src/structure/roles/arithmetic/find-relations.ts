import type { LineWord } from '../line-words.ts'
import { findAverages } from './averages.ts'
import { isCircular } from './circular.ts'
import { spanOf } from './copied-lines.ts'
import { findOuterSums, findSums } from './find-sums.ts'
import { findTriples } from './find-triples.ts'
import { findHoledSums } from './holed-sums.ts'
import { findLoneSums } from './lone-sums.ts'
import { findNamesakeRelations } from './namesake-relations.ts'
import { linesWithNumbers, mostBitsOf, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { settleRatios } from './settle-ratios.ts'
import { settleSum } from './settle-sums.ts'
import { findSignedSums } from './signed-sums.ts'
import { findStrideSums } from './stride-sums.ts'

/** What is known of the lines of a table beside their numbers. */
export type LineFacts = {
  words: readonly (LineWord | null)[]
  names: readonly string[]
  /** What formulas say; arithmetic is asked about the other lines only. */
  known?: readonly Relation[]
  /** Looks like a result. */
  isMarked?(line: number): boolean
}

/** How some of the lines of a table are computed: what is known of it, and what the numbers themselves say. */
export function findRelations(
  numbers: NumberLines,
  { words, names, known = [], isMarked = () => false }: LineFacts,
): Relation[] {
  const found = new Map(findSums(numbers, words, known).map((relation) => [relation.line, relation]))
  const isFound = (line: number) => found.has(line)
  const take = (relations: readonly Relation[]) => {
    for (const relation of relations)
      if (!isFound(relation.line) && !isCircular(relation, found)) found.set(relation.line, relation)
  }
  const others =
    numbers.lines > MANY
      ? []
      : [...findOthers(numbers, words, names), ...settleRatios(numbers, findTriples(numbers), words)]
  take(
    others
      .map((relation) => settleSum(numbers, relation, words, isFound))
      .toSorted((one, other) => worthOf(other, words) - worthOf(one, words)),
  )
  take(findHoledSums(numbers, isFound).toSorted((one, other) => other.bits - one.bits))
  take(findOuterSums(numbers, words, [...found.values()]))
  take(findLoneSums(numbers, words, names, isFound))
  take(findSignedSums(numbers, outerLines(numbers, found), found, words, isMarked))
  return [...found.values()].filter((relation) => relation.isFormula || !countsTwice(relation, found))
}

/** A table of more lines is a list: nothing but totals of blocks is looked for in it. */
const MANY = 2_000

/** Lines with numbers that are part of no sum. */
function outerLines(numbers: NumberLines, found: ReadonlyMap<number, Relation>): number[] {
  const parts = new Set([...found.values()].flatMap(({ op, operands }) => (op === 'sum' ? operands : [])))
  return linesWithNumbers(numbers).filter((line) => !parts.has(line))
}

/** Among more lines an average is found only where one is called so. */
const FEW = 300
const LEAST_AGREEMENT = 0.7
/** How much more than chance a relation must be worth. */
const MARGIN = 8

function findOthers(numbers: NumberLines, words: readonly (LineWord | null)[], names: readonly string[]): Relation[] {
  const order = linesWithNumbers(numbers)
  const cost = 2 * Math.log2(numbers.lines + 1) + MARGIN
  const bits = Array.from({ length: numbers.lines }, (_, line) => mostBitsOf(numbers, line))
  const isWorth = (line: number, least: number) => (bits[line] ?? 0) >= least
  const isTried = (line: number) =>
    words[line] === 'average' ? isWorth(line, cost) : numbers.lines <= FEW && isWorth(line, 2 * cost)
  const averages = [...findAverages(numbers, order, isTried), ...findAverages(numbers, order.toReversed(), isTried)]
  // Numbers like each other have many averages: one that is not called so must say twice as much.
  const sure = averages.filter(({ line, bits }) => words[line] === 'average' || bits >= 2 * cost)
  return [
    ...findStrideSums(numbers, (line) => isWorth(line, cost)),
    ...findNamesakeRelations(numbers, names, words),
    ...sure,
  ].filter(({ bits, agreement }) => bits >= cost && agreement >= LEAST_AGREEMENT)
}

/** A sum, or an average, of a total and of all that is in it. */
function countsTwice({ op, operands }: Relation, found: ReadonlyMap<number, Relation>): boolean {
  if (op !== 'sum' && op !== 'average') return false
  const within = new Set(operands)
  return operands.some((operand) => {
    const inner = found.get(operand)
    return inner?.op === 'sum' && inner.operands.every((line) => within.has(line))
  })
}

/** In bits: a change is a longer way to tell than a division, and a name that says what a line is weighs as much as a number. */
const COST_OF_A_CHANGE = 8
const WORTH_OF_A_WORD = 8

/** What is computed from near lines in a simple way, and is called so, is likelier than what is not. */
function worthOf({ line, op, operands, bits }: Relation, words: readonly (LineWord | null)[]): number {
  const word = words[line]
  const isNamed = word !== null && WORDS_OF[op] === word
  const far = 2 * Math.log2(1 + spanOf(line, operands))
  return bits - far - (op === 'relative_change' ? COST_OF_A_CHANGE : 0) + (isNamed ? WORTH_OF_A_WORD : 0)
}

const WORDS_OF: Readonly<Record<Relation['op'], LineWord>> = {
  sum: 'sum',
  average: 'average',
  difference: 'difference',
  division: 'ratio',
  relative_change: 'ratio',
}
