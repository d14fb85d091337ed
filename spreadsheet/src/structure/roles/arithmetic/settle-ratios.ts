import type { LineWord } from '../line-words.ts'
import type { NumberLines } from './number-lines.ts'
import type { Relation } from './relation.ts'

/**
 * Of three lines of which two multiplied give the third, one was computed. A quotient has decimals without end, or was rounded and
 * misses, or is called an average. Where nothing is missed the product is the one that was computed, and the relation is
 * stated for its first factor, since a product is no operation of ours.
 */
export function settleRatios(
  numbers: NumberLines,
  relations: readonly Relation[],
  words: readonly (LineWord | null)[],
): Relation[] {
  const byLines = Map.groupBy(relations, ({ line, operands }) => [line, ...operands].sort((a, b) => a - b).join(' '))
  return [...byLines.values()].map((same) => settle(numbers, same, words))
}

function settle(numbers: NumberLines, same: readonly Relation[], words: readonly (LineWord | null)[]): Relation {
  const strongest = same.reduce((one, other) => (other.bits > one.bits ? other : one))
  if (strongest.op !== 'division') return strongest
  const [product = 0] = strongest.operands
  const quotients = same.filter(({ op, operands }) => op === 'division' && operands[0] === product)
  if (quotients.length < 2) return isWritten(numbers, strongest) ? ofFirstFactor(strongest) : strongest
  const byPlace = quotients.toSorted((one, other) => one.line - other.line)
  const [left = strongest, right = strongest] = byPlace
  const [leftStep, rightStep] = [finestOf(numbers, left), finestOf(numbers, right)]
  if (Math.min(leftStep, rightStep) <= COMPUTED && leftStep !== rightStep) return leftStep < rightStep ? left : right
  if (isProduct(numbers, left)) return { ...left, isProduct: true }
  const [called, other] = quotients.filter(({ line }) => words[line] === 'average')
  if (called && !other) return called
  const [ofLeft, ofRight] = [explained(numbers, left), explained(numbers, right)]
  if (Math.max(ofLeft, ofRight) < MOST) return { ...left, isProduct: true }
  if (ofLeft >= MOST && ofRight >= MOST) return leftStep < rightStep ? left : right
  return ofLeft > ofRight ? left : right
}

/** Stated for the factor that stands first. */
function ofFirstFactor(relation: Relation): Relation {
  const { line, operands } = relation
  const [product = 0, other = 0] = operands
  if (line < other) return { ...relation, isProduct: true }
  return { ...relation, line: other, operands: [product, line], isProduct: true }
}

/** A product of numbers that people wrote: nothing was divided. */
const isWritten = (numbers: NumberLines, relation: Relation) =>
  finestOf(numbers, relation) > COMPUTED && isProduct(numbers, relation)

/** People do not write this many decimals: such a number was computed. */
const COMPUTED = 1e-6

/** The share of places that must speak for a reading. */
const MOST = 0.9

/** Multiplied without a rest: a division is rarely so even. */
function isProduct(numbers: NumberLines, { line, operands: [product = 0, other = 0], places }: Relation): boolean {
  let exact = 0
  for (const place of places) {
    const value = numbers.at(product, place)
    if (Math.abs(numbers.at(line, place) * numbers.at(other, place) - value) <= 1e-9 * Math.abs(value)) exact++
  }
  return exact >= MOST * places.length
}

/** How often the rounding of the quotient itself explains what is missed. */
function explained(numbers: NumberLines, { line, operands: [product = 0, other = 0], places }: Relation): number {
  let within = 0
  for (const place of places) {
    const quotient = numbers.at(product, place) / numbers.at(other, place)
    const value = numbers.at(line, place)
    const scale = Math.abs(value) > 10 * Math.abs(quotient) ? 100 : 1
    if (Math.abs(value - scale * quotient) <= 0.501 * numbers.unitAt(line, place)) within++
  }
  return within / places.length
}

function finestOf(numbers: NumberLines, { line, places }: Relation): number {
  let finest = 1
  for (const place of places) finest = Math.min(finest, numbers.unitAt(line, place))
  return finest
}
