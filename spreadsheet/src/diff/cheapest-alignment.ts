/** Two lists whose members are paired in order, each at most once, and what everything costs. */
export type AlignmentCosts = {
  oldCount: number
  newCount: number
  /** That the two are the same thing, changed. */
  pair: (old: number, next: number) => number
  drop: (old: number) => number
  add: (next: number) => number
}

/** Ascending in both. */
export type Pairs = (readonly [old: number, next: number])[]

/** What a gap costs however much is dropped and added in it: the fewer places where things come and go, the better. */
const GAP = 1

/** How the cheapest way to a place came there, as bits: behind a pair whether out of a gap; in a gap its last step, and from where. */
const PAIR_FROM_GAP = 1
const GAP_BY_ADDING = 2
const GAP_FROM_GAP = 4

/** The pairs that cost the least. It takes as many steps and bytes as there are possible pairs: only for what is small. */
export function cheapestAlignment(costs: AlignmentCosts): Pairs {
  const { oldCount, newCount } = costs
  const width = newCount + 1
  const moves = new Uint8Array((oldCount + 1) * width)
  let above = newLine(width)
  let line = newLine(width)
  above.pair[0] = 0
  fillLine(costs, 0, above, line, moves)
  for (let old = 1; old <= oldCount; old++) {
    fillLine(costs, old, line, above, moves)
    const done = above
    above = line
    line = done
  }
  const isGapLast = (above.gap[newCount] ?? 0) < (above.pair[newCount] ?? 0)
  return pairsAlong(moves, { old: oldCount, next: newCount, isGapLast })
}

/** For each place of a line, the least that it costs to come there behind a pair, and in a gap. */
type Line = { pair: Float64Array; gap: Float64Array }

const newLine = (width: number): Line => ({
  pair: new Float64Array(width).fill(Number.POSITIVE_INFINITY),
  gap: new Float64Array(width).fill(Number.POSITIVE_INFINITY),
})

/** The places behind so many of the old list, from what is known of those behind one less. */
function fillLine(costs: AlignmentCosts, old: number, line: Line, above: Line, moves: Uint8Array) {
  const { newCount, pair, add } = costs
  const dropping = old === 0 ? Number.POSITIVE_INFINITY : costs.drop(old - 1)
  for (let next = 0; next <= newCount; next++) {
    const isPaired = old > 0 && next > 0
    const paired = isPaired ? comeByPair(line, above, next, pair(old - 1, next - 1)) : 0
    // Behind none of the old list nothing is paired, and what is known of the beginning stays.
    if (old > 0 && !isPaired) line.pair[next] = Number.POSITIVE_INFINITY
    const adding = next === 0 ? Number.POSITIVE_INFINITY : add(next - 1)
    moves[old * (newCount + 1) + next] = paired | comeByGap(line, above, next, { dropping, adding })
  }
}

function comeByPair(line: Line, above: Line, next: number, pairing: number): number {
  const behindPair = above.pair[next - 1] ?? 0
  const outOfGap = above.gap[next - 1] ?? 0
  line.pair[next] = Math.min(behindPair, outOfGap) + pairing
  return outOfGap < behindPair ? PAIR_FROM_GAP : 0
}

function comeByGap(line: Line, above: Line, next: number, costs: { dropping: number; adding: number }): number {
  const dropped = leastInGap(above, next) + costs.dropping
  const added = leastInGap(line, next - 1) + costs.adding
  if (added < dropped) {
    line.gap[next] = added
    return GAP_BY_ADDING | (isInGap(line, next - 1) ? GAP_FROM_GAP : 0)
  }
  line.gap[next] = dropped
  return isInGap(above, next) ? GAP_FROM_GAP : 0
}

const isInGap = ({ pair, gap }: Line, at: number) => (gap[at] ?? 0) < (pair[at] ?? 0) + GAP

/** What it costs to be in a gap from there on. */
const leastInGap = ({ pair, gap }: Line, at: number) => Math.min((pair[at] ?? 0) + GAP, gap[at] ?? 0)

/** Back from the end, move by move. */
function pairsAlong(moves: Uint8Array, end: { old: number; next: number; isGapLast: boolean }): Pairs {
  const width = end.next + 1
  const pairs: Pairs = []
  let { old, next, isGapLast: isGap } = end
  while (old > 0 || next > 0) {
    const move = moves[old * width + next] ?? 0
    if (!isGap) {
      old -= 1
      next -= 1
      pairs.push([old, next])
      isGap = (move & PAIR_FROM_GAP) > 0
      continue
    }
    if (move & GAP_BY_ADDING) next -= 1
    else old -= 1
    isGap = (move & GAP_FROM_GAP) > 0
  }
  return pairs.reverse()
}
