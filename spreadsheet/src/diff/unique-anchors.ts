import type { Pairs } from './cheapest-alignment.ts'
import type { Hashed, Span } from './fewest-edits.ts'

/** Members that are there once on each side, as many as stand in the same order on both. */
export function uniqueAnchors({ old, next }: Hashed, span: Span): Pairs {
  const oldPlaces = placesOfUnique(old, span.oldFrom, span.oldTo)
  const newPlaces = placesOfUnique(next, span.newFrom, span.newTo)
  const both: [number, number][] = []
  for (const [hash, place] of oldPlaces) {
    const other = newPlaces.get(hash)
    if (other !== undefined && other >= 0 && place >= 0) both.push([place, other])
  }
  return longestAscending(both.sort(([a], [b]) => a - b))
}

/** By hash; -1 for what is there several times. */
function placesOfUnique(hashes: Float64Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let place = from; place < to; place++) {
    const hash = hashes[place] ?? 0
    places.set(hash, places.has(hash) ? -1 : place)
  }
  return places
}

/** Of pairs that ascend in the first, as many as ascend in the second too. */
function longestAscending(pairs: readonly (readonly [number, number])[]): Pairs {
  /** For each length, the pair that ends such a run with the lowest second. */
  const ends: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [n, [, second]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const half = (low + high) >> 1
      if ((pairs[ends[half] ?? 0]?.[1] ?? 0) < second) low = half + 1
      else high = half
    }
    before[n] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = n
  }
  const run: Pairs = []
  for (let n = ends.at(-1) ?? -1; n >= 0; n = before[n] ?? -1) {
    const pair = pairs[n]
    if (pair) run.push(pair)
  }
  return run.reverse()
}
