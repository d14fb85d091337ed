import type { LineWord } from '../line-words.ts'
import { hasNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { weighLines } from './stride-sums.ts'

/** No longer block comes to one number only. */
const MOST_LINES = 12

/**
 * Lines that are called sums, of a block right before them in which only one line holds something: the subtotal of a group with
 * one item, or whose other items come to nothing. Such numbers only say that two lines are alike, so that they must be so
 * everywhere.
 */
export function findLoneSums(
  numbers: NumberLines,
  words: readonly (LineWord | null)[],
  names: readonly string[],
  isKnown: (line: number) => boolean,
): Relation[] {
  const found: Relation[] = []
  for (let line = 1; line < numbers.lines; line++) {
    if (words[line] !== 'sum' || isKnown(line) || !hasNumbers(numbers, line)) continue
    const operands = blockBefore(numbers, words, names, line)
    const relation = operands.length > 0 ? weighLines(numbers, line, operands) : null
    if (relation && relation.agreement === 1) found.push(relation)
  }
  return found
}

/** The lines with numbers up to a sum or the name that heads them; none where one line alone stands there. */
function blockBefore(
  numbers: NumberLines,
  words: readonly (LineWord | null)[],
  names: readonly string[],
  line: number,
): number[] {
  const operands: number[] = []
  let lines = 0
  for (let at = line - 1; at >= 0 && lines < MOST_LINES; at--) {
    const isFull = hasNumbers(numbers, at)
    const isSum = words[at] === 'sum'
    if ((isSum && operands.length > 0) || (!isFull && !names[at])) break
    lines++
    if (isFull) operands.unshift(at)
    if (operands.length > 0 && (isSum || !isFull)) break
  }
  return lines > 1 ? operands : []
}
