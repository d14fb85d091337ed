import type { LineWord } from '../line-words.ts'
import { findAverages } from './averages.ts'
import { findBlockSums } from './block-sums.ts'
import { linesWithNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'

/** Two addends and their sum, or two that are added up by a total of another name. */
const FEWEST = 3
/** In longer tables names come again by chance. */
const MOST_LINES = 400
/** So many totals, and averages, of another name are tried with each name. */
const MOST_CALLED = 24

/**
 * Lines that add up, or are the average of, lines of one name wherever they stand: the men of a country are those of its
 * provinces, a balance is made of the balances of its parts.
 */
export function findNamesakeRelations(
  numbers: NumberLines,
  names: readonly string[],
  words: readonly (LineWord | null)[],
): Relation[] {
  if (numbers.lines > MOST_LINES) return []
  const all = linesWithNumbers(numbers)
  const called = (word: LineWord) => all.filter((line) => words[line] === word).slice(0, MOST_CALLED)
  const totals = called('sum')
  const averages = called('average')
  const found: Relation[] = []
  for (const [name, lines] of Map.groupBy(all, (line) => names[line] ?? '')) {
    if (name === '' || lines.length < FEWEST) continue
    found.push(...sumsOf(numbers, lines))
    for (const total of totals)
      if (names[total] !== name)
        found.push(...sumsOf(numbers, inOrder(lines, total)).filter(({ line }) => line === total))
    for (const average of averages)
      if (names[average] !== name) found.push(...averagesOf(numbers, inOrder(lines, average), average))
  }
  return found
}

const inOrder = (lines: readonly number[], line: number) => [...lines, line].sort((one, other) => one - other)

const averagesOf = (numbers: NumberLines, order: readonly number[], average: number) =>
  [order, order.toReversed()].flatMap((each) => findAverages(numbers, each, (line) => line === average))

const sumsOf = (numbers: NumberLines, order: readonly number[]) => [
  ...findBlockSums(numbers, order),
  ...findBlockSums(numbers, order.toReversed()),
]
