import type { LineWord } from '../line-words.ts'
import { findBlockSums } from './block-sums.ts'
import { linesWithNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'

/** Two addends and their sum, or two that are added up by a total of another name. */
const FEWEST = 3
/** In longer tables names come again by chance. */
const MOST_LINES = 400
/** So many totals of another name are tried with each name. */
const MOST_TOTALS = 24

/**
 * Lines that add up lines of one name wherever they stand: the men of a country are those of its provinces, a balance is made
 * of the balances of its parts.
 */
export function findNamesakeSums(
  numbers: NumberLines,
  names: readonly string[],
  words: readonly (LineWord | null)[],
): Relation[] {
  if (numbers.lines > MOST_LINES) return []
  const all = linesWithNumbers(numbers)
  const totals = all.filter((line) => words[line] === 'sum').slice(0, MOST_TOTALS)
  const found: Relation[] = []
  for (const [name, lines] of Map.groupBy(all, (line) => names[line] ?? '')) {
    if (name === '' || lines.length < FEWEST) continue
    found.push(...sumsOf(numbers, lines))
    for (const total of totals)
      if (names[total] !== name)
        found.push(
          ...sumsOf(
            numbers,
            [...lines, total].sort((one, other) => one - other),
          ).filter((sum) => sum.line === total),
        )
  }
  return found
}

const sumsOf = (numbers: NumberLines, order: readonly number[]) => [
  ...findBlockSums(numbers, order),
  ...findBlockSums(numbers, order.toReversed()),
]
