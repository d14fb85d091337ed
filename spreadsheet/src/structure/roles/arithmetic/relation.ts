import type { AGGREGATES } from '../../../parse-spec/parse-spec.ts'

/** One line of a table computed from others: what holds, where, and how unlikely it is that it holds by chance. */
export type Relation = {
  line: number
  op: (typeof AGGREGATES)[number]
  /** Lines, in the order of the operation: a difference is the first less the second, a division the first by the second. */
  operands: readonly number[]
  /** Where it holds. */
  places: readonly number[]
  /** The share of the places that tell something where it holds. */
  agreement: number
  /** Bits of evidence: how much shorter the description of the table becomes if the relation is true. */
  bits: number
  /** Stated for a factor of a product: nothing was divided. */
  isProduct?: boolean
  /** Some of the operands are added and some taken off, which the spec has no word for. */
  isMixed?: boolean
  /** The formulas of its cells say so. */
  isFormula?: boolean
}

/** Counts in how many places an expected value is met, and how surprising that is. */
export type Tally = {
  places: number[]
  holds: number
  fails: number
  bits: number
  copyBits: number
  /** Of all places where it holds, in steps of the numbers' own precision. */
  error: number
  addends: number
}

export const newTally = (): Tally => ({ places: [], holds: 0, fails: 0, bits: 0, copyBits: 0, error: 0, addends: 0 })

/** A sum of which all addends but one are nothing says little: equal numbers are common. All of them together never say more than the others do. */
const BITS_OF_A_COPY = 0.5

/** A value that was met; `error` counts in units. */
export function met(tally: Tally, place: number, value: number, surprise: number, error: number, isCopy: boolean) {
  tally.places.push(place)
  if (value === 0) return
  tally.holds++
  tally.error += error
  const bits = Math.max(0, surprise - Math.log2(2 * error + 1))
  if (isCopy) tally.copyBits += Math.min(BITS_OF_A_COPY, bits)
  else tally.bits += bits
}

/** One place in sixteen of a true relation is wrong or an exception. */
const BITS_OF_A_MISS = 4

/** Numbers rounded apart miss their sum by less than half a unit each, and mostly by less than this times the root of their number. */
const USUAL_ERROR = 0.5

export function relationOf(
  line: number,
  op: Relation['op'],
  operands: readonly number[],
  tally: Tally,
): Relation | null {
  const { places, holds, fails, bits, copyBits, error, addends } = tally
  if (holds === 0) return null
  if (error / holds > USUAL_ERROR * Math.sqrt(addends / holds + 1)) return null
  return {
    line,
    op,
    operands,
    places,
    agreement: holds + fails === 0 ? 0 : holds / (holds + fails),
    bits: bits + Math.min(bits, copyBits) - fails * BITS_OF_A_MISS,
  }
}
