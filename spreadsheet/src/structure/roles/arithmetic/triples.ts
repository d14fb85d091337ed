import { weighSum } from './block-sums.ts'
import type { NumberLines } from './number-lines.ts'
import { met, newTally, type Relation, relationOf, type Tally } from './relation.ts'

/** How a number may follow from two others. */
export type Form = {
  op: Relation['op']
  /** The second number, were the first and the result these. */
  second(result: number, first: number): number
  weigh(tally: Tally, numbers: NumberLines, triple: Triple, place: number): void
}

export type Triple = { line: number; first: number; second: number }

const sum: Form = {
  op: 'sum',
  second: (result, first) => result - first,
  weigh: (tally, numbers, { line, first, second }, place) => {
    const one = numbers.at(first, place) || 0
    const other = numbers.at(second, place) || 0
    const addends = (one === 0 ? 0 : 1) + (other === 0 ? 0 : 1)
    weighSum(tally, numbers, line, place, one + other, addends)
  },
}

const division = (scale: number): Form => ({
  op: 'division',
  second: (result, first) => (scale * first) / result,
  weigh: (tally, numbers, triple, place) => weighRatio(tally, numbers, triple, place, scale, 0),
})

const change = (scale: number): Form => ({
  op: 'relative_change',
  second: (result, first) => first / (1 + result / scale),
  weigh: (tally, numbers, triple, place) => weighRatio(tally, numbers, triple, place, scale, scale),
})

export const FORMS: readonly Form[] = [sum, division(1), division(100), change(1), change(100)]

/** The share of its value a ratio of rounded numbers may be wrong by. */
export const ROUNDING = 0.01

/** Whether a number is the ratio of two others, times a scale, less a base. */
function weighRatio(
  tally: Tally,
  numbers: NumberLines,
  { line, first, second }: Triple,
  place: number,
  scale: number,
  base: number,
) {
  const value = numbers.at(line, place)
  const dividend = numbers.at(first, place)
  const divisor = numbers.at(second, place)
  if (divisor === 0 || Number.isNaN(dividend + divisor)) return
  const unit = numbers.unitAt(line, place)
  const ratio = (scale * dividend) / divisor
  const error = Math.abs(value - ratio + base)
  const dividendUnit = numbers.unitAt(first, place)
  const rounding =
    (0.5 * dividendUnit) / Math.max(dividendUnit, Math.abs(dividend)) +
    (0.5 * numbers.unitAt(second, place)) / Math.abs(divisor)
  if (error > 0.501 * unit + Math.abs(ratio) * Math.min(ROUNDING, rounding)) {
    tally.fails++
    return
  }
  tally.addends += 2
  const saysNothing = ratio === scale || value === dividend
  met(tally, place, value, numbers.surpriseAt(line, place), error <= 0.501 * unit ? 0 : error / unit, saysNothing)
}

/** What fails so much more than it holds will not be believed any more. */
const PATIENCE = 3

export function weighTriple(numbers: NumberLines, form: Form, triple: Triple): Relation | null {
  const { line, first, second } = triple
  const tally = newTally()
  for (let place = 0; place < numbers.places; place++) {
    if (Number.isNaN(numbers.at(line, place))) continue
    form.weigh(tally, numbers, triple, place)
    if (tally.fails > PATIENCE + tally.holds / 2) return null
  }
  return relationOf(line, form.op, [first, second], tally)
}
