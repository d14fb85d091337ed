import { weighSum } from './block-sums.ts'
import { clearPlaces, type NumberLines } from './number-lines.ts'
import { newTally, type Relation, relationOf } from './relation.ts'

/** Every second to sixth line: a number and its share, one measure of several under each heading. */
const STRIDES = [2, 3, 4, 5, 6]
/** Lines between a total and the first of its addends, in strides. */
const MOST_SKIPPED = 3
/** Measures are not repeated side by side beyond this many lines. */
const MOST_LINES = 300
const LEAST_ADDENDS = 3

/** Lines that are the sum of every nth line before or after them, of those that are tried. */
export function findStrideSums(numbers: NumberLines, isTried: (line: number) => boolean): Relation[] {
  const found: Relation[] = []
  if (numbers.lines > MOST_LINES) return found
  const lines = Array.from({ length: numbers.lines }, (_, line) => line).filter(isTried)
  for (const line of lines) {
    const [place] = clearPlaces(numbers, line, 1)
    if (place === undefined) continue
    for (const stride of STRIDES)
      for (const direction of [1, -1])
        for (let skipped = 1; skipped <= MOST_SKIPPED * stride; skipped++) {
          const operands = sumAt(numbers, line, place, line + direction * skipped, direction * stride)
          const relation = operands && weighLines(numbers, line, operands)
          if (relation) found.push(relation)
        }
  }
  return found
}

/** The lines from one on, so many that they add up to the number of a line. */
function sumAt(numbers: NumberLines, line: number, place: number, from: number, step: number): number[] | null {
  const value = numbers.at(line, place)
  const near = 2 * numbers.unitAt(line, place) + 1e-9 * Math.abs(value)
  let sum = 0
  for (let next = from, count = 1; next >= 0 && next < numbers.lines; next += step, count++) {
    const addend = numbers.at(next, place)
    if (!Number.isNaN(addend)) sum += addend
    if (count >= LEAST_ADDENDS && Math.abs(sum - value) <= near)
      return Array.from({ length: count }, (_, n) => from + n * step)
  }
  return null
}

export function weighLines(numbers: NumberLines, line: number, operands: readonly number[]): Relation | null {
  const tally = newTally()
  for (let place = 0; place < numbers.places; place++) {
    if (Number.isNaN(numbers.at(line, place))) continue
    let sum = 0
    let addends = 0
    for (const operand of operands) {
      const value = numbers.at(operand, place)
      if (value === 0 || Number.isNaN(value)) continue
      sum += value
      addends++
    }
    weighSum(tally, numbers, line, place, sum, addends)
  }
  return relationOf(line, 'sum', operands, tally)
}
