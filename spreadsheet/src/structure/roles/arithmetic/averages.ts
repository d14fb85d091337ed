import { clearPlaces, type NumberLines } from './number-lines.ts'
import { met, newTally, type Relation, relationOf, type Tally } from './relation.ts'

/** Totals, other averages and empty lines may stand between an average and what it is of. */
const MOST_SKIPPED = 4
/** No average is looked for over more lines than this, unless over all from the first on. */
const LONGEST = 60
/** One place may be an exception, the average of the averages for one. */
const MOST_PLACES = 3
/** Two numbers lie on both sides of their middle, as any two do. */
const FEWEST = 3

/** Lines that are the average of a block of lines before them, or with the order turned around after them. */
export function findAverages(
  numbers: NumberLines,
  order: readonly number[],
  isTried: (line: number) => boolean,
): Relation[] {
  const found: Relation[] = []
  const running = addUp(numbers, order)
  for (const [position, line] of order.entries()) {
    const places = isTried(line) ? clearPlaces(numbers, line, MOST_PLACES) : []
    if (places.length === 0) continue
    for (let end = position; end >= Math.max(0, position - MOST_SKIPPED); end--)
      for (const start of startsBefore(end)) {
        if (!places.some((place) => isAverageAt(numbers, running, line, place, start, end))) continue
        const relation = weighAverage(numbers, line, order.slice(start, end))
        if (relation) found.push(relation)
      }
  }
  return found
}

function isAverageAt(
  numbers: NumberLines,
  { sums, counts }: Running,
  line: number,
  place: number,
  start: number,
  end: number,
): boolean {
  const at = (table: Float64Array, position: number) => table[position * numbers.places + place] ?? 0
  const count = at(counts, end) - at(counts, start)
  if (count < FEWEST) return false
  const sum = at(sums, end) - at(sums, start)
  const near = 0.51 * numbers.unitAt(line, place)
  const value = numbers.at(line, place)
  return Math.abs(sum / count - value) <= near || Math.abs(sum / (end - start) - value) <= near
}

function* startsBefore(end: number): Generator<number> {
  for (let start = end - FEWEST; start >= Math.max(0, end - LONGEST); start--) yield start
  for (let start = 0; start < Math.min(MOST_SKIPPED, end - LONGEST); start++) yield start
}

/** Sums and counts of numbers before each position, place by place. */
type Running = { sums: Float64Array; counts: Float64Array }

function addUp(numbers: NumberLines, order: readonly number[]): Running {
  const { places } = numbers
  const sums = new Float64Array((order.length + 1) * places)
  const counts = new Float64Array((order.length + 1) * places)
  for (const [position, line] of order.entries())
    for (let place = 0; place < places; place++) {
      const before = position * places + place
      const value = numbers.at(line, place)
      sums[before + places] = (sums[before] ?? 0) + (Number.isNaN(value) ? 0 : value)
      counts[before + places] = (counts[before] ?? 0) + (Number.isNaN(value) ? 0 : 1)
    }
  return { sums, counts }
}

/** Empty cells are left out of an average, or count as nothing; the whole line does it the same way. */
function weighAverage(numbers: NumberLines, line: number, operands: readonly number[]): Relation | null {
  const leftOut = newTally()
  const counted = newTally()
  for (let place = 0; place < numbers.places; place++) {
    const value = numbers.at(line, place)
    if (Number.isNaN(value)) continue
    let sum = 0
    let count = 0
    let isConstant = true
    for (const operand of operands) {
      const addend = numbers.at(operand, place)
      if (Number.isNaN(addend)) continue
      if (addend !== value) isConstant = false
      sum += addend
      count++
    }
    weighAt(leftOut, numbers, line, place, sum / count, isConstant)
    weighAt(counted, numbers, line, place, sum / operands.length, isConstant)
  }
  return relationOf(line, 'average', operands, leftOut.fails <= counted.fails ? leftOut : counted)
}

function weighAt(
  tally: Tally,
  numbers: NumberLines,
  line: number,
  place: number,
  average: number,
  isConstant: boolean,
) {
  const value = numbers.at(line, place)
  const isMet = Math.abs(value - average) <= 0.501 * numbers.unitAt(line, place) + 1e-9 * Math.abs(value)
  if (isMet) met(tally, place, value, numbers.surpriseAt(line, place), 0, isConstant)
  else tally.fails++
}
