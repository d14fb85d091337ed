import { clearPlaces, linesWithNumbers, type NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'
import { weighLines } from './stride-sums.ts'

/** Beyond so many lines one of them fits by chance. */
const MOST_LINES = 120
const LEAST_ADDENDS = 3
/** Where the numbers of a line say most it must hold before it is weighed at all. */
const PLACES = 3
const LEAST_AGREEMENT = 0.8
/** How much more than chance it must be worth, in bits, and what it costs to say where a block ends and what is left out of it. */
const MARGIN = 10

/** Lines that are the sum of a block right beside them but for one line in it: a `thereof`, a measure of another kind. */
export function findHoledSums(numbers: NumberLines, isKnown: (line: number) => boolean): Relation[] {
  const order = linesWithNumbers(numbers)
  const found: Relation[] = []
  if (order.length > MOST_LINES) return found
  const cost = 2 * Math.log2(order.length + 1) + MARGIN
  for (const [position, line] of order.entries()) {
    const [place, ...others] = isKnown(line) ? [] : clearPlaces(numbers, line, PLACES)
    if (place === undefined) continue
    const sides = [order.slice(0, position).reverse(), order.slice(position + 1)]
    for (const operands of sides.flatMap((side) => blocksIn(numbers, side, line, place))) {
      if (!others.every((other) => addsUp(numbers, line, other, operands))) continue
      const relation = weighLines(numbers, line, operands)
      if (relation && relation.agreement >= LEAST_AGREEMENT && relation.bits >= cost) found.push(relation)
    }
  }
  return found
}

const nearOf = (numbers: NumberLines, line: number, place: number) =>
  2 * numbers.unitAt(line, place) + 1e-9 * Math.abs(numbers.at(line, place))

function addsUp(numbers: NumberLines, line: number, place: number, operands: readonly number[]): boolean {
  const sum = operands.reduce((total, operand) => total + (numbers.at(operand, place) || 0), 0)
  return Math.abs(sum - numbers.at(line, place)) <= nearOf(numbers, line, place)
}

/** Blocks from the first line on that come to the number of a line, once one of them is left out. */
function blocksIn(numbers: NumberLines, side: readonly number[], line: number, place: number): number[][] {
  const value = numbers.at(line, place)
  const near = nearOf(numbers, line, place)
  const block: number[] = []
  const blocks: number[][] = []
  let sum = 0
  for (const next of side) {
    const addend = numbers.at(next, place)
    block.push(next)
    if (Number.isNaN(addend)) continue
    sum += addend
    if (block.length <= LEAST_ADDENDS) continue
    const left = block.find((one) => Math.abs(numbers.at(one, place) - (sum - value)) <= near)
    if (left !== undefined && left !== block[0] && left !== next && numbers.at(left, place) !== 0)
      blocks.push(block.filter((one) => one !== left))
  }
  return blocks
}
