import type { NumberLines } from './number-lines.ts'
import { met, newTally, type Relation, relationOf, type Tally } from './relation.ts'

/**
 * Lines that are the sum of the lines right before them, in the order given: rows above a total, columns left of one, or with
 * the order turned around those after it. Up to `gap` lines may stand between. Sums up to each line are kept in a hash, so a
 * block of any length is found in one step.
 */
export function findBlockSums(numbers: NumberLines, order: readonly number[], gap = 0): Relation[] {
  const blocks = findBlocks(numbers, order, gap)
  const running = addUp(numbers, order)
  const found: Relation[] = []
  for (const [position, ends] of blocks)
    for (const block of ends) {
      const relation = weighBlock(numbers, order, running, position, block)
      if (relation) found.push(relation)
    }
  return found
}

/** Positions from and up to, the last not included. */
type Block = { start: number; end: number }

/** How far, in units, the sum of rounded numbers is looked for beside the rounded sum. */
const NEAR = [0, 1, -1, 2, -2]
/** More blocks of a line are never worth a look. */
const MOST_BLOCKS = 16

/** For each position the blocks whose sum is the number there, in one place at least. */
function findBlocks(numbers: NumberLines, order: readonly number[], gap: number): Map<number, Block[]> {
  const blocks = new Map<number, Block[]>()
  const column: Column = { sums: new Float64Array(order.length + 1), addends: new Int32Array(order.length + 1) }
  for (let place = 0; place < numbers.places; place++) {
    const step = stepAt(numbers, order, place)
    const starts = new Map<number, number>()
    for (const [position, line] of order.entries()) {
      const value = numbers.at(line, place)
      addOne(column, position, value)
      if (Number.isNaN(value)) continue
      if (value !== 0) searchBlocks(blocks, column, starts, { position, value, step, gap })
      starts.set(keyOf(column.sums[position] ?? 0, step), position)
    }
  }
  return blocks
}

/** Sums and counts of addends before each position, in one place. */
type Column = { sums: Float64Array; addends: Int32Array }

const keyOf = (sum: number, step: number) => Math.round(sum / step)

function addOne({ sums, addends }: Column, position: number, value: number) {
  const isAddend = value !== 0 && !Number.isNaN(value)
  sums[position + 1] = (sums[position] ?? 0) + (isAddend ? value : 0)
  addends[position + 1] = (addends[position] ?? 0) + (isAddend ? 1 : 0)
}

function searchBlocks(
  blocks: Map<number, Block[]>,
  { sums, addends }: Column,
  starts: ReadonlyMap<number, number>,
  { position, value, step, gap }: { position: number; value: number; step: number; gap: number },
) {
  for (let end = position; end >= Math.max(0, position - gap); end--) {
    const key = keyOf((sums[end] ?? 0) - value, step)
    for (const near of NEAR) {
      const start = starts.get(key + near)
      if (start !== undefined && (addends[end] ?? 0) - (addends[start] ?? 0) >= 2)
        addBlock(blocks, position, start, end)
    }
  }
}

/** Sums of one place are distinguished by steps of the finest number in it, as far as numbers of a computer are that fine. */
function stepAt(numbers: NumberLines, order: readonly number[], place: number): number {
  let finest = Number.POSITIVE_INFINITY
  let greatest = 0
  for (const line of order) {
    const value = Math.abs(numbers.at(line, place))
    if (Number.isNaN(value)) continue
    finest = Math.min(finest, numbers.unitAt(line, place))
    greatest = Math.max(greatest, value)
  }
  return Math.max(finest, greatest * 1e-10)
}

function addBlock(blocks: Map<number, Block[]>, position: number, start: number, end: number) {
  const known = blocks.get(position)
  if (!known) blocks.set(position, [{ start, end }])
  else if (known.length < MOST_BLOCKS && !known.some((block) => block.start === start && block.end === end))
    known.push({ start, end })
}

/** Sums and counts of addends before each position, place by place; and of parts that are not shown, where there are some. */
type Running = { sums: Float64Array; addends: Int32Array; withheld: Int32Array | null }

function addUp(numbers: NumberLines, order: readonly number[]): Running {
  const { places } = numbers
  const sums = new Float64Array((order.length + 1) * places)
  const addends = new Int32Array((order.length + 1) * places)
  for (const [position, line] of order.entries())
    for (let place = 0; place < places; place++) {
      const before = position * places + place
      const value = numbers.at(line, place)
      const isAddend = value !== 0 && !Number.isNaN(value)
      sums[before + places] = (sums[before] ?? 0) + (isAddend ? value : 0)
      addends[before + places] = (addends[before] ?? 0) + (isAddend ? 1 : 0)
    }
  return { sums, addends, withheld: countWithheld(numbers, order) }
}

function countWithheld({ places, isWithheld }: NumberLines, order: readonly number[]): Int32Array | null {
  if (!isWithheld) return null
  const counts = new Int32Array((order.length + 1) * places)
  for (const [position, line] of order.entries())
    for (let place = 0; place < places; place++) {
      const before = position * places + place
      counts[before + places] = (counts[before] ?? 0) + (isWithheld(line, place) ? 1 : 0)
    }
  return counts
}

function weighBlock(
  numbers: NumberLines,
  order: readonly number[],
  { sums, addends, withheld }: Running,
  position: number,
  { start, end }: Block,
): Relation | null {
  const line = order[position]
  if (line === undefined) return null
  const { places } = numbers
  const tally = newTally()
  for (let place = 0; place < places; place++) {
    const value = numbers.at(line, place)
    if (Number.isNaN(value)) continue
    const count = (addends[end * places + place] ?? 0) - (addends[start * places + place] ?? 0)
    const sum = (sums[end * places + place] ?? 0) - (sums[start * places + place] ?? 0)
    // With a part that is not shown the others are short of the sum.
    if (withheld && sum < value && (withheld[end * places + place] ?? 0) > (withheld[start * places + place] ?? 0))
      continue
    weighSum(tally, numbers, line, place, sum, count)
  }
  return relationOf(line, 'sum', order.slice(start, end), tally)
}

/** The share of its value a rounded sum may be wrong by. */
const ROUNDING = 0.01

export function weighSum(
  tally: Tally,
  numbers: NumberLines,
  line: number,
  place: number,
  sum: number,
  addends: number,
) {
  const value = numbers.at(line, place)
  const unit = numbers.unitAt(line, place)
  const error = Math.abs(value - sum)
  const noise = 1e-9 * Math.abs(sum) + 1e-3 * unit
  const allowed = Math.min(0.5 * unit * (addends + 1), Math.max(unit, ROUNDING * Math.abs(value)))
  if (error > allowed + noise) {
    if (!numbers.isRate(place)) tally.fails++
    return
  }
  tally.addends += addends
  met(tally, place, value, numbers.surpriseAt(line, place), error <= noise ? 0 : error / unit, addends < 2)
}
